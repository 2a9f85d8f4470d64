import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { programKey } from '#server/oauth/programs.ts'
import { oneStore } from '../../tests/store/one.ts'
import { account, gateway } from '../../tests/store/samples.ts'
import { isGatewaySecret, isGatewaySecretHash, issueGatewaySecret } from '../auth/gateway-secret.ts'
import { storedRights } from './stored.ts'
import { issueChannelToken, sessionKeyOf } from './tokens.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const MINUTE = 60_000

/** The channel's questions at a time, where sessions live for a quarter of an hour. */
function rightsAt(now: number, asked: unknown[] = []) {
  return storedRights({
    store: open.store,
    reaches: { of: (userId, serialNumber) => (userId === 'anna' && serialNumber === 'GW1' ? 'all' : 'none') },
    rights: {
      isAdmin: (userId) => userId === 'root',
      permits(...question) {
        asked.push(question)
        return true
      },
    },
    sessionLives: (session, at) => at - session.createdAt < 15 * MINUTE,
    now: () => now,
  })
}

/** Somebody who has signed in, perhaps with the secret of a gateway. */
async function signedIn(more: { serialNumber?: string } = {}) {
  const { store } = open
  const userId = randomUUID()
  await store.accounts.create(account(userId), { passwordHash: null, at: NOW })
  const session = await store.sessions.create({ id: randomUUID(), userId, at: NOW, ...more })
  const { token } = await issueChannelToken(store.tokens, session, NOW)
  return { userId, key: session.key, token }
}

async function granted(scope: string) {
  const { userId } = await signedIn()
  const [id, serialNumber] = [randomUUID(), randomUUID()]
  await open.store.gateways.create(gateway(serialNumber))
  await open.store.oauth.grant({ id, userId, clientId: 'client', serialNumber, scope, at: NOW })
  const { token } = await issueChannelToken(open.store.tokens, { key: programKey(id), userId }, NOW)
  return { id, userId, serialNumber, key: programKey(id), token }
}

async function aGateway() {
  const serialNumber = randomUUID()
  await open.store.gateways.create(gateway(serialNumber))
  return { serialNumber, secret: await issueGatewaySecret(open.store.gateways, serialNumber) }
}

describe('A-08 a token of the channel', () => {
  test('A-08 is good for five minutes, for any number of connections, and then for none', async () => {
    const { store } = open
    const issued = await issueChannelToken(store.tokens, { key: 'key', userId: 'anna' }, NOW)
    expect(issued).toMatchObject({ sessionKey: 'key', userId: 'anna', expiresAt: NOW + 5 * MINUTE })
    expect(issued.token).toMatch(/^[\w-]{43}$/)
    for (const _ of [1, 2]) expect(await sessionKeyOf(store.tokens, issued.token, NOW)).toBe('key')
    expect(await sessionKeyOf(store.tokens, issued.token, NOW + 5 * MINUTE - 1)).toBe('key')
    expect(await sessionKeyOf(store.tokens, issued.token, NOW + 5 * MINUTE)).toBeUndefined()
  })

  test('A-08 is no token for another purpose, nor one of another purpose good here', async () => {
    const { store } = open
    const { token } = await issueChannelToken(store.tokens, { key: 'key', userId: 'anna' }, NOW)
    expect(await store.tokens.peek('reset', token, NOW)).toBeUndefined()
    await store.tokens.put({ token: 'of-a-link', purpose: 'reset', subject: 'key', expiresAt: NOW + MINUTE })
    expect(await sessionKeyOf(store.tokens, 'of-a-link', NOW)).toBeUndefined()
  })
})

describe('M-01 whom a token lets in', () => {
  test('M-01 the person of its session', async () => {
    const { userId, key, token } = await signedIn()
    expect(await rightsAt(NOW).sessionOf(token)).toEqual({ userId, sessionKey: key })
  })

  test('M-01 whoever signed in with the secret of a gateway acts on that gateway alone, and hears of it', async () => {
    const { serialNumber } = await aGateway()
    const { userId, key, token } = await signedIn({ serialNumber })
    expect(await rightsAt(NOW).sessionOf(token)).toEqual({
      userId,
      sessionKey: key,
      program: { serialNumber, scopes: ['gateway'], hears: true },
    })
  })

  test('M-01 a program, on its gateway and within its scopes', async () => {
    const { userId, serialNumber, key, token } = await granted('gateway other')
    expect(await rightsAt(NOW).sessionOf(token)).toEqual({
      userId,
      sessionKey: key,
      program: { serialNumber, scopes: ['gateway', 'other'] },
    })
  })

  test('M-01 nobody by a token that is unknown or over', async () => {
    const { token } = await signedIn()
    expect(await rightsAt(NOW).sessionOf('unheard-of')).toBeUndefined()
    expect(await rightsAt(NOW + 5 * MINUTE).sessionOf(token)).toBeUndefined()
  })

  test('M-01 nobody whose session is over, by its age or because it ended', async () => {
    const { userId, key } = await signedIn()
    const late = await issueChannelToken(open.store.tokens, { key, userId }, NOW + 14 * MINUTE)
    expect(await rightsAt(NOW + 15 * MINUTE - 1).sessionOf(late.token)).toBeDefined()
    expect(await rightsAt(NOW + 15 * MINUTE).sessionOf(late.token)).toBeUndefined()
    await open.store.sessions.end(key)
    expect(await rightsAt(NOW + 14 * MINUTE).sessionOf(late.token)).toBeUndefined()
  })

  test('M-01 no program whose grant was taken back', async () => {
    const { id, token } = await granted('gateway')
    await open.store.oauth.end(id)
    expect(await rightsAt(NOW).sessionOf(token)).toBeUndefined()
  })
})

