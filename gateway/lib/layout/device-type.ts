import type { DeviceType } from '#schemas/generated/definitions/device-model.ts'
import type { TypeRule } from '#schemas/generated/definitions/rules-layout.ts'
import type { CatalogueRules } from '../models/catalogue-rules.ts'
import type { DescribedDevice } from './described.ts'

type Kind = Pick<TypeRule, 'icon' | 'head'> & { type: DeviceType }

/** What kind of device has these properties, its icon, and what stands in its head. */
export function typeOf({ layout }: CatalogueRules, described: DescribedDevice): Kind {
  const names = new Set<string>()
  for (const { service, property } of described.values()) names.add(service).add(`${service}/${property}`)
  return (
    layout.types.find(({ has }) => has.every((name) => names.has(name))) ?? {
      type: 'Generic',
      icon: 'device',
    }
  )
}
