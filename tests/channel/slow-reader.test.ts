import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defaultLimits } from '#server/channel/limits.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from './kit.ts'
import { WAIT } from './peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

test('M-07 a frozen reader is cut and delays nobody: each message reaches the other before the next is sent', async () => {
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

  const data = { filling: 'x'.repeat(8000) }
  const before = reader.heard.length
  let sent = 0
  // The kernel takes a few MB for a reader that does not read; then comes our own 1 MB. If the other one had to wait
  // for it, nothing more would be sent and nobody be cut.
  while (world.broker.connections() === 2) {
    world.broker.publishHomeEvent(serialNumber, {
      event: 'layout_changed',
      seq: ++sent,
      at: new Date().toISOString(),
      data,
    })
    await vi.waitFor(() => expect(reader.heard.length).toBe(before + sent), { ...WAIT, interval: 1 })
  }
  expect(sent * data.filling.length).toBeGreaterThan(defaultLimits.waitingBytes)
  expect(reader.on(topic).map((payload) => JSON.parse(payload).seq)).toEqual(
    Array.from({ length: sent }, (_, at) => at + 1),
  )
  expect(world.noted.some(({ facts }) => facts.reason === 'slow reader')).toBe(true)
}, 60_000)

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
