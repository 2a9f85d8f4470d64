import analytics from '#catalogue/rules/analytics.json' with { type: 'json' }
import json from '#catalogue/rules/statistics.json' with { type: 'json' }
import type { AnalyticsRules } from '#schemas/generated/definitions/rules-analytics.ts'
import type { CountedClass, StatisticsRules } from '#schemas/generated/definitions/rules-statistics.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

export const rules = json as StatisticsRules
/** What can be asked besides the report. */
export const { engines } = analytics as AnalyticsRules

export const DAY = 86_400_000
export const dayOf = (at: number): number => Math.floor(at / DAY)

/** The class that a device counts for: the first that fits. */
function classOf({ service_list }: Pick<Device, 'service_list'>): CountedClass | undefined {
  const names = new Set(service_list.map(({ name }) => name))
  return rules.classes.find(({ has }) => !has || has.some((name) => names.has(name)))
}

/** Devices by class. */
export function classesOf(devices: readonly Pick<Device, 'service_list'>[]): ReadonlyMap<string, number> {
  const classes = new Map<string, number>()
  for (const device of devices) {
    const { id } = classOf(device) ?? {}
    if (id !== undefined) classes.set(id, (classes.get(id) ?? 0) + 1)
  }
  return classes
}
