import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import { describe, liveValue } from '../models/describe.ts'

export interface DescribedProperty {
  service: string
  property: string
  value: Value
}

/** Everything that a device can tell and take, by `service/property`, in the order in which it tells of it. */
export type DescribedDevice = ReadonlyMap<string, DescribedProperty>

export const keyOf = ({ service, property }: { service: string; property: string }): string =>
  `${service}/${property}`

const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined

/** Live description and catalogue merged; what only the catalogue knows is not there. */
export function describedDevice(
  rules: CatalogueRules,
  device: Pick<Device, 'service_list'>,
  model?: DeviceModel,
): DescribedDevice {
  const described = new Map<string, DescribedProperty>()
  for (const { name: service, property_list } of device.service_list) {
    const catalogue = own(model?.services, service)
    for (const live of property_list) {
      const at = { service, property: live.name }
      described.set(keyOf(at), {
        ...at,
        value: describe(rules, at, liveValue(live), own(catalogue?.properties, live.name)),
      })
    }
  }
  return described
}
