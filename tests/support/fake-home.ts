import type { DeviceHead, DeviceLink, Home, PropertyAddress, PropertyState } from '#engine/ports.ts'
import type { Delivery, RawValue } from '#engine/widget.ts'
import { OrderBook } from '#gateway/core/orders/order-book.ts'
import type { Wire } from '#gateway/core/ports.ts'
import type { PropertyKey } from '#live/channel/protocol.ts'
import { systemClock } from '#live/clock.ts'
import { orderLimits } from '#live/limits.ts'
import type { Answered } from '#live/orders.ts'
import { addressKey, PropertyLink } from '#live/property-link.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
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

type LinkState = ReturnType<Home['link']>['state']

const cause = { kind: 'person', user_id: 'anna' } as const

/** A property as a gateway would describe it, going by one of its values. */
const likely = (name: string, value: Wire): Property => ({
  name,
  value: null,
  type:
    typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value === 'object'
          ? 'object'
          : value.startsWith('#')
            ? 'color'
            : 'option',
  readonly: false,
})

/** A home of the test's devices: the real link of a page to its properties, at whose other end the test answers. */
export class FakeHome {
  readonly sent: Sent[] = []
  readonly #watched = new Set<PropertyKey>()
  readonly #unanswered = new Map<PropertyKey, { request: string; answered: Answered }>()
  readonly #posed = new Map<PropertyKey, PropertyState>()
  readonly #homeListeners = new Set<() => void>()
  #heads = new Map<string, DeviceHead>()
  #devices: ReturnType<Home['devices']>
  #link: ReturnType<Home['link']>
  retries = 0
  /** By whose clocks the home lives. */
  zone: string | undefined

  readonly #properties = new PropertyLink({
    watching: {
      wants: (key, pace) => void (pace ? this.#watched.add(key) : this.#watched.delete(key)),
    },
    clock: systemClock,
    limits: orderLimits,
    silent: 'No answer.',
    schedule: (flush) => flush(),
    ask: () => {},
    reason: (_code, message) => message,
    send: (key, value, answered) => {
      const [device = '', service = '', property = ''] = key.split('/')
      const address = { device, service, property }
      const request = `order-${this.sent.push({ address, value })}`
      this.#unanswered.set(key, { request, answered })
      this.#gateway.place(
        { id: request, ...address, value },
        { described: likely(property, value), cause, before: this.#properties.get(address).value ?? null },
      )
      return request
    },
  })

  /** Says of orders what a gateway says of them. */
  readonly #gateway = new OrderBook(systemClock, (ended) =>
    this.#properties.ended(ended as Parameters<PropertyLink['ended']>[0]),
  )

  /** What the home says of its rooms. */
  rooms: ReturnType<Home['rooms']> = []

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
    subscribe: (address, wake, pace) => this.#properties.subscribe(address, wake, pace),
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
    rooms: () => this.rooms,
    floors: () => [],
    zone: () => this.zone,
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
    this.#gateway.judge({ ...address, property: likely(address.property, value), value })
  }

  /** What the gateway remembers from before it started. */
  recall(address: PropertyAddress, value: RawValue, at: number): void {
    this.#properties.apply([[addressKey(address), value, at, true]])
  }

  /** The gateway has taken the last order for this property. */
  accept(address: PropertyAddress): void {
    this.#unanswered.get(addressKey(address))?.answered.accepted()
  }

  /** The gateway did not take the last order, or says later that the device did not. */
  refuse(address: PropertyAddress, reason: string): void {
    const { request = '', answered } = this.#unanswered.get(addressKey(address)) ?? {}
    if (this.link.get(address).delivery.phase !== 'sending')
      return this.#gateway.failed({ ...address, request, code: '', message: reason })
    this.#gateway.withdraw(request, address.device)
    answered?.failed(new Error(reason))
  }

  /** The device answers the last order for this property with a value of its own. */
  diverge(address: PropertyAddress, value: RawValue): void {
    const { request } = this.#unanswered.get(addressKey(address)) ?? {}
    this.#properties.apply([[addressKey(address), value, Date.now()]])
    this.#gateway.judge({ ...address, property: likely(address.property, value), value, request })
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
