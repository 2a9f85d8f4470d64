import { DAY, wallOf } from '#gateway/lib/times/zone.ts'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'

type RuleDay = RuleStatistics['days'][number]

/** How runs end that count as one; what was held back did not run. */
export const ENDS = ['done', 'partly', 'failed', 'stopped'] as const

export interface Sums {
  /** Each day of the period, oldest first. */
  days: readonly { day: string; runs: number; vain: number }[]
  runs: number
  ends: Readonly<Record<(typeof ENDS)[number], number>>
  throttled: number
  missed: number
  /** ms; undefined where nothing ran. */
  usual: number | undefined
  longest: number
  /** How many days of the period were counted. */
  counted: number
  /** Where counting began within the period, epoch ms. */
  since: number | undefined
}

const nameOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

const runsOf = (day: RuleDay): number => ENDS.reduce((sum, end) => sum + (day[end] ?? 0), 0)

/** What came of a rule on the last days, today among them. */
export function sumsOf(statistics: RuleStatistics, length: number, now: number, zone: string): Sums {
  const today = Math.floor(wallOf(now, zone) / DAY) * DAY
  const names = Array.from({ length }, (_, n) => nameOf(today - (length - 1 - n) * DAY))
  const known = new Map(statistics.days.map((one) => [one.day, one]))
  const days = names.flatMap((name) => known.get(name) ?? [])
  const sum = (of: (day: RuleDay) => number | undefined): number =>
    days.reduce((all, day) => all + (of(day) ?? 0), 0)
  const first = nameOf(wallOf(statistics.since, zone))
  const late = first > (names[0] ?? '')
  const runs = sum(runsOf)
  return {
    days: names.map((day) => {
      const one = known.get(day)
      return { day, runs: one ? runsOf(one) : 0, vain: one?.failed ?? 0 }
    }),
    runs,
    ends: {
      done: sum(({ done }) => done),
      partly: sum(({ partly }) => partly),
      failed: sum(({ failed }) => failed),
      stopped: sum(({ stopped }) => stopped),
    },
    throttled: sum(({ throttled }) => throttled),
    missed: sum(({ missed }) => missed),
    usual: runs > 0 ? sum(({ took }) => took) / runs : undefined,
    longest: Math.max(0, ...days.map(({ longest = 0 }) => longest)),
    counted: late ? names.filter((name) => name >= first).length : length,
    since: late ? statistics.since : undefined,
  }
}
