import type { AlarmNotificationGroup } from '#schemas/generated/entities/alarm-notification-group.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Priority = AlarmNotificationGroup['alarmPriorityCode']

/** From urgent to low, with the word's key and the tone of what nobody has answered (docs/look.md); some are gathered in one row. */
export const PRIORITIES = [
  { code: 3, name: 'urgent', tone: 'danger', gathered: false },
  { code: 2, name: 'high', tone: 'warn', gathered: false },
  { code: 1, name: 'medium', tone: 'warn', gathered: false },
  { code: 0, name: 'low', tone: 'plain', gathered: true },
] as const satisfies readonly { code: Priority; name: string; tone: Tone; gathered: boolean }[]

export const URGENT = PRIORITIES[0].code

/** What an address says; without it urgent ones (spec 3 §5). */
export function priorityIn(said: string | null): Priority | undefined {
  if (said === 'all') return undefined
  return PRIORITIES.find(({ code }) => String(code) === said)?.code ?? URGENT
}

export const STATES = ['notReacted', 'reacted', 'all'] as const
export type State = (typeof STATES)[number]
