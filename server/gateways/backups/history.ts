import rules from '#catalogue/rules/history.json' with { type: 'json' }
import type { BackupHistory, BackupHistoryDay } from '#schemas/generated/entities/backup-history.ts'
import {
  DAY,
  dayOf,
  lacks,
  type Packed,
  packPoints,
  plainOf,
  pointsOf,
  unpackPoints,
} from '#server/homes/history/points.ts'
import { inPortions } from '#server/lib/portions.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import type { LifeParts } from '../parts.ts'

/** Read at a time, going back. */
const DAYS = 7
/** Days of series that are worked at before everybody else has his turn. */
const AT_A_TIME = 100
/** Days are kept packed one by one; packed together they come to about that much of it. */
const SHARE = 0.4
/** As much as a file may unpack to. */
const MOST_TEXT = 7_500_000
const TRIES = 6
/** What is still too much is cut somewhat further than it would have to be. */
const CUT = 0.92

type Parts = Pick<LifeParts, 'store' | 'homes' | 'clock'>

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
const firstOf = (today: number): number => today - rules.keptDays

export type KeptHistory = BackupHistory & { from: string }

/** What a home did, whole days of it, the newest first, as far back as its file has room; undefined where there is none, or it did nothing yet. */
export async function historyOf(
  parts: Parts,
  serialNumber: string,
  { room, sizeOf }: { room: number; sizeOf(history: KeptHistory): Promise<number> },
): Promise<{ history: KeptHistory; size: number } | undefined> {
  await parts.homes.recorded.upToDate(serialNumber)
  let most = room / SHARE
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await daysBack(parts, serialNumber, most)
    if (!found) return undefined
    const { length, ...history } = found
    const size = await sizeOf(history)
    if (size <= room && JSON.stringify(history).length <= MOST_TEXT) return { history, size }
    most = Math.min(length * CUT, ((length * room) / size) * CUT)
  }
  return undefined
}

/** Whole days of so many characters, as they are kept. */
async function daysBack(
  { store, clock }: Parts,
  serialNumber: string,
  most: number,
): Promise<(KeptHistory & { length: number }) | undefined> {
  const today = dayOf(clock.now())
  const first = Math.max(firstOf(today), (await store.history.firstDay(serialNumber)) ?? today)
  const series = (await store.history.lastDays(serialNumber, today)).map((one) => one.series)
  const found: HistoryDay[] = []
  let length = 0
  let from: number | undefined
  for (let last = today; last >= first; last -= DAYS) {
    const days = await store.history.days(serialNumber, series, {
      first: Math.max(first, last - DAYS + 1),
      last,
    })
    for (const [day, some] of [...Map.groupBy(days, ({ day }) => day)].sort(([a], [b]) => b - a)) {
      const more = some.reduce((sum, { points }) => sum + points.length, 0)
      if (length + more > most) return from === undefined ? undefined : done(found, from, length)
      length += more
      found.push(...some)
      from = day
    }
  }
  return from === undefined ? undefined : done(found, from, length)
}

const done = (found: readonly HistoryDay[], from: number, length: number) => ({
  days: found.map(writtenOf),
  from: dateOf(from),
  length,
})

/** What of it a home can take: of devices and statuses that it knows, and of the gateway itself where it is the same one. */
export async function historyFor(
  { days }: BackupHistory,
  knows: { devices: ReadonlyMap<string, string>; statuses: ReadonlySet<string>; isSame: boolean },
  today: number,
): Promise<readonly HistoryDay[]> {
  const taken = (one: BackupHistory['days'][number]): HistoryDay[] => {
    const series = knownAs(one.series, knows)
    if (series === undefined || one.day > today || one.day < firstOf(today)) return []
    const points = pointsOf(one as Packed)
    return [{ series, day: one.day, rolled: points.spans !== undefined, points: packPoints(points) }]
  }
  return (await inPortions(days, AT_A_TIME, (some) => some.flatMap(taken))).flat()
}

/** How many of these days the home does not have, or not all of. */
export async function missingOf(
  { store }: Pick<Parts, 'store'>,
  serialNumber: string,
  days: readonly HistoryDay[],
): Promise<number> {
  if (days.length === 0) return 0
  const all = days.map(({ day }) => day)
  const there = new Map(
    (
      await store.history.days(serialNumber, [...new Set(days.map(({ series }) => series))], {
        first: all.reduce((least, day) => Math.min(least, day)),
        last: all.reduce((most, day) => Math.max(most, day)),
      })
    ).map(({ series, day, points }) => [`${series} ${day}`, points]),
  )
  const isMissing = ({ series, day, points }: HistoryDay): boolean => {
    const known = there.get(`${series} ${day}`)
    return known === undefined || lacks(unpackPoints(known), unpackPoints(points))
  }
  const missing = await inPortions(days, AT_A_TIME, (some) => some.filter(isMissing).length)
  return missing.reduce((sum, n) => sum + n, 0)
}

/** A series as the home calls it; devices may have been given a substitute. */
function knownAs(
  series: string,
  { devices, statuses, isSame }: Parameters<typeof historyFor>[1],
): string | undefined {
  if (series === '') return isSame ? series : undefined
  if (series.startsWith('@')) return statuses.has(series.slice(1)) ? series : undefined
  const end = series.indexOf('/')
  const device = end < 0 ? series : series.slice(0, end)
  const now = devices.get(device)
  return now === undefined ? undefined : now + series.slice(device.length)
}

const writtenOf = ({ series, day, points }: HistoryDay): BackupHistoryDay => {
  const { t, v, s, m } = plainOf(unpackPoints(points))
  return {
    ...{ series, day, t: [...t], v: [...v] },
    ...(s && { s: s.map((numbers) => [...numbers]) as BackupHistoryDay['s'] }),
    ...(m && { m }),
  }
}

/** Whether each day is whole: as many times as values, ascending, within it. */
export const isWhole = ({ days }: BackupHistory): boolean =>
  days.every(({ day, t, v, s }) => {
    if (t.length !== v.length || s?.some((numbers) => numbers.length !== t.length)) return false
    let at = 0
    for (const [place, later] of t.entries()) {
      if (place > 0 && later < 0) return false
      at += later
    }
    return t.length === 0 || (dayOf(t[0] ?? 0) === day && dayOf(at) === day)
  })
