import type { DeviceType } from '#schemas/generated/definitions/device-model.ts'
import type { Rules } from '../rules.ts'
import type { DescribedDevice } from './described.ts'

/** What kind of device has these properties, and its icon. */
export function typeOf({ layout }: Rules, described: DescribedDevice): { type: DeviceType; icon: string } {
  const names = new Set<string>()
  for (const { service, property } of described.values()) names.add(service).add(`${service}/${property}`)
  const rule = layout.types.find(({ has }) => has.every((name) => names.has(name)))
  return rule ? { type: rule.type, icon: rule.icon } : { type: 'Generic', icon: 'device' }
}
