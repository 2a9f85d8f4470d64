import type { Client } from 'aedes'
import { describe, expect, test } from 'vitest'
import { line } from '../../tests/channel/memory-wire.ts'
import { TestClock } from '../../tests/gateway/test-clock.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import { BanList } from './guard/ban-list.ts'
import { defaultLimits } from './limits.ts'
import { type SignInParts, type SignInRequest, signIn } from './sign-in.ts'
import type { Connection } from './wire/connection.ts'

const session = { userId: 'anna', sessionKey: 'desk' }

function world(more: Partial<SignInParts['limits']> = {}) {
  const clock = new TestClock()
  const limits = { ...defaultLimits, ...more }
  const registry = new ConnectionRegistry()
  const banList = new BanList(limits.banMs)
  const parts: SignInParts = {
    clock,
    limits,
    registry,
    banList,
    credentials: {
      sessionOf: async (token) => (token === 'token' ? session : undefined),
      gatewaySecret: async (serialNumber, secret) => serialNumber === 'GW1' && secret === 'secret',
    },
  }
  const comes = (request: Partial<SignInRequest> = {}, { connection }: { connection: Connection } = line()) =>
    signIn(
      connection,
      { id: request.clientId ?? 'desk-1' } as Client,
      { clientId: 'desk-1', keepalive: 60, username: 'anna', password: 'token', ...request },
      parts,
    )
  return { clock, registry, banList, comes }
}

const gateway = { username: 'GW1', password: 'secret', clientId: 'any' }
const asGateway = (certified?: string): { connection: Connection } => {
  const { connection } = line({ kind: 'gateway' })
  connection.certified = certified
  return { connection }
}

describe('M-01 a browser', () => {
  test('M-01 with the token of its session enters, and is known by it', async () => {
    const { comes, registry } = world()
    const entering = line()
    const who = { kind: 'user', ...session }
    expect(await comes({}, entering)).toEqual(who)
    expect(entering.connection.principal).toEqual(who)
    expect(registry.ofUser('anna')).toEqual([entering.connection])
  })

  test.each([
    ['another token', { password: 'other' }, 5, 'channel token'],
    ['the token of somebody else', { username: 'beat' }, 5, 'channel token'],
    [
      'a client id that another session could have',
      { clientId: 'phone-1' },
      5,
      'client id of another session',
    ],
    ['no name', { username: undefined }, 4, 'no user name or password'],
    ['a name that is no id', { username: 'an na' }, 4, 'no user name or password'],
    ['no password', { password: undefined }, 4, 'no user name or password'],
    ['an empty password', { password: '' }, 4, 'no user name or password'],
    ['the secret of a gateway', gateway, 5, 'channel token'],
    ['a keepalive of nought', { keepalive: 0 }, 2, 'keepalive out of bounds'],
    ['a keepalive of 121', { keepalive: 121 }, 2, 'keepalive out of bounds'],
  ])('M-01 with %s does not', async (_what, request, returnCode, reason) => {
    const { comes, registry } = world()
    const entering = line()
    expect(await comes(request, entering)).toEqual({ returnCode, reason })
    expect([registry.size, entering.connection.principal]).toEqual([0, undefined])
  })

  test.each([1, 120])('M-01 may choose a keepalive of %i', async (keepalive) => {
    expect(await world().comes({ keepalive })).toMatchObject({ kind: 'user' })
  })

  test('M-01 that hung up meanwhile is not there', async () => {
    const { comes, registry } = world()
    const entering = line()
    const decided = comes({}, entering)
    entering.connection.destroy()
    expect(await decided).toEqual({ returnCode: 3, reason: 'hung up' })
    expect(registry.size).toBe(0)
  })
})

describe('M-08 a browser that comes too often', () => {
  test('M-08 fifteen times a minute it is let in, then it waits for its turn', async () => {
    const { comes, clock } = world({ socketsPerUser: 100 })
    for (let page = 0; page < 15; page++) expect(await comes()).toMatchObject({ kind: 'user' })
    expect(await comes()).toEqual({ returnCode: 3, reason: 'too soon' })
    await clock.pass(3999)
    expect(await comes()).toEqual({ returnCode: 3, reason: 'too soon' })
    await clock.pass(1)
    expect(await comes()).toMatchObject({ kind: 'user' })
  })

  test('M-08 that does not wait is banned, told so once, and free again when the ban is over', async () => {
    const { comes, clock } = world({ connectsPerMinute: 1, hastyConnectsPerMinute: 2, banMs: 100_000 })
    const reasons: unknown[] = []
    for (let time = 0; time < 5; time++) {
      const answer = await comes()
      reasons.push('reason' in answer ? answer.reason : answer.kind)
    }
    expect(reasons).toEqual(['user', 'too soon', 'too soon', 'flapping', 'banned'])
    await clock.pass(99_999)
    expect(await comes()).toEqual({ returnCode: 3, reason: 'banned' })
    await clock.pass(1)
    expect(await comes()).toMatchObject({ kind: 'user' })
  })

  test('M-08 has so many sockets, of which one that comes again with its id is one', async () => {
    const { comes } = world({ socketsPerUser: 2 })
    expect(await comes({ clientId: 'desk-1' })).toMatchObject({ kind: 'user' })
    expect(await comes({ clientId: 'desk-2' })).toMatchObject({ kind: 'user' })
    expect(await comes({ clientId: 'desk-3' })).toEqual({ returnCode: 3, reason: 'too many sockets' })
    expect(await comes({ clientId: 'desk-2' })).toMatchObject({ kind: 'user' })
  })
})

describe('M-01 a gateway', () => {
  test.each([undefined, 'GW1'])('M-01 with its secret enters; certificate: %s', async (certified) => {
    const { comes, registry } = world()
    const entering = asGateway(certified)
    expect(await comes(gateway, entering)).toEqual({ kind: 'gateway', serialNumber: 'GW1' })
    expect(registry.ofGateway('GW1')).toBe(entering.connection)
  })

  test('M-01 with the certificate of another keeps its secret, and does not enter', async () => {
    expect(await world().comes(gateway, asGateway('GW2'))).toEqual({
      returnCode: 2,
      reason: 'certificate of another gateway',
    })
  })

  test.each([
    { ...gateway, password: 'other' },
    { ...gateway, username: 'GW2' },
    { username: 'anna', password: 'token' },
  ])('M-01 with anything else does not (%#)', async (request) => {
    const { comes, registry } = world()
    expect(await comes(request, asGateway())).toEqual({ returnCode: 5, reason: 'gateway secret' })
    expect(registry.size).toBe(0)
  })
})
