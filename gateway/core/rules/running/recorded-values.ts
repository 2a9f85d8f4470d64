import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'

/** Properties that rules wait for, ask about or tell, as `device/service/property`: they are recorded change by change. */
export function valuesNamedIn(rules: readonly Rule[]): ReadonlySet<string> {
  const waits = rules.flatMap((rule) => [...(rule.event_triggers ?? []), ...askedValues(rule)])
  const told = rules.flatMap(toldValues).filter(isOfDevice)
  const pathOf = (device: string, at: Pick<DeviceTrigger, 'service_name' | 'property_name'>): string =>
    `${device}/${at.service_name}/${at.property_name}`
  return new Set([
    ...waits.map((one) => pathOf(one.event_source, one)),
    ...told.map((one) => pathOf(one.device_id, one)),
  ])
}
