import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Hub } from '#live/channel/hub.ts'
import type { DeviceFacts, FromWorker } from '#live/channel/protocol.ts'
import { connectMqtt } from '#live/channel/transport.ts'
import { systemClock } from '#live/clock.ts'
import { channelLimits } from '#live/limits.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { Street, wordyDevice } from './homes-kit.ts'
import { Peer, WAIT } from './peer.ts'

const DEVICES = 1000
/** 1.6 Mbit/s. */
const SLOW = 200_000
const models = ['TMP100', 'DIM200', 'PLG100', 'CON100', 'SHU100', 'MOT100', 'THR100', 'LGT200', 'MTR100']

let street: Street
let proxy: FaultProxy
beforeAll(async () => {
  street = await Street.open()
  proxy = await faultProxy(street.world.port)
})
afterEach(() => {
  proxy.faults.rate = 0
})
afterAll(async () => {
  await proxy.close()
  await street.close()
})

test('L-04 a home of 1,000 devices becomes live over 1.6 Mbit/s and stays so while its values move', async () => {
  const devices = Array.from({ length: DEVICES }, (_, at) =>
    wordyDevice(models[at % models.length] ?? '', `d${at}`),
  )
  // What a real bridge tells of so many: as one answer it would take half a minute.
  expect(JSON.stringify(devices).length).toBeGreaterThan(5_000_000)
  const { serialNumber, owner, driver } = await street.home(devices)
  const posted: FromWorker[] = []
  const hub: Hub = new Hub(
    (message) => {
      posted.push(message)
      if (message.kind === 'needToken') void hand()
      if (message.kind === 'batch') queueMicrotask(() => hub.receive({ kind: 'ack' }))
    },
    {
      clock: systemClock,
      connect: connectMqtt,
      random: Math.random,
      newId: () => crypto.randomUUID().replaceAll('-', ''),
    },
  )
  const hand = async (): Promise<void> => {
    const { token, sessionKey } = await street.world.visitor(owner)
    hub.receive({ kind: 'token', token: { token, sessionKey } })
  }
  proxy.faults.rate = SLOW
  const url = `ws://127.0.0.1:${proxy.port}/mqtt`
  hub.receive({
    kind: 'open',
    open: { url, userId: owner, admin: false, gateway: serialNumber, limits: channelLimits },
  })
  let value = 0
  const talk = setInterval(() => {
    value += 1
    for (let at = 0; at < 10; at++)
      driver.host.report({
        device: `d${(value * 10 + at) % DEVICES}`,
        service: 'TemperatureService',
        property: 'temperature',
        value: value % 40,
      })
  }, 100)
  const facts = new Map<string, DeviceFacts>()
  const batches = () => posted.flatMap((message) => (message.kind === 'batch' ? [message] : []))
  await vi.waitFor(() => expect(batches().some(({ devices }) => devices?.all)).toBe(true), {
    timeout: 60_000,
  })
  for (const { devices: news } of batches()) for (const one of news?.facts ?? []) facts.set(one.id, one)
  expect(facts.size).toBe(DEVICES)
  clearInterval(talk)
  driver.host.status({ device: 'd7', status: 5 })
  const told = () => batches().flatMap(({ devices }) => devices?.facts ?? [])
  await vi.waitFor(() => expect(told().findLast(({ id }) => id === 'd7')?.status).toBe(5), WAIT)
  const links = posted.flatMap((message) => (message.kind === 'link' ? [message.state] : []))
  expect(links).toEqual(['connecting', 'live'])
  expect(posted.some(({ kind }) => kind === 'malformed')).toBe(false)
  hub.receive({ kind: 'close' })
}, 90_000)

test('M-07 who reads slowly is not cut for what is told meanwhile, however much still waits for him', async () => {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner)
  const visitor = await world.visitor(owner)
  const peer = await Peer.overWebsocket(`ws://127.0.0.1:${proxy.port}/mqtt`)
  await peer.signIn({
    clientId: `${visitor.sessionKey}-slow`,
    username: owner,
    password: visitor.token,
  })
  const answers = topics.responses(serialNumber, owner, visitor.sessionKey)
  const events = topics.events(serialNumber)
  await peer.subscribe(answers, events)
  proxy.faults.rate = 20 * SLOW
  const filling = 'x'.repeat(12 * 1024 * 1024)
  world.broker.sendResponse({ serialNumber, ...visitor }, { id: 'big', code: 0, data: { filling } })
  // What the kernel takes is gone at once; of the rest far more is left than may wait for who does not read.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (let seq = 1; seq <= 20; seq++)
    world.broker.publishHomeEvent(serialNumber, {
      event: 'layout_changed',
      seq,
      at: new Date().toISOString(),
      data: {},
    })
  await vi.waitFor(() => expect(peer.on(events)).toHaveLength(20), WAIT)
  expect(peer.on(answers)).toHaveLength(1)
  expect(peer.closed).toBe(false)
  peer.kill()
}, 60_000)
