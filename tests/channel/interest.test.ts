import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from './kit.ts'
import { type Peer, WAIT } from './peer.ts'

let world: World
let owner: string
let serialNumber: string
beforeAll(async () => {
  world = await World.open({ tcp: { port: 0 } })
  owner = await world.user()
  serialNumber = await world.gateway(owner)
  world.broker.serve({
    request: () => false,
    gatewaySaid: () => 'forward',
    gatewayConnected: () => undefined,
    gatewayListens: () => undefined,
    gatewayLost: () => undefined,
    watched: () => undefined,
  })
})
afterAll(() => world.close())

const at = '2026-11-30T08:00:00.000Z'
let seq = 0
const changeOf = (device: string) => {
  seq += 1
  const data = { device_id: device, service_name: 'S', property_name: 'p', property_value: seq }
  return { event: `device_${device}_property_changed`, seq, at, data }
}

/** Somebody who hears of the home, and has said what he shows of it. */
async function watcher(shown?: readonly string[]): Promise<Peer> {
  const peer = await world.enter(await world.visitor(owner))
  await peer.subscribe(topics.events(serialNumber))
  if (shown) peer.publish(topics.interest(serialNumber, owner), { values: shown })
  await peer.settled()
  return peer
}

/** Messages of the home, each with the numbers of its events. */
const told = (peer: Peer): number[][] =>
  peer
    .on(topics.events(serialNumber))
    .map((text) => [JSON.parse(text)].flat().map((event: { seq: number }) => event.seq))

/** A home tells 20 values; of the lamp, which is the tenth, somebody shows one. */
function tell(publish: (event: ReturnType<typeof changeOf>) => void): number[] {
  const events = Array.from({ length: 20 }, (_, place) => changeOf(place === 9 ? 'lamp' : `other${place}`))
  for (const event of events) publish(event)
  return events.map((event) => event.seq)
}

describe('decision 0292 what a client does not show is told together', () => {
  test.each([
    [
      'a home that the server plays',
      async () => (event: object) => world.broker.publishHomeEvent(serialNumber, event as never),
    ],
    [
      'a gateway of its own',
      async () => {
        const gateway = await world.gatewayEnters(serialNumber, await world.gatewaySecret(serialNumber))
        return (event: object) => gateway.publish(topics.events(serialNumber), event)
      },
    ],
  ] as const)(
    'by %s: all of it, in its order, in few messages; the others hear each',
    async (_who, opened) => {
      const publish = await opened()
      const [shows, knowsNothing] = [await watcher(['lamp/S/p']), await watcher()]
      const numbers = tell(publish)
      await vi.waitFor(() => {
        expect(told(shows).flat()).toEqual(numbers)
        expect(told(knowsNothing).flat()).toEqual(numbers)
      }, WAIT)
      expect(told(knowsNothing)).toHaveLength(20)
      expect(told(shows).length).toBeLessThanOrEqual(5)
      // The lamp did not wait for what came after it.
      expect(told(shows).at(-1)?.at(-1)).toBe(numbers.at(-1))
      expect(told(shows)).toContainEqual([numbers[9]])
    },
  )

  test('whoever lost the home hears nothing that waited for him', async () => {
    const guest = await world.user()
    const link = { _id: `link-${guest}`, masterAccountId: owner, secondaryAccountId: guest, isSupport: false }
    await world.store.memberships.link({ ...link, verified: true, at: Date.now() })
    const peer = await world.enter(await world.visitor(guest))
    await peer.subscribe(topics.events(serialNumber))
    peer.publish(topics.interest(serialNumber, guest), { values: [] })
    await peer.settled()
    world.broker.publishHomeEvent(serialNumber, changeOf('a'))
    world.broker.publishHomeEvent(serialNumber, changeOf('b'))
    world.broker.cutUser(guest, 'logged_out')
    await peer.gone()
    expect(told(peer)).toHaveLength(1)
  })
})
