import type { AlarmNotificationGroup } from '#schemas/generated/entities/alarm-notification-group.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Priority = AlarmNotificationGroup['alarmPriorityCode']

/** From urgent to low, with the word's key and the tone of what nobody has answered (docs/look.md). */
export const PRIORITIES = [
  { code: 3, name: 'urgent', tone: 'danger' },
  { code: 2, name: 'high', tone: 'warn' },
  { code: 1, name: 'medium', tone: 'warn' },
  { code: 0, name: 'low', tone: 'plain' },
] as const satisfies readonly { code: Priority; name: string; tone: Tone }[]

/** What an address says; without it urgent ones (spec 3 §5). */
export function priorityIn(said: string | null): Priority | undefined {
  if (said === 'all') return undefined
  return PRIORITIES.find(({ code }) => String(code) === said)?.code ?? 3
}

export const STATES = ['notReacted', 'reacted', 'all'] as const
export type State = (typeof STATES)[number]
