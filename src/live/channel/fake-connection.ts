import { afterEach, beforeEach, vi } from 'vitest'
import type { PropertyAddress } from '#engine/ports.ts'
import type { RawValue } from '#engine/widget.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { systemClock } from '../clock.ts'
import { type ConnectHome, connectHome, type HomeApi } from './connect.ts'
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
export const level: PropertyAddress = { device: 'd1', service: 'S', property: 'level' }
export const other: PropertyAddress = { ...level, device: 'd2' }

export const deviceOf = (id: string, value: RawValue): Device =>
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

export const snapshotOf = (devices: readonly Device[], more: Partial<HomeSnapshot> = {}): HomeSnapshot => ({
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

export interface Asked {
  id: string
  command: string
  params: Record<string, unknown>
}

interface Given extends Omit<Partial<ConnectHome>, 'api'> {
  /** What it answers otherwise than usual. */
  api?: Partial<HomeApi>
  devices?: Device[]
  answer?(asked: Asked): object | undefined
}

export async function home(given: Given = {}) {
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
          publish: (topic, payload) => {
            if (!topic.endsWith('/requests')) return
            const request = JSON.parse(payload) as Asked
            if (asked.some(({ id }) => id === request.id)) return
            asked.push(request)
            const answer = answerTo(request)
            if (answer)
              queueMicrotask(() => says(`${OWN}/users/u/sessions/k/responses`, { id: request.id, ...answer }))
          },
          subscribe: async () => {},
          ping: () => queueMicrotask(() => events.heard()),
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
      assigned: async () => undefined,
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

/** What the page hears of the network. */
export let page: EventTarget
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
