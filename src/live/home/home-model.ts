import type { RawValue } from '#engine/widget.ts'
import type { Event } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { PropertyChange } from '#schemas/generated/entities/property-change.ts'
import {
  type Change,
  type DevicesUpdate,
  factsOf,
  keyOf,
  type OrderEnded,
  type PropertyKey,
  reportOf,
} from '../channel/protocol.ts'
import type { StoredValue } from '../property-store.ts'
import { devicesOf, ruleOf, type Told } from './device-events.ts'

/** What the model asks of the channel and tells the screen. */
export interface ModelEffects {
  /** Events were lost, or nothing is known yet: ask the gateway for everything. */
  resync(): void
  /** `after`: name of the limit to wait for. */
  fetchDevice(id: string, after: 'deviceAddedDelay' | undefined): void
  fetchFloors(): void
  changed(change: Change): void
  facts(update: DevicesUpdate): void
  event(event: string, data: unknown): void
  ended(order: OrderEnded): void
}

/** More than this many events waiting for one snapshot: it will not catch up; ask again. */
const MAX_WAITING = 10_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The gateway's devices and values as the channel knows them. Events carry a sequence number per gateway
 * (decision 0003): older ones are ignored, a gap asks for a snapshot, and events that arrive
 * while one is under way wait for it.
 */
export class HomeModel {
  readonly #effects: ModelEffects
  readonly #devices = new Map<string, Device>()
  readonly #values = new Map<PropertyKey, StoredValue>()
  #seq: number | undefined
  #waiting: (Event & { seq: number })[] | undefined

  constructor(effects: ModelEffects) {
    this.#effects = effects
  }

  get seq(): number | undefined {
    return this.#seq
  }

  value(key: PropertyKey): StoredValue | undefined {
    return this.#values.get(key)
  }

  /** All values; for comparing with the gateway's own. */
  values(): ReadonlyMap<PropertyKey, StoredValue> {
    return this.#values
  }

  /** The link is new or was cut: whatever happened meanwhile is in the next snapshot. */
  reconnected(): void {
    this.#waiting = []
    this.#effects.resync()
  }

  receive(event: Event): void {
    const { seq } = event
    if (seq === undefined) return this.#effects.event(event.event, event.data)
    if (this.#waiting) return this.#wait({ ...event, seq })
    if (this.#seq !== undefined && seq <= this.#seq) return
    if (this.#seq === undefined || seq > this.#seq + 1) {
      this.#waiting = []
      this.#wait({ ...event, seq })
      this.#effects.resync()
      return
    }
    this.#seq = seq
    this.#apply(event)
  }

  #wait(event: Event & { seq: number }): void {
    if (!this.#waiting) return
    this.#waiting.push(event)
    if (this.#waiting.length <= MAX_WAITING) return
    this.#waiting = []
    this.#effects.resync()
  }

  /** Everything as of `seq`; events that waited and are newer follow in their order. */
  snapshot(objects: readonly Device[], seq: number | undefined): void {
    const waiting = (this.#waiting ?? []).toSorted((a, b) => a.seq - b.seq)
    // A snapshot older than what is already on screen would turn values back.
    if (seq !== undefined && this.#seq !== undefined && seq < this.#seq && !this.#waiting) return
    this.#waiting = undefined
    this.#seq = seq ?? waiting.at(-1)?.seq ?? this.#seq
    const kept = new Set(objects.map((device) => device.id))
    const removed = [...this.#devices.keys()].filter((id) => !kept.has(id))
    for (const id of removed) this.#forget(id)
    for (const device of objects) this.#take(device, true)
    this.#effects.facts({ all: true, facts: objects.map(factsOf), removed })
    for (const event of waiting) {
      // What the snapshot holds is no news any more; what became of an order stands in none.
      if (event.event === 'order_ended' && event.seq <= (this.#seq ?? 0)) this.#apply(event)
      else this.receive(event)
    }
  }

  /** One device, freshly fetched. */
  device(device: Device): void {
    this.#take(device, false)
    this.#effects.facts({ all: false, facts: [factsOf(device)], removed: [] })
  }

  #take(device: Device, newest: boolean): void {
    this.#devices.set(device.id, device)
    for (const service of device.service_list)
      for (const property of service.property_list) {
        const key = keyOf(device.id, service.name, property.name)
        const [at, recalled] = reportOf(property)
        const known = this.#values.get(key)
        // A detail that was on its way while the value changed must not turn it back.
        if (!newest && known?.at !== undefined && (at === undefined || at < known.at)) continue
        this.#set(key, property.value as RawValue, at, recalled)
      }
  }

  #set(key: PropertyKey, value: RawValue, at: number | undefined, recalled: boolean): void {
    const known = this.#values.get(key)
    this.#values.set(key, { value, at, recalled })
    if (known?.value !== value || known.at !== at || known.recalled !== recalled)
      this.#effects.changed([key, value, at, recalled])
  }

  #forget(id: string): void {
    const device = this.#devices.get(id)
    this.#devices.delete(id)
    for (const service of device?.service_list ?? [])
      for (const property of service.property_list)
        this.#values.delete(keyOf(id, service.name, property.name))
  }

  #apply(event: Event): void {
    const data: unknown = event.data
    if (!isRecord(data)) return
    if (event.event.endsWith('_property_changed')) {
      const change = data as unknown as PropertyChange
      return this.#set(
        keyOf(change.device_id, change.service_name, change.property_name),
        change.property_value as RawValue,
        Date.parse(event.at),
        false,
      )
    }
    if (event.event === 'order_ended') return this.#effects.ended(data as unknown as OrderEnded)
    this.#obey(event, data)
    this.#effects.event(event.event, data)
  }

  #obey({ event, at }: Event, data: Told): void {
    const rule = ruleOf(event)
    const ids = devicesOf(data)
    switch (rule?.does) {
      case 'fetch':
        for (const id of ids) this.#effects.fetchDevice(id, rule.after)
        break
      case 'forget': {
        const removed = ids.filter((id) => this.#devices.has(id))
        for (const id of removed) this.#forget(id)
        if (removed.length > 0) this.#effects.facts({ all: false, facts: [], removed })
        break
      }
      case 'patch': {
        const device = this.#devices.get(ids[0] ?? '')
        const part = rule.part(data, at)
        if (device && part) this.#patch({ ...device, ...part })
        break
      }
      case 'floors':
        this.#effects.fetchFloors()
        break
    }
  }

  #patch(device: Device): void {
    this.#devices.set(device.id, device)
    this.#effects.facts({ all: false, facts: [factsOf(device)], removed: [] })
  }
}
