import { setImmediate } from 'node:timers/promises'
import rules from '#catalogue/rules/history.json' with { type: 'json' }
import type { HistoryRules } from '#schemas/generated/definitions/rules-history.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import {
  completed,
  dayOf,
  type HistoryValue,
  type Meaning,
  merged,
  NONE,
  type Points,
  pack,
  packPoints,
  rolled,
  thinned,
  unpack,
  unpackPoints,
} from './points.ts'
import type { RecorderParts } from './recorder.ts'

const { keptDays, wholeDays }: HistoryRules = rules

/** How much may wait for the next time that all is sorted. */
const MOST_WAITING = 200
/** Days that are packed at a time: nothing else waits for more. */
const AT_A_TIME = 100

/** Series, its meaning, and what was told when. */
export type Told = [
  series: string,
  meaning: Meaning | null,
  times: readonly number[],
  values: readonly HistoryValue[],
]

/**
 * What every home did, by series and day. What is told waits in rows, which are cheap to add, and is sorted into the days
 * later; one change of days after the other, since what is added to a day is added to what is there.
 */
export class Days {
  readonly #parts: Pick<RecorderParts, 'store' | 'log' | 'clock'>
  /** Rows of each home that wait. */
  readonly #waiting = new Map<string, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: Pick<RecorderParts, 'store' | 'log' | 'clock'>) {
    this.#parts = parts
  }

  /** What is under way ends early; what is not sorted by then waits on. */
  close(): void {
    this.#closed = true
  }

  /** It is on disk when it resolves. */
  async wait(serialNumber: string, told: readonly Told[], at: number): Promise<void> {
    if (told.length === 0) return
    await this.#parts.store.history.append(serialNumber, at, pack(told))
    const waits = (this.#waiting.get(serialNumber) ?? 0) + 1
    this.#waiting.set(serialNumber, waits)
    if (waits < MOST_WAITING) return
    // Nobody waits for it: sorting waits for what is being written.
    this.sort(serialNumber).catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'What homes did was not sorted'),
    )
  }

  /** What waits of one home is sorted. */
  sort(serialNumber: string): Promise<void> {
    return this.#inTurn(() => this.#sort(serialNumber))
  }

  /** What waits of all, once `first` is done; numbers that are no longer new are gathered, what is too old is forgotten. */
  sortAll(first: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await first()
      await this.#sortAll()
    })
  }

  /** Adds days to those that are there; again it adds nothing more. */
  bringBack(serialNumber: string, days: readonly HistoryDay[]): Promise<void> {
    return this.#inTurn(() => this.#bringBack(serialNumber, days))
  }

  /** What the device did is what its successor did. */
  succeed(serialNumber: string, device: string, successor: string): Promise<void> {
    return this.#inTurn(() => this.#succeed(serialNumber, device, successor))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #sortAll(): Promise<void> {
    const { history } = this.#parts.store
    for (const { serialNumber } of await history.waitingHomes()) await this.#sort(serialNumber)
    const today = dayOf(this.#parts.clock.now())
    for (;;) {
      const whole = await history.whole(today - wholeDays, AT_A_TIME)
      for (const { serialNumber, series, day, points } of whole)
        await history.put(serialNumber, [
          { series, day, rolled: true, points: packPoints(rolled(unpackPoints(points))) },
        ])
      if (whole.length < AT_A_TIME || this.#closed) break
      await setImmediate()
    }
    await history.purge(today - keptDays)
  }

  async #sort(serialNumber: string): Promise<void> {
    const { history } = this.#parts.store
    this.#waiting.delete(serialNumber)
    const rows = await history.waiting(serialNumber)
    const sorted = new Map<string, { series: string; day: number; points: Points }>()
    for (const { series, points } of rows.flatMap(({ entries }) => toldIn(entries)))
      for (const [day, some] of byDay(points)) {
        const key = `${series} ${day}`
        sorted.set(key, { series, day, points: merged(sorted.get(key)?.points ?? NONE, some) })
      }
    const all = [...sorted.values()]
    for (let from = 0; from < all.length; from += AT_A_TIME) {
      const some = all.slice(from, from + AT_A_TIME)
      const there = await this.#there(serialNumber, some)
      await history.put(
        serialNumber,
        some.map(({ series, day, points }): HistoryDay => {
          const known = there.get(`${series} ${day}`)
          const together = thinned(merged(known ? unpackPoints(known.points) : NONE, points))
          return { series, day, rolled: known?.rolled ?? false, points: packPoints(together) }
        }),
      )
      await setImmediate()
    }
    await history.sorted(rows.map(({ id }) => id))
  }

  async #bringBack(serialNumber: string, days: readonly HistoryDay[]): Promise<void> {
    const { history } = this.#parts.store
    for (let from = 0; from < days.length && !this.#closed; from += AT_A_TIME) {
      const some = days.slice(from, from + AT_A_TIME)
      const kept = await this.#there(serialNumber, some)
      await history.put(
        serialNumber,
        some.map((day) => {
          const known = kept.get(`${day.series} ${day.day}`)
          if (!known) return day
          const points = completed(unpackPoints(known.points), unpackPoints(day.points))
          return { ...day, rolled: day.rolled || known.rolled, points: packPoints(points) }
        }),
      )
      await setImmediate()
    }
  }

  /** Those of these days that are kept already. */
  async #there(
    serialNumber: string,
    some: readonly Pick<HistoryDay, 'series' | 'day'>[],
  ): Promise<ReadonlyMap<string, HistoryDay>> {
    const days = some.map(({ day }) => day)
    const found = await this.#parts.store.history.days(
      serialNumber,
      [...new Set(some.map(({ series }) => series))],
      { first: Math.min(...days), last: Math.max(...days) },
    )
    return new Map(found.map((day) => [`${day.series} ${day.day}`, day]))
  }

  async #succeed(serialNumber: string, device: string, successor: string): Promise<void> {
    const { history } = this.#parts.store
    const renamed = (await history.ofDevice(serialNumber, device)).map((day) => ({
      ...day,
      series: successor + day.series.slice(device.length),
    }))
    const there = new Map(
      (await history.ofDevice(serialNumber, successor)).map((day) => [`${day.series} ${day.day}`, day]),
    )
    await history.put(
      serialNumber,
      renamed.map((day) => {
        const other = there.get(`${day.series} ${day.day}`)
        return other
          ? { ...day, rolled: day.rolled || other.rolled, points: both(day.points, other.points) }
          : day
      }),
    )
    await history.forgetDevice(serialNumber, device)
  }
}

/** What a row that waits says, series by series. */
export const toldIn = (entries: string): { series: string; points: Points }[] =>
  (unpack(entries) as readonly Told[]).map(([series, meaning, times, values]) => ({
    series,
    points: { times, values, ...(meaning && { meaning }) },
  }))

function byDay({ times, values, meaning }: Points): Map<number, Points> {
  const days = new Map<number, { times: number[]; values: HistoryValue[] }>()
  for (const [place, at] of times.entries()) {
    const day = days.get(dayOf(at)) ?? { times: [], values: [] }
    days.set(dayOf(at), day)
    day.times.push(at)
    day.values.push(values[place] as HistoryValue)
  }
  return new Map([...days].map(([day, points]) => [day, { ...points, ...(meaning && { meaning }) }]))
}

const both = (one: string, other: string): string =>
  packPoints(merged(unpackPoints(one), unpackPoints(other)))
