import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PropertyAddress } from '#engine/ports.ts'
import type { RawValue } from '#engine/widget.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { systemClock } from '../clock.ts'
import { type ConnectHome, connectHome } from './connect.ts'
import { Hub } from './hub.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import type { CallError } from './requests.ts'
import type { ConnectionEvents } from './transport.ts'

/*
 * The page's whole side of live data: the real store, orders and devices, and the real hub in a worker that is none.
 * Only the broker and the gateway behind it are made up.
 */

const OWN = 'gatehouse/v1/gateways/G'
const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
const level: PropertyAddress = { device: 'd1', service: 'S', property: 'level' }
const other: PropertyAddress = { ...level, device: 'd2' }

const deviceOf = (id: string, value: RawValue): Device =>
  ({
    id,
    device_name: `Lamp ${id}`,
    class: 'X',
    status: 2,
    networkType: 'virtual',
    service_list: [
      {
        name: 'S',
        type: 'S',
        property_list: [{ name: 'level', value, type: 'number', readonly: false, at: later(0) }],
      },
    ],
  }) as Device

const layout = (model: string) => ({ model, type: 'Dimmer', icon: 'dimmer' }) as DeviceLayout

const snapshotOf = (devices: readonly Device[], more: Partial<HomeSnapshot> = {}): HomeSnapshot => ({
  serialNumber: 'G',
  at: later(0),
  seq: 1,
  online: true,
  total: devices.length,
  floors: [],
  devices: devices.map((device) => ({ device, layout: 'h1' })),
  layouts: { h1: layout('first') },
  ...more,
})

/** The worker in the same thread: what passes through it is copied, and arrives a turn later. */
class SameThread {
  readonly #hub: Hub
  readonly #listeners: ((event: { data: FromWorker }) => void)[] = []
  ended = false

  constructor(connect: ConstructorParameters<typeof Hub>[1]['connect']) {
    this.#hub = new Hub((message) => this.#tell(message), {
      clock: systemClock,
      connect,
      random: () => 0.5,
      newId: () => crypto.randomUUID().replaceAll('-', ''),
    })
  }

  addEventListener(_kind: string, listener: (event: { data: FromWorker }) => void): void {
    this.#listeners.push(listener)
  }

  postMessage(message: ToWorker): void {
    const copy = structuredClone(message)
    queueMicrotask(() => this.#hub.receive(copy))
  }

  terminate(): void {
    this.ended = true
  }

  #tell(message: FromWorker): void {
    const data = structuredClone(message)
    queueMicrotask(() => {
      for (const listener of this.#listeners) if (!this.ended) listener({ data })
    })
  }
}

interface Asked {
  id: string
  command: string
  params: Record<string, unknown>
}

