import { cleanName, sameName } from '#gateway/lib/names/clean-name.ts'
import type { GivenSetting, RuleStatus } from '#schemas/generated/entities/rule.ts'
import type { Devices } from '../devices/devices.ts'
import { deviceOf, propertyOf } from '../devices/find.ts'
import { check, describedBy } from '../devices/value-check.ts'
import { CommandError, codes } from '../errors.ts'
import type { Statuses } from '../statuses/statuses.ts'
import type { RuleSurroundings } from './rule-check.ts'
import type { RuleBook } from './rule-edit.ts'

/** Most rules of a home. */
const MOST = 1000

/** Throws when the home has as many rules as it can have. */
export function assertSpace({ rules }: RuleBook): void {
  if (rules.size >= MOST) throw new CommandError(codes.conflict, 'There are too many rules')
}

/** A name that somebody gave, cleaned. Throws when nothing is left of it. */
export function givenName(wanted: string): string {
  const name = cleanName(wanted)
  if (!name) throw new CommandError(codes.invalid, 'The name is not valid')
  return name
}

/** Throws the flag `taken` when another rule has the name. */
export function freeName(
  { rules }: RuleBook,
  wanted: string,
  own: string | undefined,
  taken: 'name_exists' | 'sceneNameExists' = 'name_exists',
): string {
  const name = givenName(wanted)
  const clash = [...rules.values()].some(
    (rule) => rule.id !== own && !rule.draft && sameName(rule.name, name),
  )
  if (clash) throw new CommandError(codes.conflict, taken)
  return name
}

interface Action {
  device_id: string
  service_name: string
  property_name: string
  value: unknown
}

/** A value that an action may set, as the property takes it. */
export function actionValue(
  action: Action,
  { devices }: { devices: Pick<Devices, 'get'> },
): GivenSetting['value'] {
  const { property } = propertyOf(
    deviceOf(devices, action.device_id),
    action.service_name,
    action.property_name,
  )
  if (property.readonly) throw new CommandError(codes.invalid, 'not_acting')
  const checked = check(action.value, describedBy(property))
  if (!checked.ok) throw new CommandError(codes.invalid, `The value ${checked.message}`)
  return scalar(checked.value)
}

export function scalar(value: unknown): GivenSetting['value'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new CommandError(codes.invalid, 'The value is not one that rules can hold')
}

export function knownStatus(statuses: Pick<Statuses, 'get'>, id: string): Omit<RuleStatus, 'state'> {
  const status = statuses.get(id)
  if (!status) throw new CommandError(codes.unknown, 'There is no such status')
  return { resource_id: id, name: status.name, icon: status.icon }
}

export function knownAlarm({ alarms }: Pick<RuleSurroundings, 'alarms'>, alarmId: number): void {
  if (!alarms().some((one) => one.alarmId === alarmId))
    throw new CommandError(codes.unknown, 'There is no such alarm')
}
