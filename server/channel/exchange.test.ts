import mqtt, { type Packet } from 'mqtt-packet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MemoryWire, turn } from '../../tests/channel/memory-wire.ts'
import { requestOf } from '../../tests/channel/peer.ts'
import { TestClock } from '../../tests/gateway/test-clock.ts'
import { topics } from '../lib/channel/topics.ts'
import { Authorizer } from './authorizer.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import type { Credentials } from './credentials.ts'
import { Exchange } from './exchange.ts'
import { AbuseGuard } from './guard/abuse-guard.ts'
import { BanList } from './guard/ban-list.ts'
import { defaultLimits } from './limits.ts'
import { type ChannelRights, LiveRights } from './live-rights.ts'
import { Policy } from './policy.ts'
import type { Connection } from './wire/connection.ts'

/** The whole exchange, on lines that end in memory. */
async function world(more: { credentials?: Partial<Credentials>; limits?: object } = {}) {
  const clock = new TestClock()
  const limits = { ...defaultLimits, ...more.limits }
  const banList = new BanList(limits.banMs)
  const registry = new ConnectionRegistry()
  const noted: string[] = []
  const log = () => undefined
  const rights: ChannelRights = {
    sight: () => 'all',
    isAdmin: () => true,
    sessionAlive: () => true,
    maySend: () => true,
    gatewayKnown: () => true,
  }
  const abuseGuard = new AbuseGuard({
    banList,
    limits,
    clock,
    log: { info: log, warn: log, error: log },
    metrics: { count: (name, labels) => void noted.push(`${name} ${labels?.reason ?? ''}`) },
    audit: { append: async () => undefined },
  })
  const exchange = new Exchange({
    limits,
    clock,
    abuseGuard,
    signIn: {
      banList,
      registry,
      limits,
      clock,
      credentials: {
        sessionOf: async (token) => ({ userId: token, sessionKey: `${token}-desk` }),
        gatewaySecret: async (_, secret) => secret === 'secret',
        ...more.credentials,
      },
    },
    authorizer: new Authorizer(new Policy(new LiveRights(rights, () => clock.now())), limits, {
      now: () => 0,
      request: () => false,
      gatewaySaid: () => 'forward',
      subscribed: () => undefined,
      isCurrent: (connection) => registry.isCurrent(connection),
      denied: () => undefined,
      forbidden: () => undefined,
      malformed: () => undefined,
    }),
    left(connection) {
      registry.remove(connection)
      noted.push('left')
    },
    entered: ({ principal }) => void noted.push(`entered ${principal?.kind}`),
    subscribed: ({ principal }) => void noted.push(`subscribed ${principal?.kind}`),
  })
  await exchange.open()
  onTestFinished(() => exchange.close())

  const comes = async (connect: object, kind: 'browser' | 'gateway' = 'browser') => {
    const wire = new MemoryWire()
    const connection = exchange.admit(wire, '192.0.2.1', kind)
    say(connection, {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      ...connect,
    })
    await settled()
    const answer = wire.packets().find(({ cmd }) => cmd === 'connack')
    return { wire, connection, code: answer?.cmd === 'connack' ? answer.returnCode : undefined }
  }
  const anna = (suffix = '1', more: object = {}) =>
    comes({ clientId: `anna-desk-${suffix}`, username: 'anna', password: Buffer.from('anna'), ...more })
  const gateway = (clientId = 'any') =>
    comes({ clientId, username: 'GW1', password: Buffer.from('secret') }, 'gateway')
  return { exchange, comes, anna, gateway, noted, registry }
}

const say = (connection: Connection, packet: object): void =>
  connection.receive(mqtt.generate(packet as Packet))
const listen = async (connection: Connection, ...filters: string[]) => {
  say(connection, {
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: filters.map((topic) => ({ topic, qos: 0 })),
  })
  await settled()
}
/** The broker hands a message on over a few turns. */
async function settled(): Promise<void> {
  for (let time = 0; time < 12; time++) await turn()
}

const EVENTS = topics.events('GW1')

describe('M-01 the broker lets in whom the sign-in lets in', () => {
  test('M-01 and tells of it after its answer', async () => {
    const { anna, gateway, noted } = await world()
    expect((await anna()).code).toBe(0)
    expect((await gateway()).code).toBe(0)
    expect(noted).toEqual(['entered user', 'entered gateway'])
  })

  test('M-01 refuses the others with their reason, and counts it', async () => {
    const { comes, noted } = await world()
    const password = Buffer.from('other')
    const { code } = await comes({ clientId: 'any', username: 'GW1', password }, 'gateway')
    expect(code).toBe(5)
    expect((await comes({ clientId: 'any', keepalive: 500 })).code).toBe(2)
    expect((await comes({ clientId: 'any' })).code).toBe(4)
    expect(noted.filter((what) => what !== 'left')).toEqual(
      ['gateway secret', 'keepalive out of bounds', 'no user name or password'].map(
        (why) => `channel_sign_in_refused ${why}`,
      ),
    )
  })

  test('M-01 a store that does not answer means not now', async () => {
    const sessionOf = async () => {
      throw new Error('the store does not answer')
    }
    const { anna } = await world({ credentials: { sessionOf } })
    expect((await anna()).code).toBe(3)
  })

  test('M-06 who breaks the protocol is told to the abuse guard and gone', async () => {
    const { anna, noted, registry } = await world()
    const { connection, wire } = await anna()
    connection.receive(Buffer.from([0xf0, 0]))
    await settled()
    expect(noted.slice(1)).toEqual(['channel_breach packet that clients do not send', 'left'])
    expect([wire.over, registry.size]).toEqual(['killed', 0])
  })
})

