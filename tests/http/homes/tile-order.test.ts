import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Listener } from '../gateway-kit.ts'
import { Site } from '../kit.ts'

let site: Site
let home: string
let guest: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
  guest = await site.sessionOf('demo-guest')
})
afterAll(() => site.close())

const order = (sessionId: string, devices: readonly string[]) =>
  site.call('PUT', `/api/home/${SN}/order`, { body: { devices }, headers: { sessionId } })
const first = async (sessionId: string, query = '?first=200') =>
  (await site.get(`/api/home/${SN}/snapshot${query}`, sessionId)).json<HomeSnapshot>()
const ids = ({ devices }: HomeSnapshot): string[] => devices.map(({ device }) => device.id)

beforeEach(() => order(home, []))

describe('the order of the tiles is kept on the server', () => {
  test('what was put first comes first in the first answer, the others follow by name', async () => {
    const before = ids(await first(home))
    const [last = '', other = ''] = [before.at(-1), before.at(-7)]
    expect((await order(home, [last, 'gone', other])).status).toBe(204)
    const after = await first(home)
    expect(after.order).toEqual([last, 'gone', other])
    expect(ids(after)).toEqual([last, other, ...before.filter((id) => id !== last && id !== other)])
  })

  test('pages of it hold every device once', async () => {
    const before = ids(await first(home))
    await order(home, before.toReversed().slice(0, 5))
    const whole = ids(await first(home))
    const pages = [ids(await first(home, '?first=10')), ids(await first(home, '?first=200&skip=10'))]
    expect(pages.flat()).toEqual(whole)
    expect(whole.toSorted()).toEqual(before.toSorted())
  })

  test('it is of one person: others who use the gateway keep theirs', async () => {
    const before = ids(await first(guest))
    await order(home, before.toReversed())
    expect(ids(await first(guest))).toEqual(before)
  })

  test('no order is by name again', async () => {
    const before = ids(await first(home))
    await order(home, before.toReversed())
    await order(home, [])
    const after = await first(home)
    expect([ids(after), after.order]).toEqual([before, []])
  })

  test('a device that replaces another one stands beside it in every order that has the other', async () => {
    const { tileOrders } = site.store
    await order(home, ['a', 'b', 'c'])
    await order(guest, ['c', 'd'])
    expect(await tileOrders.succeed(SN, 'b', 'new')).toEqual([
      { userId: 'demo-home', devices: ['a', 'b', 'new', 'c'] },
    ])
    expect(await tileOrders.of('demo-home', SN)).toEqual(['a', 'b', 'new', 'c'])
    expect(await tileOrders.of('demo-guest', SN)).toEqual(['c', 'd'])
    // Twice is once, also for one that stood elsewhere.
    await tileOrders.succeed(SN, 'a', 'new')
    expect(await tileOrders.of('demo-home', SN)).toEqual(['a', 'new', 'b', 'c'])
    await order(guest, [])
  })

  test('nobody keeps an order of a gateway that he may not use, and none twice over', async () => {
    const stranger = await site.sessionOf('demo-owner-0')
    expect((await order(stranger, [])).status).toBe(404)
    expect((await order(home, ['a', 'a'])).status).toBe(400)
  })

  test('the other clients of the person hear of it; nobody else does', async () => {
    const mine = await Listener.of(site, 'demo-home', SN)
    const foreign = await Listener.of(site, 'demo-guest', SN)
    try {
      await order(home, ['a', 'b'])
      const [told] = await mine.heard('tile_order_changed')
      expect(told?.data).toEqual({ serialNumber: SN, devices: ['a', 'b'] })
      await foreign.quiet()
    } finally {
      for (const { peer } of [mine, foreign]) peer.kill()
    }
  })
})
