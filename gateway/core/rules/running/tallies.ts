import { DAY, wallOf } from '#gateway/lib/times/zone.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun, RunOutcome } from '#schemas/generated/entities/rule-run.ts'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'
import type { Clock } from '../../ports.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'

type RuleDay = RuleStatistics['days'][number]
type Ended = Exclude<RunOutcome, 'running'>

/** As many days as one screen shows, and some more. */
const KEPT = 35

const SINCE_KEY = 'tallies'
const keyOf = (rule: string): string => `tally/${rule}`

interface Tally {
  /** Where it is later than that of all. */
  since?: number
  last?: number
  /** Oldest first. */
  days: readonly RuleDay[]
}

interface Parts {
  storage: Pick<WriteBehindStore, 'later'>
  clock: Clock
  zone(): string
}

/** How often rules ran, and how that went: a few numbers a day, which stay when the runs themselves are gone. */
export class Tallies {
  readonly #parts: Parts
  readonly #tallies = new Map<string, Tally>()
  #since = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `known`: ids of the rules that there are. What is kept of runs is counted where nothing was counted before. */
  open(
    stored: ReadonlyMap<string, unknown>,
    known: ReadonlySet<string>,
    kept: { runs: readonly RuleRun[]; misses: readonly RuleMiss[]; most: number },
  ): void {
    const since = stored.get(SINCE_KEY)
    for (const [key, value] of stored) {
      if (!key.startsWith('tally/')) continue
      const rule = key.slice('tally/'.length)
      if (known.has(rule) && isTally(value)) this.#tallies.set(rule, value)
      else this.#parts.storage.later(key, () => undefined)
    }
    if (typeof since === 'number') this.#since = since
    else this.#begin(kept)
  }

  #begin({
    runs,
    misses,
    most,
  }: {
    runs: readonly RuleRun[]
    misses: readonly RuleMiss[]
    most: number
  }): void {
    const first = new Map<string, number>()
    const count = new Map<string, number>()
    this.#since = this.#parts.clock.now()
    for (const { at, rule_id } of [...runs, ...misses]) {
      this.#since = Math.min(this.#since, at)
      first.set(rule_id, Math.min(first.get(rule_id) ?? at, at))
    }
    for (const run of runs.toSorted((a, b) => a.at - b.at)) {
      count.set(run.rule_id, (count.get(run.rule_id) ?? 0) + 1)
      this.ran(run)
    }
    for (const miss of misses.toSorted((a, b) => a.at - b.at)) this.missed(miss)
    // Of what ran often only the last runs were kept.
    for (const [rule, runsOfIt] of count)
      if (runsOfIt >= most) this.#put(rule, (tally) => ({ ...tally, since: first.get(rule) ?? this.#since }))
    const begun = this.#since
    this.#parts.storage.later(SINCE_KEY, () => begun)
  }

  /** A run has come to its end, or to another one than was thought: a device reports late. */
  ran(run: RuleRun, before?: RunOutcome): void {
    const { rule_id, at, ended_at = at, outcome } = run
    if (outcome === before || outcome === 'running') return
    this.#put(rule_id, (tally) => ({
      ...tally,
      // What was held back did not run.
      ...(outcome !== 'throttled' && { last: Math.max(tally.last ?? 0, at) }),
      days: this.#onDay(tally.days, at, (day) => {
        const counted = { ...less(day, before), [outcome]: (day[outcome] ?? 0) + 1 }
        if (before !== undefined && before !== 'running') return counted
        if (outcome === 'throttled') return counted
        const took = Math.max(0, ended_at - at)
        return {
          ...counted,
          took: (day.took ?? 0) + took,
          longest: Math.max(day.longest ?? 0, took),
        }
      }),
    }))
  }

  /** What a rule lets pass while it is switched off is no chance. */
  missed({ rule_id, at, why }: RuleMiss): void {
    if (why.some(({ reason }) => reason === 'inactive')) return
    this.#put(rule_id, (tally) => ({
      ...tally,
      days: this.#onDay(tally.days, at, (day) => ({ ...day, missed: (day.missed ?? 0) + 1 })),
    }))
  }

  of(rule: string): RuleStatistics {
    const { since, last, days = [] } = this.#tallies.get(rule) ?? {}
    const oldest = dayOf(this.#parts.clock.now() - (KEPT - 1) * DAY, this.#parts.zone())
    return {
      since: since ?? this.#since,
      ...(last !== undefined && { last_run_at: last }),
      days: days.filter(({ day }) => day >= oldest),
    }
  }

  #onDay(days: readonly RuleDay[], at: number, change: (day: RuleDay) => RuleDay): readonly RuleDay[] {
    const name = dayOf(at, this.#parts.zone())
    const there = days.find(({ day }) => day === name) ?? { day: name }
    return [...days.filter((one) => one !== there), change(there)]
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .slice(-KEPT)
  }

  #put(rule: string, change: (tally: Tally) => Tally): void {
    this.#tallies.set(rule, change(this.#tallies.get(rule) ?? { days: [] }))
    this.#parts.storage.later(keyOf(rule), () => this.#tallies.get(rule))
  }
}

const dayOf = (at: number, zone: string): string => new Date(wallOf(at, zone)).toISOString().slice(0, 10)

/** The day without the end of a run that has come to another one. */
function less(day: RuleDay, before: RunOutcome | undefined): RuleDay {
  if (before === undefined || before === 'running') return day
  const { [before satisfies Ended]: count = 0, ...rest } = day
  return count > 1 ? { ...rest, [before]: count - 1 } : rest
}

const isTally = (value: unknown): value is Tally =>
  typeof value === 'object' && value !== null && 'days' in value && Array.isArray(value.days)