describe('A-11 whose session is alive', () => {
  test('A-11 that of the person who began it, until it is over', async () => {
    const { userId, key } = await signedIn()
    expect(await rightsAt(NOW).sessionAlive(userId, key)).toBe(true)
    expect(await rightsAt(NOW).sessionAlive('somebody else', key)).toBe(false)
    expect(await rightsAt(NOW).sessionAlive(userId, 'unheard-of')).toBe(false)
    expect(await rightsAt(NOW + 15 * MINUTE).sessionAlive(userId, key)).toBe(false)
  })

  test('A-11 that of a program, while its grant stands', async () => {
    const { id, userId, key } = await granted('gateway')
    expect(await rightsAt(NOW).sessionAlive(userId, key)).toBe(true)
    expect(await rightsAt(NOW).sessionAlive('somebody else', key)).toBe(false)
    await open.store.oauth.end(id)
    expect(await rightsAt(NOW).sessionAlive(userId, key)).toBe(false)
  })
})

describe('M-01 a gateway', () => {
  test('M-01 is let in with its secret, and with no other', async () => {
    const { serialNumber, secret } = await aGateway()
    const other = await aGateway()
    const rights = rightsAt(NOW)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await rights.gatewaySecret(serialNumber, secret)).toBe(true)
    expect(await rights.gatewaySecret(serialNumber, other.secret)).toBe(false)
    expect(await rights.gatewaySecret(other.serialNumber, secret)).toBe(false)
  })

  test('M-01 that is unknown is not let in, also not with nothing', async () => {
    for (const secret of ['', 'secret']) {
      expect(await isGatewaySecret(open.store.gateways, 'unheard-of', secret)).toBe(false)
      expect(await isGatewaySecretHash(open.store.gateways, 'unheard-of', secret)).toBe(false)
    }
  })

  test('M-01 that gets a new secret is let in with that alone', async () => {
    const { serialNumber, secret } = await aGateway()
    const newer = await issueGatewaySecret(open.store.gateways, serialNumber)
    expect(await isGatewaySecret(open.store.gateways, serialNumber, secret)).toBe(false)
    expect(await isGatewaySecret(open.store.gateways, serialNumber, newer)).toBe(true)
  })

  test('S-08 what is stored of a secret signs nobody in', async () => {
    const { serialNumber } = await aGateway()
    const stored = (await open.store.gateways.secretHash(serialNumber)) ?? ''
    expect(await isGatewaySecret(open.store.gateways, serialNumber, stored)).toBe(false)
    expect(await isGatewaySecretHash(open.store.gateways, serialNumber, stored)).toBe(false)
  })

  test('M-01 is known while it has a secret', async () => {
    const { serialNumber } = await aGateway()
    expect(await rightsAt(NOW).gatewayKnown(serialNumber)).toBe(true)
    await open.store.gateways.setSecretHash(serialNumber, null)
    expect(await rightsAt(NOW).gatewayKnown(serialNumber)).toBe(false)
    expect(await rightsAt(NOW).gatewayKnown('unheard-of')).toBe(false)
  })
})

test('M-02 who may use a gateway, who is an administrator and who may send what is asked of the rights', async () => {
  const asked: unknown[] = []
  const rights = rightsAt(NOW, asked)
  expect([rights.sight('anna', 'GW1'), rights.sight('anna', 'GW2')]).toEqual(['all', 'none'])
  expect([rights.isAdmin('root'), rights.isAdmin('anna')]).toEqual([true, false])
  rights.maySend('anna', 'get_layout')
  rights.maySend('anna', 'set_device_name')
  expect(asked).toEqual([
    ['anna', 'commands', 'get_layout', false],
    ['anna', 'commands', 'set_device_name', true],
  ])
})
