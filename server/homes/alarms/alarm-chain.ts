import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import type { WantedWays } from '#schemas/generated/entities/wanted-ways.ts'
import type { Way } from '#server/outbound/messenger.ts'
import type { AlarmRecipient, AlarmWay } from '#server/store/homes/alarm-recipients.ts'
import type { Priority } from '#server/store/homes/alarms.ts'

export const ALARM_WAYS = [
  'pushNotification',
  'emailNotification',
  'SMS',
  'call',
] as const satisfies readonly AlarmWay[]

/** Priority of what gets through whatever holds others back. */
export const URGENT = 3

/** By which of the ways out of the house each way of an alarm goes. */
export const WAYS_OUT: Readonly<Record<AlarmWay, Way>> = {
  ...{ pushNotification: 'push', emailNotification: 'email', SMS: 'sms', call: 'call' },
}

/** Whom one level consists of. */
export type Told = Pick<AlarmRecipient, 'contact' | 'firstName' | 'userId' | 'ways'>

export interface Level {
  level: number
  people: readonly Told[]
}

/** Recipients by level; without any, whoever may use the home hears of it at once. */
export function levelsOf(
  recipients: readonly (Told & { level: number })[],
  household: readonly Told[],
): readonly Level[] {
  if (recipients.length === 0) return [{ level: 1, people: household }]
  return [...Map.groupBy(recipients, ({ level }) => level)]
    .map(([level, people]) => ({ level, people }))
    .toSorted((a, b) => a.level - b.level)
}

/** Who is told as the so-manieth, counted from 0, and whether anybody is after that; the last level again, while that may help. */
export function atStep(
  levels: readonly Level[],
  step: number,
  priority: Priority,
  { repeats }: Pick<AlarmRules, 'repeats'>,
): { level: Level | undefined; goesOn: boolean } {
  const steps = levels.length + (repeats[priority] ?? 0)
  return {
    level: step < steps ? levels[Math.min(step, levels.length - 1)] : undefined,
    goesOn: step + 1 < steps,
  }
}

const NAMES: Readonly<Record<Priority, keyof WantedWays>> = { 0: 'low', 1: 'medium', 2: 'high', 3: 'urgent' }

/** Which of these ways somebody wants for this priority. What is urgent finds him by one he did not want, rather than by none. */
export function wantedOf(
  ways: readonly AlarmWay[],
  wanted: WantedWays | undefined,
  priority: Priority,
): readonly AlarmWay[] {
  if (!wanted) return ways
  const kept = ways.filter((way) => wanted[NAMES[priority]][way] === true)
  return kept.length === 0 && priority === URGENT ? ways : kept
}

/** The ways of a person that the alarm uses at all. */
export const waysOf = (person: WayOfNotify, alarm: WayOfNotify): readonly AlarmWay[] =>
  ALARM_WAYS.filter((way) => person[way] === true && alarm[way] === true)
