import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Property, Service } from '#schemas/generated/entities/device.ts'
import { writable } from '../values/value-kinds.ts'

/** The catalogue's description of a model as a live device tells it; every value is still unknown. */
export function servicesOf({ services }: DeviceModel): Service[] {
  return Object.entries(services ?? {}).map(([name, { type = name, category, label, properties }]) => ({
    name,
    type,
    ...(category && { category }),
    ...(label && { label }),
    property_list: Object.entries(properties).map(([property, value]) => propertyOf(property, value)),
  }))
}

/** A described value as a device carries it: without placement, history and bridge address. */
export function propertyOf(name: string, value: Value): Property {
  const { kind, source: _source, ...rest } = value
  const {
    triggerable: _t,
    actionable: _a,
    history: _h,
    recordEvery: _r,
    energy: _e,
    icon: _i,
    bands: _b,
    levels: _l,
    gauge: _g,
    ...description
  } = rest
  return { ...description, name, value: null, type: kind, readonly: !writable(value) }
}
