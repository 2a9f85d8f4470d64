import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topics } from '#server/channel/topics.ts'
import { World } from './kit.ts'
import { WAIT } from './peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

test('M-07 a frozen reader is cut and delays nobody: 200 messages a second of 8 KB, none lost, no gap over 250 ms', async () => {
  const owner = await world.user()
  const serialNumber = await world.gateway(owner)
  const topic = topics.events(serialNumber)
  const [frozen, reader] = [
    await world.enter(await world.visitor(owner)),
    await world.enter(await world.visitor(owner)),
  ]
  await frozen.subscribe(topic)
  await reader.subscribe(topic)
  frozen.freeze()
  expect(world.broker.connections()).toBe(2)

  const arrivals: number[] = []
  const data = { filling: 'x'.repeat(8000) }
  let sent = 0
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const heard = reader.heard.length
    world.broker.publishHomeEvent(serialNumber, {
      event: 'layout_changed',
      seq: ++sent,
      at: new Date().toISOString(),
      data,
    })
    if (heard === arrivals.at(-1)) return
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    arrivals.push(heard)
  }, 5)
  // The kernel takes a few MB for a reader that does not read; then comes our own 1 MB.
  await vi.waitFor(() => expect(world.broker.connections()).toBe(1), { timeout: 20_000, interval: 20 })
  clearInterval(timer)

  await vi.waitFor(() => expect(reader.on(topic)).toHaveLength(sent), WAIT)
  expect(reader.on(topic).map((payload) => JSON.parse(payload).seq)).toEqual(
    Array.from({ length: sent }, (_, at) => at + 1),
  )
  expect(longest).toBeLessThan(250)
  expect(world.noted.some(({ facts }) => facts.reason === 'slow reader')).toBe(true)
}, 30_000)

test('M-07 one answer larger than the buffer is delivered to a reader that reads', async () => {
  const owner = await world.user()
  const serialNumber = await world.gateway(owner)
  const visitor = await world.visitor(owner)
  const peer = await world.enter(visitor)
  const topic = topics.responses(serialNumber, owner, visitor.sessionKey)
  await peer.subscribe(topic)
  const data = { filling: 'x'.repeat(3 * 1024 * 1024) }
  world.broker.sendResponse({ serialNumber, ...visitor }, { id: 'big', code: 0, data })
  await vi.waitFor(() => expect(peer.on(topic)).toHaveLength(1), WAIT)
  await peer.settled()
})
