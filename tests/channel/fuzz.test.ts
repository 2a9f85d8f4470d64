import mqtt, { type Packet } from 'mqtt-packet'
import { expect, test, vi } from 'vitest'
import { Authorizer } from '#server/channel/authorizer.ts'
import { ConnectionRegistry } from '#server/channel/connection-registry.ts'
import { Exchange } from '#server/channel/exchange.ts'
import { AbuseGuard } from '#server/channel/guard/abuse-guard.ts'
import { BanList } from '#server/channel/guard/ban-list.ts'
import { defaultLimits } from '#server/channel/limits.ts'
import { LiveRights } from '#server/channel/live-rights.ts'
import { Policy } from '#server/channel/policy.ts'
import type { Connection } from '#server/channel/wire/connection.ts'
import type { Wire } from '#server/channel/wire/wire.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { figure } from '../support/figures.ts'
import { held } from '../support/memory.ts'
import { requestOf, WAIT } from './peer.ts'

/** A million each night. */
const cases = Number(process.env.GATEHOUSE_PACKETS ?? 50_000)
const AT_ONCE = 500

/** The same numbers each time: a failure can be had again. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const SESSION = 'session-of-anna-000000'
const connect: Packet = {
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  keepalive: 55,
  clientId: SESSION,
  username: 'anna',
  password: Buffer.from('token'),
}
const corpus = (
  [
    connect,
    { ...connect, will: { topic: topics.events('GW1'), payload: Buffer.from('{}'), qos: 1, retain: true } },
    { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: topics.events('GW1'), qos: 0 }] },
    {
      cmd: 'subscribe',
      messageId: 2,
      subscriptions: [
        { topic: topics.userEvents('anna'), qos: 2 },
        { topic: '#', qos: 1 },
      ],
    },
    { cmd: 'unsubscribe', messageId: 3, unsubscriptions: [topics.events('GW1')] },
    {
      cmd: 'publish',
      topic: topics.requests('GW1', 'anna'),
      payload: JSON.stringify(requestOf(SESSION)),
      qos: 0,
      retain: false,
      dup: false,
    },
    {
      cmd: 'publish',
      topic: topics.interest('GW1', 'anna'),
      payload: JSON.stringify({ values: ['lamp/S/p'] }),
      qos: 0,
      retain: false,
      dup: false,
    },
    {
      cmd: 'publish',
      topic: topics.events('GW1'),
      payload: '{}',
      qos: 1,
      messageId: 4,
      retain: true,
      dup: true,
    },
    {
      cmd: 'publish',
      topic: topics.presence('GW1'),
      payload: 'offline',
      qos: 2,
      messageId: 5,
      retain: true,
      dup: false,
    },
    { cmd: 'puback', messageId: 6 },
    { cmd: 'pubrec', messageId: 7 },
    { cmd: 'pubrel', messageId: 5 },
    { cmd: 'pubcomp', messageId: 9 },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
    { cmd: 'connack', returnCode: 0, sessionPresent: false },
    { cmd: 'suback', messageId: 1, granted: [0] },
  ] satisfies Packet[]
).map((packet) => mqtt.generate(packet))
const greeting = corpus[0] ?? Buffer.alloc(0)

/** Bits turned, bytes put in, taken out, repeated or exchanged, lengths that lie. */
function mutated(packet: Buffer, next: (below: number) => number): Buffer {
  let bytes = Buffer.from(packet)
  for (let times = 1 + next(4); times > 0; times--) {
    const at = next(bytes.length)
    switch (next(8)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8))
        break
      case 1:
        bytes[at] = next(256)
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([next(256)]), bytes.subarray(at)])
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + next(8))])
        break
      case 4:
        bytes = bytes.subarray(0, at + 1)
        break
      case 5:
        bytes = Buffer.concat([bytes, bytes.subarray(at)])
        break
      case 6:
        bytes[Math.min(1, bytes.length - 1)] = next(256)
        break
      default:
        bytes = Buffer.concat([bytes, corpus[next(corpus.length)] ?? bytes])
    }
    if (bytes.length === 0) return Buffer.from([next(256)])
  }
  return bytes
}

interface Line {
  connection: Connection
  sent: Buffer[]
}

