import { compare } from '#gateway/lib/values/value-kinds.ts'
import type { DeviceTrigger, RuleStatus, TimeTrigger } from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import type { Scalar } from './world.ts'

/** Whether a value is what a trigger waits for; undefined while the value is unknown. */
export function meets(trigger: DeviceTrigger, value: Scalar | undefined): boolean | undefined {
  if (value === undefined) return undefined
  const { compare_type, value: wanted } = trigger
  // Yes is not more than no.
  if (compare_type !== 'EQ' && (typeof value === 'boolean' || typeof wanted === 'boolean')) return false
  return compare(compare_type, 'text', value, wanted)
}

export const statusKey = ({ resource_id, name }: Pick<RuleStatus, 'resource_id' | 'name'>): string =>
  resource_id ?? name

export const propertyKey = (device: string, service: string, property: string): string =>
  `${device}/${service}/${property}`

export const keyOfTrigger = ({ event_source, service_name, property_name }: DeviceTrigger): string =>
  propertyKey(event_source, service_name, property_name)

export const timeFact = ({ id }: TimeTrigger, at: number): TriggerFact => ({
  type: 'TIME_TRIGGER',
  trigger_id: id,
  at,
})

export const deviceFact = (trigger: DeviceTrigger, found: Scalar | undefined, at: number): TriggerFact => ({
  type: 'DEVICE_TRIGGER',
  trigger_id: trigger.id,
  device_id: trigger.event_source,
  ...(trigger.device_name !== undefined && { device_name: trigger.device_name }),
  service_name: trigger.service_name,
  property_name: trigger.property_name,
  compare_type: trigger.compare_type,
  wanted: trigger.value,
  found: found ?? null,
  at,
})

export const statusFact = (status: RuleStatus, found: boolean | undefined, at: number): TriggerFact => ({
  type: 'STATUS_TRIGGER',
  resource_id: statusKey(status),
  status_name: status.name,
  wanted: status.state,
  found: found ?? null,
  at,
})
