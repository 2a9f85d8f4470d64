import type { DeviceHead, DeviceLink, Home, PropertyAddress, PropertyState } from '#engine/doors.ts'
import type { Delivery, RawValue } from '#engine/widget.ts'
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

const keyOf = ({ device, service, property }: PropertyAddress): string => `${device}/${service}/${property}`
const quiet: Delivery = { phase: 'reported' }

/** The engine's doors to a home that does only what a test says. */
export class FakeHome {
  readonly sent: Sent[] = []
  /** Keys that somebody listens to. */
  readonly listeners = new Map<string, Set<() => void>>()
  readonly #states = new Map<string, PropertyState>()
  readonly #homeListeners = new Set<() => void>()
  #heads = new Map<string, DeviceHead>()
  #devices: ReturnType<Home['devices']>
  #link: ReturnType<Home['link']>
  retries = 0

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
      for (const [key, value] of Object.entries(values))
        this.#states.set(`${head.id}/${key}`, { value, at: Date.now(), delivery: quiet })
    }
    this.#devices = { heads: [...this.#heads.values()], total, complete }
    this.#link = { state: 'live', since: Date.now(), retry: () => this.retries++ }
  }

  readonly link: DeviceLink = {
    get: (address) => this.state(address),
    subscribe: (address, wake) => {
      const key = keyOf(address)
      const set = this.listeners.get(key) ?? new Set()
      this.listeners.set(key, set)
      set.add(wake)
      return () => {
        set.delete(wake)
        if (set.size === 0) this.listeners.delete(key)
      }
    },
    send: (address, value) => {
      this.sent.push({ address, value })
      this.deliver(address, { phase: 'sending', wanted: value })
    },
    dismiss: (address) => this.deliver(address, quiet),
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

  state(address: PropertyAddress): PropertyState {
    const key = keyOf(address)
    const known = this.#states.get(key)
    if (known) return known
    const state: PropertyState = { value: undefined, at: undefined, delivery: quiet }
    this.#states.set(key, state)
    return state
  }

  report(address: PropertyAddress, value: RawValue, at = Date.now()): void {
    this.#set(address, { ...this.state(address), value, at, recalled: false })
  }

  /** What the gateway remembers from before it started. */
  recall(address: PropertyAddress, value: RawValue, at: number): void {
    this.#set(address, { ...this.state(address), value, at, recalled: true })
  }

  deliver(address: PropertyAddress, delivery: Delivery): void {
    this.#set(address, { ...this.state(address), delivery })
  }

  /** How the last order for this property goes on. */
  answer(address: PropertyAddress, phase: Exclude<Delivery['phase'], 'reported'>, reason = ''): void {
    const { delivery } = this.state(address)
    const wanted = delivery.phase === 'reported' ? null : delivery.wanted
    const retry = () => this.link.send(address, wanted)
    if (phase === 'failed') this.deliver(address, { phase, wanted, reason, retry })
    else if (phase === 'diverged') this.deliver(address, { phase, wanted, retry })
    else this.deliver(address, { phase, wanted })
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

  #set(address: PropertyAddress, state: PropertyState): void {
    this.#states.set(keyOf(address), state)
    for (const wake of [...(this.listeners.get(keyOf(address)) ?? [])]) wake()
  }
}
