import { compare, isMoment } from '#gateway/lib/values/value-kinds.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type {
  CallTrigger,
  DeviceTrigger,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import type { EndedRun, Scalar } from './world.ts'

/** Whether a value is what a trigger waits for; undefined while the value is unknown. */
export const meets = (trigger: DeviceTrigger, value: Scalar | undefined): boolean | undefined =>
  value === undefined ? undefined : compared(trigger, value) !== (trigger.negated ?? false)

function compared({ compare_type, value: wanted, inclusive, upper }: DeviceTrigger, value: Scalar): boolean {
  // Yes is not more than no.
  if (compare_type !== 'EQ' && (typeof value === 'boolean' || typeof wanted === 'boolean')) return false
  const is = (way: DeviceTrigger['compare_type'], other: Scalar): boolean =>
    compare(way, 'text', value, other) || (inclusive === true && compare('EQ', 'text', value, other))
  return is(compare_type, wanted) && (upper === undefined || is('LT', upper))
}

/** Whether a trigger waits for how often something comes true, or for a change: a moment, of which nothing lasts. */
export const isTallied = ({ count, change }: Pick<DeviceTrigger, 'count' | 'change'>): boolean =>
  count !== undefined || change !== undefined

type Described = { access?: readonly string[]; rest?: Scalar } | undefined

/**
 * Whether a trigger waits for a moment, of which nothing lasts: an event, or what a button says between two rests. That it
 * rests again does last.
 */
export const isOfMoment = (trigger: DeviceTrigger, described: Described): boolean =>
  isTallied(trigger) ||
  isMoment(described) ||
  (described?.rest !== undefined && meets(trigger, described.rest) === false)

/** The word for how a trigger compares: one of the specification's, or what our own fields make of it (decision 0173). */
export type Comparison = SceneVocabulary['comparisons'][number]['id']

const CHANGES = { any: 'CHANGES', up: 'RISES', down: 'DROPS' } as const

export function comparisonOf({
  compare_type,
  inclusive,
  upper,
  negated,
  change,
}: Pick<DeviceTrigger, 'compare_type' | 'inclusive' | 'upper' | 'negated' | 'change'>): Comparison {
  if (change) return CHANGES[change]
  if (negated) return 'NE'
  if (upper !== undefined) return 'BETWEEN'
  if (!inclusive || compare_type === 'EQ') return compare_type
  return compare_type === 'LT' ? 'LE' : 'GE'
}

export const statusKey = ({ resource_id, name }: Pick<RuleStatus, 'resource_id' | 'name'>): string =>
  resource_id ?? name

export const propertyKey = (device: string, service: string, property: string): string =>
  `${device}/${service}/${property}`

export const keyOfTrigger = ({ event_source, service_name, property_name }: DeviceTrigger): string =>
  propertyKey(event_source, service_name, property_name)

/** A call of an address, or the end of a run where no trigger is named: no device has an empty id. */
export const callKey = (rule_id: string, trigger_id: string): string => `//${rule_id}/${trigger_id}`

export const runKey = (rule_id: string): string => callKey(rule_id, '')

/** The property, or the status, that has changed, what was called, or whose run has ended. */
export const keyOfChange = ({
  device_id,
  service_name,
  property_name,
  resource_id,
  rule_id,
  trigger_id = '',
}: RecordedChange): string =>
  rule_id === undefined
    ? (resource_id ?? propertyKey(device_id ?? '', service_name ?? '', property_name ?? ''))
    : callKey(rule_id, trigger_id)

export const timeFact = ({ id }: TimeTrigger, at: number): TriggerFact => ({
  type: 'TIME_TRIGGER',
  trigger_id: id,
  at,
})

export const sunFact = ({ id, sun }: SunTrigger, at: number): TriggerFact => ({
  type: 'SUN_TRIGGER',
  trigger_id: id,
  sun,
  at,
})

export const callFact = ({ id, name }: CallTrigger, at: number): TriggerFact => ({
  type: 'CALL_TRIGGER',
  trigger_id: id,
  ...(name !== undefined && { call_name: name }),
  at,
})

export const silenceFact = (
  { id, device_id, device_name, after }: SilenceTrigger,
  at: number,
): TriggerFact => ({
  type: 'SILENCE_TRIGGER',
  trigger_id: id,
  device_id,
  ...(device_name !== undefined && { device_name }),
  after,
  at,
})

export const runFact = (
  { id, rule_id, name, end }: RunTrigger,
  { run_id, rule_name = name }: EndedRun,
  at: number,
): TriggerFact => ({
  type: 'RUN_TRIGGER',
  trigger_id: id,
  rule_id,
  rule_name,
  ...(run_id !== undefined && { run_id }),
  end,
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
  ...(trigger.inclusive !== undefined && { inclusive: trigger.inclusive }),
  ...(trigger.upper !== undefined && { upper: trigger.upper }),
  ...(trigger.negated !== undefined && { negated: trigger.negated }),
  ...(trigger.count !== undefined && { count: trigger.count }),
  ...(trigger.change !== undefined && { change: trigger.change }),
  ...(trigger.within !== undefined && { within: trigger.within }),
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