describe('M-02 what is published', () => {
  test('M-02 reaches those who listen, and only what they listen to', async () => {
    const { exchange, anna, noted } = await world()
    const { connection, wire } = await anna()
    await listen(connection, EVENTS)
    expect([...connection.filters]).toEqual([EVENTS])
    exchange.publish(EVENTS, Buffer.from('one'))
    exchange.publish(topics.events('GW2'), Buffer.from('two'))
    await settled()
    expect(wire.said()).toEqual([`${EVENTS} one`])
    expect(noted).toContain('subscribed user')
  })

  test('M-02 may be as much at once as a large home says when its radio falls silent, heard or not', async () => {
    const { exchange, anna } = await world()
    const { connection, wire } = await anna()
    await listen(connection, EVENTS)
    const many = 30_000
    for (let at = 0; at < 500; at++) exchange.publish(EVENTS, Buffer.from(String(at)))
    for (let at = 0; at < many; at++) exchange.publish(topics.events('GW2'), Buffer.from(String(at)))
    exchange.publish(EVENTS, Buffer.from('last'))
    await settled()
    expect(wire.said().length).toBe(501)
    expect(wire.said().at(-1)).toBe(`${EVENTS} last`)
  })

  test('M-02 is there for who comes later only when it is to be kept', async () => {
    const { exchange, anna } = await world()
    const presence = topics.presence('GW1')
    exchange.publish(presence, Buffer.from('online'), true)
    exchange.publish(EVENTS, Buffer.from('gone by'))
    await settled()
    const { connection, wire } = await anna()
    await listen(connection, presence, EVENTS)
    expect(wire.said()).toEqual([`${presence} online`])
  })

  test('M-02 reaches nobody who has unsubscribed, by himself or because it was taken back', async () => {
    const { exchange, anna } = await world()
    const [himself, taken] = [await anna('1'), await anna('2')]
    for (const { connection } of [himself, taken]) await listen(connection, EVENTS)
    say(himself.connection, { cmd: 'unsubscribe', messageId: 2, unsubscriptions: [EVENTS] })
    await exchange.unsubscribe(taken.connection, EVENTS)
    await settled()
    expect([...himself.connection.filters]).toEqual([])
    exchange.publish(EVENTS, Buffer.from('one'))
    await settled()
    expect([himself.wire.said(), taken.wire.said()]).toEqual([[], []])
  })

  test('M-02 a request goes from the browser to the gateway', async () => {
    const { anna, gateway } = await world()
    const home = await gateway()
    await listen(home.connection, 'gatehouse/v1/gateways/GW1/users/+/requests')
    const { connection } = await anna()
    const topic = topics.requests('GW1', 'anna')
    const payload = JSON.stringify(requestOf('anna-desk'))
    say(connection, { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false })
    await settled()
    expect(home.wire.said()).toEqual([`${topic} ${payload}`])
  })

  test('M-02 taking back from who has left ends at once', async () => {
    const { exchange, anna } = await world()
    const { connection } = await anna()
    connection.lost()
    await settled()
    await expect(exchange.unsubscribe(connection, EVENTS)).resolves.toBeUndefined()
  })
})

describe('M-04 two connections of one', () => {
  test('M-04 the newer connection of a gateway ends the older, whatever each calls itself', async () => {
    const { gateway, registry } = await world()
    const older = await gateway('one')
    const newer = await gateway('two')
    await settled()
    expect([older.connection.destroyed, newer.connection.destroyed]).toEqual([true, false])
    expect(registry.ofGateway('GW1')).toBe(newer.connection)
  })

  test('M-04 pages of one session live beside each other', async () => {
    const { anna } = await world()
    const [one, two] = [await anna('1'), await anna('2')]
    expect([one.connection.destroyed, two.connection.destroyed]).toEqual([false, false])
  })

  test('M-03 nothing is kept for those who are away, also when they ask for it', async () => {
    const { exchange, anna } = await world()
    const first = await anna('1', { clean: false })
    await listen(first.connection, EVENTS)
    first.connection.lost()
    await settled()
    exchange.publish(EVENTS, Buffer.from('meanwhile'))
    await settled()
    const { wire, connection } = await anna('1', { clean: false })
    exchange.publish(EVENTS, Buffer.from('later'))
    await settled()
    expect([wire.said(), [...connection.filters]]).toEqual([[], []])
  })
})