async function home(
  given: Partial<ConnectHome> & { devices?: Device[]; answer?: (asked: Asked) => object | undefined } = {},
) {
  const devices = given.devices ?? [deviceOf('d1', 10), deviceOf('d2', 20)]
  const asked: Asked[] = []
  const heard: unknown[] = []
  const failures: CallError[] = []
  const fetched: string[] = []
  let seq = 1
  let broker: ConnectionEvents | undefined
  let worker: SameThread | undefined
  let refused = 0
  const says = (topic: string, body: unknown): void =>
    broker?.message(topic, new TextEncoder().encode(JSON.stringify(body)), false)
  const answerTo = (request: Asked): object | undefined => {
    const own = given.answer?.(request)
    if (own) return own
    if (request.command === 'get_object_list_by_type_detailed')
      return { code: 0, data: { objects: devices, seq } }
    if (request.command === 'get_layout') return { code: 0, data: { floors: [] } }
    return { code: 0, data: {} }
  }
  const live = connectHome({
    userId: 'u',
    admin: false,
    gateway: 'G',
    language: 'en',
    url: 'ws://127.0.0.1/mqtt',
    silent: 'The device did not confirm.',
    reason: (code, message) => `${code}: ${message}`,
    event: (origin, event, data) => void heard.push([origin, event, data]),
    refused: () => void refused++,
    callFailed: (error) => void failures.push(error),
    worker: () => {
      worker = new SameThread((_options, events) => {
        broker = events
        queueMicrotask(() => events.connected())
        return {
          publish: (_topic, payload) => {
            const request = JSON.parse(payload) as Asked
            if (asked.some(({ id }) => id === request.id)) return
            asked.push(request)
            const answer = answerTo(request)
            if (answer)
              queueMicrotask(() => says(`${OWN}/users/u/sessions/k/responses`, { id: request.id, ...answer }))
          },
          subscribe: async () => {},
          ping: () => events.heard(),
          end: () => {},
        }
      })
      return worker as unknown as Worker
    },
    ...given,
    api: {
      token: async () => ({ token: 't', sessionKey: 'k' }),
      snapshot: async () => snapshotOf(devices),
      further: async () => undefined,
      layouts: async () => undefined,
      layout: async (hash) => {
        fetched.push(hash)
        return layout(hash)
      },
      ...given.api,
    },
  })
  await vi.advanceTimersByTimeAsync(200)
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const happens = async (event: string, data: object): Promise<void> => {
    says(`${OWN}/events`, { event, seq: ++seq, at: later(0), data })
    await pass(50)
  }
  return {
    live,
    asked,
    heard,
    failures,
    fetched,
    pass,
    happens,
    userHears: async (event: string, data: object) => {
      says('gatehouse/v1/users/u/events', { event, at: later(0), data })
      await pass(50)
    },
    reports: ({ device, service, property }: PropertyAddress, value: RawValue) =>
      happens(`device_${device}_property_changed`, {
        device_id: device,
        service_name: service,
        property_name: property,
        property_value: value,
      }),
    orders: () => asked.filter(({ command }) => command === 'set_service_property_value'),
    ends: (
      outcome: string,
      request = asked.findLast(({ command }) => command === 'set_service_property_value')?.id,
    ) =>
      happens('order_ended', {
        device_id: 'd1',
        service_name: 'S',
        property_name: 'level',
        request,
        outcome,
        ...(outcome === 'failed' && { code: '1', message: 'no ack' }),
      }),
    ended: () => worker?.ended,
    refused: () => refused,
    present: async (online: boolean) => {
      says(`${OWN}/presence`, { state: online ? 'online' : 'offline' })
      await pass(50)
    },
    hangsUp: () => broker?.closed('refused'),
    loses: () => broker?.closed('lost'),
    value: (address = level) => live.link.get(address).value,
    delivery: (address = level) => live.link.get(address).delivery,
  }
}

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
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
        layouts: async () => undefined,
        layout: async () => undefined,
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
        token: async () => ({ token: 't', sessionKey: 'k' }),
        snapshot: async () => snapshotOf([deviceOf('d1', 1)], { total: 3 }),
        further,
        layouts: async () => undefined,
        layout: async () => undefined,
      },
    })
  const silentList = ({ command }: Asked): object | undefined =>
    command === 'get_object_list_by_type_detailed' ? { code: 503, message: 'not yet' } : undefined

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

  test('lives by the clocks that the gateway names, if this browser knows them', async () => {
    const zones = ['Asia/Tokyo', 'Nowhere/At_All', undefined] as const
    const told = zones.map(async (zone) => {
      const boot = Promise.resolve(snapshotOf([deviceOf('d1', 1)], zone === undefined ? {} : { zone }))
      const { live } = await home({ boot, answer: () => ({ code: 503, message: 'not yet' }) })
      return live.home.zone()
    })
    expect(await Promise.all(told)).toEqual(['Asia/Tokyo', undefined, undefined])
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
        token: async () => ({ token: 't', sessionKey: 'k' }),
        snapshot: async () => snapshotOf([deviceOf('d1', 1), deviceOf('d2', 2)]),
        further: async (_serialNumber: string, skip: number) => {
          asked.push(skip)
          const now = order
          await answers
          return snapshotOf([], { total: 2, order: now })
        },
        layouts: async () => undefined,
        layout: async () => undefined,
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

describe('an order', () => {
  test('goes to the property that is meant, is accepted, confirmed by the gateway, and then quiet', async () => {
    const { live, orders, delivery, reports, ends, pass } = await home()
    live.link.subscribe(level, () => {})
    live.link.send(level, 50)
    expect(delivery()).toEqual({ phase: 'sending', wanted: 50 })
    await pass(10)
    expect(orders()).toMatchObject([
      { params: { device_id: 'd1', service_name: 'S', property_name: 'level', property_value: 50 } },
    ])
    expect(delivery()).toEqual({ phase: 'accepted', wanted: 50 })
    await reports(level, 50)
    expect(delivery()).toEqual({ phase: 'accepted', wanted: 50 })
    await ends('confirmed')
    expect(delivery()).toEqual({ phase: 'confirmed', wanted: 50 })
    await pass(2000)
    expect(delivery()).toEqual({ phase: 'reported' })
  })

  test('that the gateway refuses has failed, in the words of its code, and can be tried again', async () => {
    const { live, asked, orders, delivery, failures, pass } = await home({
      answer: ({ command }) =>
        command === 'set_service_property_value' ? { code: 423, message: 'locked' } : undefined,
    })
    live.link.send(level, 50)
    await pass(10)
    const now = delivery()
    expect(now).toMatchObject({ phase: 'failed', wanted: 50, reason: '423: locked' })
    expect(failures).toMatchObject([{ code: '423', message: 'locked' }])
    // What came of it is known: nobody is asked.
    expect(asked.map(({ command }) => command)).not.toContain('get_device_property')
    if (now.phase === 'failed') now.retry()
    await pass(10)
    expect(orders()).toHaveLength(2)
  })

  test('L-08 of which nobody knows what came is not called done, and the device is asked', async () => {
    const { live, asked, delivery, pass } = await home({
      answer: ({ command }) =>
        command === 'set_service_property_value' ? { code: 425, message: 'unknown' } : undefined,
    })
    live.link.send(level, 50)
    await pass(10)
    expect(delivery()).toMatchObject({ phase: 'failed', reason: '425: unknown' })
    expect(asked.at(-1)).toMatchObject({
      command: 'get_device_property',
      params: { device_id: 'd1', service_name: 'S', property_name: 'level' },
    })
  })

  test('is failed by the failure of its own request, by no other', async () => {
    const { live, delivery, ends, pass } = await home()
    live.link.send(level, 50)
    await pass(10)
    await ends('failed', 'another')
    expect(delivery()).toMatchObject({ phase: 'accepted' })
    await ends('failed')
    expect(delivery()).toMatchObject({ phase: 'failed', reason: '1: no ack' })
    live.link.dismiss(level)
    expect(delivery()).toEqual({ phase: 'reported' })
  })
})

describe('the end', () => {
  test('a call that is under way is told, the worker ends, and nothing is heard any more', async () => {
    const { live, ended, pass } = await home({
      answer: ({ command }) => (command === 'ping' ? {} : undefined),
    })
    const call = live.call('ping', {})
    const settled = expect(call).rejects.toMatchObject({ code: '-2' })
    await pass(10)
    live.close()
    await settled
    expect(ended()).toBe(true)
  })

  test('what a command answers is handed on, and events are told with where they come from', async () => {
    const { live, heard, happens, userHears, pass } = await home({
      answer: ({ command }) => (command === 'get_zones' ? { code: 0, data: { zones: [1] } } : undefined),
    })
    const answer = live.call('get_zones', {})
    await pass(10)
    expect(await answer).toEqual({ zones: [1] })
    await happens('room_added', { room_id: 'r' })
    await userHears('gateway_changed', { serialNumber: 'G' })
    expect(heard).toMatchObject([
      ['gateway', 'room_added', { room_id: 'r' }],
      ['user', 'gateway_changed', { serialNumber: 'G' }],
    ])
  })

  test('a session that the broker does not take is told once', async () => {
    const { hangsUp, refused, pass } = await home()
    hangsUp()
    await pass(100)
    expect(refused()).toBe(1)
  })

  test('a link that is lost is stale, and is tried again at once when the network is back', async () => {
    const { live, loses, pass } = await home()
    expect(live.home.link().state).toBe('live')
    loses()
    await pass(1)
    expect(live.home.link().state).toBe('stale')
    page.dispatchEvent(new Event('online'))
    await pass(50)
    expect(live.home.link().state).toBe('live')
    live.close()
  })

  test('a link that was lost while nobody looked is tried again as soon as somebody does', async () => {
    const { live, loses, pass } = await home()
    loses()
    Object.assign(document, { hidden: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(50)
    expect(live.home.link().state).toBe('stale')
    Object.assign(document, { hidden: false })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(50)
    expect(live.home.link().state).toBe('live')
    live.close()
  })
})
