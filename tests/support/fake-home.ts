import type { DeviceHead, DeviceLink, Home, PropertyAddress, PropertyState } from '#engine/doors.ts'
import type { Delivery, RawValue } from '#engine/widget.ts'
import { systemClock } from '#live/clock.ts'
import { orderLimits } from '#live/limits.ts'
import type { Answered } from '#live/orders.ts'
import { addressKey, PropertyLink } from '#live/property-link.ts'
import type { PropertyKey } from '#live/protocol.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'

/** A device as tests and the gallery describe it. */
export interface FakeDevice {
  head: Partial<DeviceHead> & { id: string; name: string }
  layout: DeviceLayout | undefined
  /** By `service/property`. */
  values: Readonly<Record<string, RawValue>>
}

export interface Sent {
  address: PropertyAddress
  value: RawValue
}

const REQUEST = 'order'

type LinkState = ReturnType<Home['link']>['state']

/** A home of the test's devices: the real link of a page to its properties, at whose other end the test answers. */
export class FakeHome {
  readonly sent: Sent[] = []
  readonly #watched = new Set<PropertyKey>()
  readonly #unanswered = new Map<PropertyKey, Answered>()
  readonly #posed = new Map<PropertyKey, PropertyState>()
  readonly #homeListeners = new Set<() => void>()
  #heads = new Map<string, DeviceHead>()
  #devices: ReturnType<Home['devices']>
  #link: ReturnType<Home['link']>
  retries = 0

  readonly #properties = new PropertyLink({
    watching: {
      first: (key) => void this.#watched.add(key),
      last: (key) => void this.#watched.delete(key),
    },
    clock: systemClock,
    limits: orderLimits,
    silent: 'No answer.',
    schedule: (flush) => flush(),
    ask: () => {},
    send: (key, value, answered) => {
      const [device = '', service = '', property = ''] = key.split('/')
      this.sent.push({ address: { device, service, property }, value })
      this.#unanswered.set(key, answered)
    },
  })

  constructor(devices: readonly FakeDevice[], complete = true, total = devices.length) {
    for (const { head, layout, values } of devices) {
      this.#heads.set(head.id, {
        model: layout?.model ?? head.id,
        type: layout?.type ?? 'Generic',
        icon: layout?.icon ?? 'device',
        status: 2,
        networkType: 'zigbee',
        layout,
        ...head,
      })
      this.#properties.seed(
        Object.entries(values).map(([path, value]) => {
          const [service = '', property = ''] = path.split('/')
          return [addressKey({ device: head.id, service, property }), value, Date.now()]
        }),
      )
    }
    this.#devices = { heads: [...this.#heads.values()], total, complete }
    this.#link = { state: 'live', since: Date.now(), retry: () => this.retries++ }
  }

  readonly link: DeviceLink = {
    get: (address) => this.#posed.get(addressKey(address)) ?? this.#properties.get(address),
    subscribe: (address, wake) => this.#properties.subscribe(address, wake),
    send: (address, value) => this.#properties.send(address, value),
    dismiss: (address) => this.#properties.dismiss(address),
  }

  /** Keys that somebody looks at. */
  get watched(): ReadonlySet<PropertyKey> {
    return this.#watched
  }

  readonly home: Home = {
    devices: () => this.#devices,
    device: (id) => this.#heads.get(id),
    rooms: () => [],
    floors: () => [],
    order: () => [],
    arrange: () => {},
    link: () => this.#link,
    subscribe: (wake) => {
      this.#homeListeners.add(wake)
      return () => this.#homeListeners.delete(wake)
    },
  }

  report(address: PropertyAddress, value: RawValue, at = Date.now()): void {
    this.#properties.apply([[addressKey(address), value, at]])
  }

  /** What the gateway remembers from before it started. */
  recall(address: PropertyAddress, value: RawValue, at: number): void {
    this.#properties.apply([[addressKey(address), value, at, true]])
  }

  /** The gateway has taken the last order for this property. */
  accept(address: PropertyAddress): void {
    this.#unanswered.get(addressKey(address))?.accepted({ request: REQUEST, reports: true })
  }

  /** The gateway did not take the last order, or says later that the device did not. */
  refuse(address: PropertyAddress, reason: string): void {
    const key = addressKey(address)
    if (this.link.get(address).delivery.phase === 'sending')
      this.#unanswered.get(key)?.failed(new Error(reason))
    else this.#properties.refused(key, REQUEST, reason)
  }

  /** Stands still in a state, for a picture of it. */
  pose(address: PropertyAddress, delivery: Delivery): void {
    this.#posed.set(addressKey(address), { ...this.#properties.get(address), delivery })
  }

  setHead(id: string, change: Partial<DeviceHead>): void {
    const head = this.#heads.get(id)
    if (head) this.#heads.set(id, { ...head, ...change })
    this.#changed()
  }

  remove(id: string): void {
    this.#heads.delete(id)
    this.#changed()
  }

  setLink(state: LinkState, since = Date.now()): void {
    this.#link = { ...this.#link, state, since }
    for (const wake of [...this.#homeListeners]) wake()
  }

  #changed(): void {
    this.#devices = { ...this.#devices, heads: [...this.#heads.values()], total: this.#heads.size }
    for (const wake of [...this.#homeListeners]) wake()
  }
}
