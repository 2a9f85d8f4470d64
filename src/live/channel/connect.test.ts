import { describe, expect, test } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { channelLimits } from '../limits.ts'
import type { ConnectHome } from './connect.ts'
import { type Asked, deviceOf, home, level, other, snapshotOf } from './fake-connection.ts'

test('a channel that has given up tries again for whoever asks for something', async () => {
  let up = false
  const { live, pass } = await home({
    api: { token: async () => (up ? { token: 't', sessionKey: 'k' } : undefined) },
  })
  await pass(60_000)
  expect(live.home.link().state).toBe('failed')
  up = true
  await pass(60_000)
  expect(live.home.link().state).toBe('failed')
  const answer = live.call('get_layout', {})
  await pass(1000)
  expect(await answer).toEqual({ floors: [] })
  expect(live.home.link().state).toBe('live')
})

describe('what a home shows', () => {
  test('begins with the snapshot and its layouts, and goes on with what is reported', async () => {
    const { live, value, reports } = await home()
    const woken: unknown[] = []
    live.link.subscribe(level, () => void woken.push(value()))
    live.link.subscribe(other, () => void woken.push('other'))
    expect(live.home.devices()).toMatchObject({ total: 2, complete: true })
    expect(live.home.device('d1')).toMatchObject({ name: 'Lamp d1', layout: { model: 'first' } })
    expect([value(), value(other)]).toEqual([10, 20])
    await reports(level, 30)
    await reports(level, 40)
    expect(woken.filter((one) => one !== 'other').slice(-2)).toEqual([30, 40])
    expect(value(other)).toBe(20)
  })

  test('is the same object as long as nothing of it changes', async () => {
    const { live, reports } = await home()
    live.link.subscribe(level, () => {})
    await reports(level, 30)
    const before = live.link.get(level)
    expect(live.link.get(level)).toBe(before)
    await reports(level, 31)
    expect(live.link.get(level)).not.toBe(before)
  })

  test('is not told of what nobody looks at, and catches up when somebody does', async () => {
    const { live, value, reports, pass } = await home()
    const leave = live.link.subscribe(level, () => {})
    await reports(level, 30)
    leave()
    await pass(10)
    await reports(level, 40)
    expect(value()).toBe(30)
    live.link.subscribe(level, () => {})
    await pass(50)
    expect(value()).toBe(40)
  })

  test('has the devices beyond the first page over HTTP while the gateway is away', async () => {
    const [first, second, third] = [deviceOf('d1', 1), deviceOf('d2', 2), deviceOf('d3', 3)]
    const skipped: number[] = []
    const { live, value, pass } = await home({
      devices: [],
      answer: ({ command }) =>
        command === 'get_object_list_by_type_detailed' ? { code: 503, message: 'away' } : undefined,
      api: {
        token: async () => undefined,
        snapshot: async () => snapshotOf([first], { total: 3, online: false }),
        further: async (_serialNumber: string, skip: number) => {
          skipped.push(skip)
          return snapshotOf(skip === 1 ? [second] : [third], { total: 3 })
        },
      },
    })
    expect(live.home.devices()).toMatchObject({ total: 3 })
    await pass(60_000)
    expect(skipped).toEqual([1, 2])
    expect(live.home.devices()).toMatchObject({ complete: true, total: 3 })
    expect(live.home.devices().heads.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3'])
    expect(value({ ...level, device: 'd3' })).toBe(3)
  })

  const partly = (further: ConnectHome['api']['further'], answer?: (asked: Asked) => object | undefined) =>
    home({
      ...(answer && { answer }),
      api: {
        snapshot: async () => snapshotOf([deviceOf('d1', 1)], { total: 3 }),
        further,
      },
    })
  const silentList = ({ command }: Asked): object | undefined =>
    command === 'get_object_list_by_type_detailed' ? { code: 503, message: 'not yet' } : undefined

  test('draws what its page shows beside the first devices before the channel has told of it', async () => {
    const { live, value } = await home({
      beside: Promise.resolve(snapshotOf([deviceOf('d1', 1), deviceOf('d3', 3)], { total: 3 })),
      api: {
        token: () => new Promise(() => {}),
        snapshot: async () => snapshotOf([deviceOf('d1', 1)], { total: 3 }),
      },
    })
    expect(live.home.devices()).toMatchObject({ complete: false, total: 3 })
    expect(live.home.devices().heads.map(({ id }) => id)).toEqual(['d1', 'd3'])
    expect(value({ ...level, device: 'd3' })).toBe(3)
    live.close()
  })

  test('asks for the next devices after those that came in their order, whatever came beside', async () => {
    const skipped: number[] = []
    const { live } = await home({
      answer: silentList,
      beside: Promise.resolve(snapshotOf([deviceOf('d3', 3)], { total: 3 })),
      api: {
        token: async () => undefined,
        snapshot: async () => snapshotOf([deviceOf('d1', 1)], { total: 3 }),
        further: async (_serialNumber: string, skip: number) => {
          skipped.push(skip)
          return snapshotOf([deviceOf('d2', 2), deviceOf('d3', 3)], { total: 3 })
        },
      },
    })
    expect(skipped).toEqual([1])
    expect(live.home.devices()).toMatchObject({ complete: true })
    live.close()
  })

  test('takes nothing from what comes beside once the channel has told all', async () => {
    let come: (snapshot: ReturnType<typeof snapshotOf>) => void = () => {}
    const { live, value, pass } = await home({
      devices: [deviceOf('d1', 7)],
      beside: new Promise((resolve) => (come = resolve)),
    })
    come(snapshotOf([deviceOf('d1', 1), deviceOf('d9', 1)], { total: 2 }))
    await pass(10)
    expect(live.home.devices().heads.map(({ id }) => id)).toEqual(['d1'])
    expect(value({ ...level, device: 'd1' })).toBe(7)
    live.close()
  })

  test('asks for devices beyond the first page only once the channel or the gateway is away', async () => {
    const skipped: number[] = []
    const further = async (_serialNumber: string, skip: number) => {
      skipped.push(skip)
      return undefined
    }
    const { live, loses, present, pass } = await partly(further, silentList)
    await pass(1000)
    await present(true)
    expect(live.home.link().state).toBe('live')
    expect(skipped).toEqual([])
    await present(false)
    expect(live.home.link().state).toBe('offline')
    expect(skipped).toEqual([1])
    await present(true)
    expect(live.home.link().state).toBe('live')
    loses()
    await pass(10)
    expect(skipped).toEqual([1, 1])
    live.close()
  })

  test('asks for devices beyond the first page where the gateway never says which there are', async () => {
    const further = async () => snapshotOf([deviceOf('d2', 2), deviceOf('d3', 3)], { total: 3 })
    // An answer to nobody is none.
    const { live, pass } = await partly(further, ({ command }) =>
      command === 'get_object_list_by_type_detailed' ? { id: 'nobody', code: 0 } : undefined,
    )
    // In steps, so that the broker is heard meanwhile.
    for (let at = 1000; at < channelLimits.requestTimeout; at += 1000) await pass(1000)
    expect(live.home.devices()).toMatchObject({ complete: false })
    await pass(2000)
    expect(live.home.link().state).toBe('live')
    expect(live.home.devices()).toMatchObject({ complete: true, total: 3 })
    live.close()
  })

  test('lets a page go that comes after the channel has told of all', async () => {
    const { promise, resolve: arrives } = Promise.withResolvers<HomeSnapshot | undefined>()
    const { live, loses, pass } = await partly(() => promise, silentList)
    loses()
    await pass(10)
    live.close()
    const before = live.home.devices()
    arrives(snapshotOf([deviceOf('late', 9)], { total: 3, order: ['late'] }))
    await pass(10)
    expect(live.home.devices()).toEqual(before)
    expect([live.home.device('late'), live.home.order()]).toEqual([undefined, []])
  })

  test('begins with the rooms, the order of tiles and the troubles of its bridges that the snapshot knows', async () => {
    const floors = [
      { floor_id: 'f', floor_name: 'Ground', rooms: [{ room_id: 'r', room_name: 'Hall', devices: ['d1'] }] },
    ]
    const { live } = await home({
      boot: Promise.resolve(
        snapshotOf([deviceOf('d1', 1)], {
          floors,
          order: ['d1'],
          bridges: [{ bridge: 'z', reason: 801 }],
        }),
      ),
      answer: () => ({ code: 503, message: 'not yet' }),
    })
    expect(live.home.rooms()).toMatchObject([{ id: 'r', name: 'Hall', devices: ['d1'] }])
    expect(live.home.order()).toEqual(['d1'])
    expect(live.home.devices().bridges).toEqual([{ bridge: 'z', reason: 801 }])
    const { live: plain } = await home({ answer: () => ({ code: 503, message: 'not yet' }) })
    expect([plain.home.order(), plain.home.devices().bridges]).toEqual([[], []])
  })

  test('says by which clocks it lives as soon as the gateway names them', async () => {
    const zones = ['Asia/Tokyo', undefined] as const
    const told = zones.map(async (zone) => {
      const boot = Promise.resolve(snapshotOf([deviceOf('d1', 1)], zone === undefined ? {} : { zone }))
      const { live } = await home({ boot, answer: () => ({ code: 503, message: 'not yet' }) })
      return live.home.zone()
    })
    expect(await Promise.all(told)).toEqual([...zones])
  })

  test('goes on with the rooms and the bridges that the gateway tells of', async () => {
    const floors = [
      { floor_id: 'f', floor_name: 'Ground', rooms: [{ room_id: 'r', room_name: 'Hall', devices: ['d1'] }] },
    ]
    const { live, happens } = await home({
      answer: ({ command }) => (command === 'get_layout' ? { code: 0, data: { floors } } : undefined),
    })
    expect(live.home.rooms()).toMatchObject([{ id: 'r', name: 'Hall' }])
    await happens('bridges_changed', { bridges: [{ bridge: 'z', reason: 801 }] })
    expect(live.home.devices().bridges).toEqual([{ bridge: 'z', reason: 801 }])
  })

  test('takes a new layout and a new order of tiles of its own gateway only', async () => {
    const { live, fetched, userHears } = await home()
    await userHears('catalogue_changed', { serialNumber: 'X', layouts: { d1: 'h2' } })
    await userHears('tile_order_changed', { serialNumber: 'X', devices: ['d2', 'd1'] })
    expect([fetched, live.home.order()]).toEqual([[], []])
    await userHears('catalogue_changed', { serialNumber: 'G', layouts: { d1: 'h2' } })
    await userHears('tile_order_changed', { serialNumber: 'G', devices: ['d2', 'd1'] })
    expect(fetched).toEqual(['h2'])
    expect(live.home.device('d1')?.layout?.model).toBe('h2')
    expect(live.home.device('d2')?.layout?.model).toBe('first')
    expect(live.home.order()).toEqual(['d2', 'd1'])
  })

  test('asks how the tiles were put after nobody could tell for a while, and not where that was brief', async () => {
    const asked: number[] = []
    let order = ['d2', 'd1']
    let answers = Promise.resolve()
    const { live, loses, pass, userHears } = await home({
      api: {
        snapshot: async () => snapshotOf([deviceOf('d1', 1), deviceOf('d2', 2)]),
        further: async (_serialNumber: string, skip: number) => {
          asked.push(skip)
          const now = order
          await answers
          return snapshotOf([], { total: 2, order: now })
        },
      },
    })
    const isBack = async (): Promise<void> => {
      for (let n = 0; n < 60 && live.home.link().state !== 'live'; n++) await pass(500)
      expect(live.home.link().state).toBe('live')
    }
    await pass(1000)
    expect([asked, live.home.order()]).toEqual([[], []])
    loses()
    await pass(3000)
    await isBack()
    expect([asked, live.home.order()]).toEqual([[2], ['d2', 'd1']])

    // What is told meanwhile is newer than what was asked for.
    const { promise, resolve } = Promise.withResolvers<void>()
    answers = promise
    order = ['d1', 'd2']
    loses()
    await pass(3000)
    await isBack()
    expect(asked).toEqual([2, 2])
    await userHears('tile_order_changed', { serialNumber: 'G', devices: ['d2', 'd1'] })
    resolve()
    await pass(100)
    expect(live.home.order()).toEqual(['d2', 'd1'])
  })

  test('asks how devices are drawn after nobody could tell for a while, and what is told meanwhile is newer', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { live, fetched, loses, pass, userHears } = await home({
      api: {
        assigned: async () => {
          await promise
          return { layouts: { d1: 'h2', d2: 'h3' } }
        },
      },
    })
    await pass(1000)
    loses()
    await pass(3000)
    for (let n = 0; n < 60 && live.home.link().state !== 'live'; n++) await pass(500)
    expect([live.home.link().state, fetched]).toEqual(['live', []])
    await userHears('catalogue_changed', { serialNumber: 'G', layouts: { d1: 'h4' } })
    resolve()
    await pass(100)
    expect(['d1', 'd2'].map((id) => live.home.device(id)?.layout?.model)).toEqual(['h4', 'h3'])
    expect(fetched).toEqual(['h4', 'h3'])
  })

  test('wakes who looks at the devices when one changes, until he looks away', async () => {
    const { live, happens } = await home()
    let woken = 0
    const leave = live.home.subscribe(() => void woken++)
    await happens('device_removed', { device_id: 'd1' })
    expect(woken).toBeGreaterThan(0)
    leave()
    woken = 0
    await happens('device_removed', { device_id: 'd2' })
    expect(woken).toBe(0)
  })

  test('takes no snapshot of another gateway for its own', async () => {
    const { live } = await home({
      boot: Promise.resolve(snapshotOf([deviceOf('foreign', 1)], { serialNumber: 'X' })),
      answer: () => ({ code: 503, message: 'not yet' }),
    })
    expect(live.home.devices()).toMatchObject({ total: 0, complete: false })
    expect(live.home.device('foreign')).toBeUndefined()
  })

  test('of nobody is complete at once: there is nothing to wait for', async () => {
    const { live } = await home({ gateway: undefined })
    expect(live.home.devices()).toMatchObject({ total: 0, complete: true })
    expect(live.home.link()).toHaveProperty('retry')
  })

  test('loses a device that is removed', async () => {
    const { live, happens } = await home()
    await happens('device_removed', { device_id: 'd1' })
    expect(live.home.device('d1')).toBeUndefined()
    expect(live.home.devices().total).toBe(1)
  })
})