test(`M-09 mutated packets never crash the broker, leak, or get through`, {
  timeout: 3_600_000,
}, async () => {
  const registry = new ConnectionRegistry()
  const clock = {
    now: () => Date.now(),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  const limits = { ...defaultLimits, socketsPerUser: 1e9, connectsPerMinute: 1e9, denialsPerMinute: 1e9 }
  const policy = new Policy(
    new LiveRights(
      {
        sight: (userId, serialNumber) => (userId === 'anna' && serialNumber === 'GW1' ? 'all' : 'none'),
        maySend: () => true,
        isAdmin: () => false,
        sessionAlive: () => true,
        gatewayKnown: () => true,
      },
      clock.now,
    ),
  )
  const banList = new BanList(limits.banMs)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const breaches = new Map<string, number>()
  const metrics = {
    count: (name: string, labels?: Readonly<Record<string, string>>) => {
      const key = `${name} ${labels?.reason ?? ''}`
      breaches.set(key, (breaches.get(key) ?? 0) + 1)
    },
  }
  const abuseGuard = new AbuseGuard({
    banList,
    limits,
    clock,
    log,
    metrics,
    audit: { append: async () => undefined },
  })
  let requests = 0
  const exchange = new Exchange({
    limits,
    clock,
    abuseGuard,
    authorizer: new Authorizer(policy, limits, {
      now: () => 0,
      request: () => ++requests > 0,
      gatewaySaid: () => 'forward',
      subscribed: () => undefined,
      isCurrent: () => true,
      forbidden: () => undefined,
      denied: (connection, what) => abuseGuard.denied(connection, what),
      malformed: (connection, what) => abuseGuard.malformed(connection, what),
    }),
    signIn: {
      banList,
      registry,
      limits,
      clock,
      credentials: {
        sessionOf: async (token) => (token === 'token' ? { userId: 'anna', sessionKey: SESSION } : undefined),
        gatewaySecret: async () => false,
      },
    },
    entered: () => undefined,
    subscribed: () => undefined,
    left: (connection) => void registry.remove(connection),
  })
  await exchange.open()

  const open = (): Line => {
    const sent: Buffer[] = []
    const wire: Wire = {
      send: (bytes, left) => {
        sent.push(bytes)
        left?.()
      },
      pause: () => undefined,
      resume: () => undefined,
      end: () => undefined,
      kill: () => undefined,
    }
    return { sent, connection: exchange.admit(wire, '203.0.113.1', 'browser') }
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const clientIdOf = (name: string): Buffer => mqtt.generate({ ...connect, clientId: `${SESSION}${name}` })
  const crashed: unknown[] = []
  const onCrash = (error: unknown): void => void crashed.push(error)
  process.on('uncaughtException', onCrash)
  process.on('unhandledRejection', onCrash)

  const healthy = open()
  healthy.connection.receive(clientIdOf('-healthy'))
  healthy.connection.receive(
    mqtt.generate({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [topics.events('GW1'), topics.presence('GW1'), topics.userEvents('anna')].map(
        (topic) => ({ topic, qos: 0 }),
      ),
    }),
  )
  const ping = (): void => healthy.connection.receive(mqtt.generate({ cmd: 'pingreq' }))
  const next = numbers(20_261_121)
  let before = 0
  for (let done = 0; done < cases; done += AT_ONCE) {
    const lines: Line[] = []
    for (let at = 0; at < AT_ONCE; at++) {
      const line = open()
      lines.push(line)
      const greeted = next(3) > 0
      if (greeted) line.connection.receive(clientIdOf(`-${at}`))
      const packet = greeted ? (corpus[next(corpus.length)] ?? greeting) : greeting
      const bytes = mutated(packet, next)
      const cut = next(bytes.length + 1)
      line.connection.receive(bytes.subarray(0, cut))
      line.connection.receive(bytes.subarray(cut))
    }
    for (let turns = 0; turns < 8; turns++) await turn()
    for (const { connection } of lines) connection.lost()
    // A million take longer than its keepalive.
    if (done % 20_000 === 0) ping()
    if (done === 10_000) before = held()
  }

  for (let turns = 0; turns < 8; turns++) await turn()
  const pongs = healthy.sent.length
  ping()
  await vi.waitFor(() => expect(healthy.sent.length).toBe(pongs + 1), WAIT)
  process.off('uncaughtException', onCrash)
  process.off('unhandledRejection', onCrash)
  expect(crashed).toEqual([])
  expect(registry.size).toBe(1)
  // Browsers may publish nothing that another could hear.
  const heard: string[] = []
  const parser = mqtt.parser()
  parser.on('packet', ({ cmd }) => void heard.push(cmd))
  parser.parse(Buffer.concat(healthy.sent))
  expect(heard.filter((cmd) => cmd !== 'pingresp')).toEqual(['connack', 'suback'])
  expect(heard.at(-1)).toBe('pingresp')
  const grown = held() - before
  figure(`${cases} packets, memory grew by ${grown.toFixed(0)} MB, broker answers`)
  expect(grown).toBeLessThan(50)
  // The fuzz reached what it is for: it was refused at every layer, and some of it was sound.
  expect(requests).toBeGreaterThan(cases / 1000)
  expect(breaches.size).toBeGreaterThan(10)
  await exchange.close()
})
