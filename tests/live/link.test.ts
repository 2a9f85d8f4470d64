import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { Channel } from '#live/channel/channel.ts'
import type { LinkState } from '#live/channel/protocol.ts'
import { connectMqtt } from '#live/channel/transport.ts'
import { systemClock } from '#live/clock.ts'
import { channelLimits } from '#live/limits.ts'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'

// The channel with its real MQTT transport, a real broker, and a network between them that can be made bad.
// Its timings are a twentieth of the product's, so that the faults pass quickly.
const limits = {
  ...channelLimits,
  reconnect: 100,
  connectTimeout: 2000,
  requestTimeout: 1500,
  silence: 400,
  pingTimeout: 250,
}

let broker: Aedes
let server: Server
let proxy: FaultProxy
let channel: Channel
const links: LinkState[] = []
const seen = { ready: 0, refused: 0, malformed: 0 }
let refuse = false

beforeEach(async () => {
  links.length = 0
  Object.assign(seen, { ready: 0, refused: 0, malformed: 0 })
  refuse = false
  broker = await Aedes.createBroker({
    authenticate: (_client, _user, _password, done) =>
      refuse ? done(Object.assign(new Error('no'), { returnCode: 4 }), null) : done(null, true),
  })
  // A gateway that answers whatever it is asked.
  broker.subscribe(
    'gatehouse/v1/gateways/G/users/u/requests',
    (packet, done) => {
      const { id, session } = JSON.parse(packet.payload.toString()) as { id: string; session: string }
      const payload = Buffer.from(JSON.stringify({ id, code: 0, data: { echo: 'x'.repeat(2000) } }))
      broker.publish(
        {
          cmd: 'publish',
          topic: `gatehouse/v1/gateways/G/users/u/sessions/${session}/responses`,
          payload,
          qos: 0,
          dup: false,
          retain: false,
        },
        () => done(),
      )
    },
    () => {},
  )
  server = createServer()
  new WebSocketServer({ server }).on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket)
    stream.on('error', () => {})
    broker.handle(stream, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await faultProxy((server.address() as AddressInfo).port)
  channel = new Channel(
    { url: `ws://127.0.0.1:${proxy.port}/mqtt`, userId: 'u', admin: false, gateway: 'G', limits },
    {
      clock: systemClock,
      connect: connectMqtt,
      random: Math.random,
      newId: () => crypto.randomUUID().replaceAll('-', ''),
      token: async () => ({ token: 't', sessionKey: 'k' }),
      link: (state) => void links.push(state),
      presence: () => {},
      ready: () => {
        seen.ready++
      },
      event: () => {},
      refused: () => {
        seen.refused++
      },
      shown: () => [],
      malformed: () => {
        seen.malformed++
      },
    },
  )
})

afterEach(async () => {
  channel.close()
  await proxy.close()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const live = () => vi.waitFor(() => expect(links.at(-1)).toBe('live'), { timeout: 20_000, interval: 10 })

test('L-06 the time in which silence is noticed is at most 15 s', () => {
  expect(channelLimits.silence + channelLimits.pingTimeout).toBeLessThanOrEqual(15_000)
})

test('L-06 a link that swallows everything is found dead, and comes back when the network does', async () => {
  channel.start()
  await live()
  proxy.faults.blackHole = true
  await vi.waitFor(() => expect(links).toContain('stale'), { timeout: 20_000, interval: 10 })
  proxy.faults.blackHole = false
  await live()
  expect(seen.refused).toBe(0)
})

test('L-06 a command that meets a reset link is answered after the link is back', async () => {
  channel.start()
  await live()
  proxy.reset()
  await expect(channel.call('ping', {}).answer).resolves.toMatchObject({ echo: expect.any(String) as string })
  expect(seen.refused).toBe(0)
})

test('L-06 a broker that is away fails commands with a reason', async () => {
  channel.start()
  await live()
  proxy.down(true)
  await expect(channel.call('ping', {}).answer).rejects.toThrow('The connection was lost before the answer')
  // Asked once that is known, it went nowhere.
  await expect(channel.call('ping', {}).answer).rejects.toThrow('There is no connection')
})

test.each([
  ['300 ms of delay', { latency: 150 }],
  ['50 kbit/s', { rate: 6250 }],
  ['one byte at a time', { slice: 1 }],
])('L-06 commands are answered over %s', async (_name, faults) => {
  channel.start()
  await live()
  Object.assign(proxy.faults, faults)
  await expect(channel.call('ping', {}).answer).resolves.toMatchObject({ echo: expect.any(String) as string })
})

test('L-05 a broker that restarts finds its client again, signed in', async () => {
  channel.start()
  await live()
  for (let round = 0; round < 3; round++) {
    const before = seen.ready
    proxy.reset()
    await vi.waitFor(() => expect(seen.ready).toBeGreaterThan(before), { timeout: 20_000, interval: 10 })
  }
  expect([seen.refused, links.includes('failed')]).toEqual([0, false])
})

// 2.7-024 1.9-022
test('everything goes with qos 0', async () => {
  const qos: number[] = []
  broker.on('publish', (packet, client) => void (client && qos.push(packet.qos)))
  broker.on('subscribe', (subscriptions) => void qos.push(...subscriptions.map((one) => one.qos)))
  channel.start()
  await live()
  await channel.call('ping', {}).answer
  expect(qos.length).toBeGreaterThan(1)
  expect(new Set(qos)).toEqual(new Set([0]))
})

// 1.8-025
test('spec 1 §8 bad user name or password ends the session', async () => {
  refuse = true
  channel.start()
  await vi.waitFor(() => expect(seen.refused).toBe(1), { timeout: 20_000, interval: 10 })
})
