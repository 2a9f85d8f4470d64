import { isMoment } from '#gateway/lib/values/value-kinds.ts'
import type { Device, Property, Service } from '#schemas/generated/entities/device.ts'
import type { Wire } from '../ports.ts'
import { describedBy, reported } from './value-check.ts'

export interface LastValue {
  value: Wire
  /** ISO 8601; when it was last reported. */
  at: string
}

export const keyOf = (service: string, property: string): string => `${service}/${property}`

/** spec: a transient event is never a state, so it is never a last value. */
export const isTransient = (property: Property): boolean => isMoment(property)

/** A device with its last values: the description comes from the driver, the values from reports or the store. */
export class HeldDevice {
  readonly driver: string
  /** Epoch ms of the last event per property, for refreshing its time now and then. */
  readonly told = new Map<string, number>()
  #description: Device
  #index: ReadonlyMap<string, { service: Service; property: Property }>
  #values: Map<string, LastValue>
  /** Values that the store remembers and nobody has reported since the start. */
  readonly #recalled: Set<string>
  #view: Device | undefined

  constructor(driver: string, description: Device, values: ReadonlyMap<string, LastValue> = new Map()) {
    this.driver = driver
    this.#description = description
    this.#index = indexOf(description)
    this.#values = new Map(values)
    this.#recalled = new Set(values.keys())
  }

  get id(): string {
    return this.#description.id
  }

  /** As it is on the wire; the same object until something changes. */
  get view(): Device {
    this.#view ??= {
      ...this.#description,
      service_list: this.#description.service_list.map((one) => this.#withValues(one)),
    }
    return this.#view
  }

  /** Without values: what is stored, and compared to see whether a description changed. */
  get description(): Device {
    return this.#description
  }

  get values(): ReadonlyMap<string, LastValue> {
    return this.#values
  }

  find(service: string, property: string): { service: Service; property: Property } | undefined {
    return this.#index.get(keyOf(service, property))
  }

  value(service: string, property: string): Wire {
    return this.#values.get(keyOf(service, property))?.value ?? null
  }

  amend(change: Partial<Device>): void {
    this.#description = { ...this.#description, ...change }
    this.#view = undefined
  }

  /** A new description; last values stay where a property of the kind still is. */
  describe(description: Device): void {
    this.#description = description
    this.#index = indexOf(description)
    this.#view = undefined
    for (const [key, { value }] of this.#values) {
      const property = this.#index.get(key)?.property
      if (!property || reported(value, describedBy(property)) === undefined) this.#values.delete(key)
    }
  }

  keep(key: string, value: Wire, at: string): void {
    this.#values.set(key, { value, at })
    this.#recalled.delete(key)
    this.#view = undefined
  }

  #withValues(service: Service): Service {
    return {
      ...service,
      property_list: service.property_list.map((property) => {
        const key = keyOf(service.name, property.name)
        const last = this.#values.get(key)
        if (!last) return { ...property, value: null }
        const recalled = this.#recalled.has(key) && { recalled: true }
        return { ...property, value: last.value, at: last.at, ...recalled }
      }),
    }
  }
}

function indexOf(device: Device): ReadonlyMap<string, { service: Service; property: Property }> {
  return new Map(
    device.service_list.flatMap((service) =>
      service.property_list.map(
        (property) => [keyOf(service.name, property.name), { service, property }] as const,
      ),
    ),
  )
}

/** The description of a device apart from the values that came inside it. */
export function splitValues(device: Device): { description: Device; values: Map<string, unknown> } {
  const values = new Map<string, unknown>()
  const service_list = device.service_list.map((service) => ({
    ...service,
    property_list: service.property_list.map((property) => {
      const { value, at: _at, recalled: _recalled, ...rest } = property
      if (value !== null && value !== undefined) values.set(keyOf(service.name, property.name), value)
      return { ...rest, value: null }
    }),
  }))
  return { description: { ...device, service_list }, values }
}
