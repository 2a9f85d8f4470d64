import { judge } from '#gateway/lib/values/value-check.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ReplayedValue } from '#schemas/generated/entities/rule.ts'
import { DAY, momentOf, wallOf } from '../../lib/times/zone.ts'
import type { Scalar } from '../world.ts'

/** What a value was recorded to become. */
export interface Recorded {
  /** Epoch ms. */
  at: number
  value: unknown
}

/** What a value is told to be, so long after the begin. */
export interface ReplayPoint {
  /** ms. */
  after: number
  value: Scalar
}

/** Nothing in a home changes more often; what comes later is left out. */
const MOST = 5000

/** The same time of the day, so many days later: also where the clocks are changed in between. */
const later = (at: number, days: number, zone: string): number =>
  momentOf(wallOf(at, zone) + days * DAY, zone)

/**
 * What a value is told to be from the begin of a run on, so that it is what it was at the same time of the day in the days
 * before, again and again (decision 0264). What its property does not take is left out, and nothing is told twice in a row.
 * Without anything recorded in these days there is nothing to tell.
 */
export function replayOf(
  recorded: readonly Recorded[],
  { began, days, over, zone }: Pick<ReplayedValue, 'days' | 'over'> & { began: number; zone: string },
  described: Value,
): ReplayPoint[] {
  const from = later(began, -days, zone)
  const known = recorded
    .filter(({ at }) => at <= began)
    .flatMap(({ at, value }) => {
      const judged = judge(value, described)
      return judged.faults.length === 0 && isScalar(judged.value) ? [{ at, value: judged.value }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  const first = known.findLast(({ at }) => at <= from)
  const days_before = known.filter(({ at }) => at > from)
  if (days_before.length === 0) return []
  // What it was when these days began it is when they begin anew.
  const once = [...(first ? [{ ...first, at: from }] : []), ...days_before]
  const points: ReplayPoint[] = []
  let before: Scalar | undefined
  for (let round = days; points.length < MOST; round += days) {
    for (const { at, value } of once) {
      const after = Math.max(0, later(at, round, zone) - began)
      if (after >= over) return points
      if (value !== before) points.push({ after, value })
      before = value
    }
  }
  return points
}

/** Each a little later, by chance, and none before the one before it. What has come by `elapsed` has come: after a restart chance would draw anew. */
export function slid(
  points: readonly ReplayPoint[],
  { spread = 0, elapsed = 0 }: { spread?: number | undefined; elapsed?: number | undefined },
  chance: () => number,
): ReplayPoint[] {
  let last = 0
  return points.map(({ after, value }) => {
    const drawn = after <= elapsed ? after : after + Math.floor(chance() * (spread + 1))
    last = Math.max(last, drawn)
    return { after: last, value }
  })
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
