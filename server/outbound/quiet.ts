import type { PushMode } from '../store/people/push-subscriptions.ts'
import type { QuietHours } from '../store/people/quiet-hours.ts'

const MINUTE = 60_000
const DAY_MINUTES = 1440

/** When it is over, if it is quiet at this moment by the clock of that zone; undefined: it is not. */
export function quietUntil({ active, from, until, zone }: QuietHours, now: number): number | undefined {
  if (!active || from === until) return undefined
  const minute = minuteOf(now, zone)
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return undefined
  const left = (until - minute + DAY_MINUTES) % DAY_MINUTES
  return Math.floor(now / MINUTE) * MINUTE + left * MINUTE
}

export type Held = { kind: 'now' } | { kind: 'later'; at: number } | { kind: 'never' }

/** What a device may be woken for, and when. What is urgent always gets through. */
export function heldBack(mode: PushMode, urgent: boolean, hours: QuietHours | undefined, now: number): Held {
  if (urgent) return { kind: 'now' }
  if (mode === 'urgent') return { kind: 'never' }
  const end = mode === 'quiet' && hours ? quietUntil(hours, now) : undefined
  return end === undefined ? { kind: 'now' } : { kind: 'later', at: end }
}

function minuteOf(now: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatToParts(now)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return part('hour') * 60 + part('minute')
}
