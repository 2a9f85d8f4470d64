import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { codes } from '../../errors.ts'
import type { Clock } from '../../ports.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import type { Tallies } from './tallies.ts'

const kept = 30 * 86_400_000
export const mostOfRule = 100
const mostRuns = 5000
const mostMisses = 50
/** Nobody counts further. */
const deepest = 50
/** Chances that an inactive rule lets pass are no news. */
const mostInactive = 20

/** Which runs must not be lost; there as long as a run with a pause is under way. */
export const UNDER_WAY_KEY = 'rules/under-way'

interface Within {
  from?: number | undefined
  to?: number | undefined
}

interface Parts {
  storage: Pick<WriteBehindStore, 'now' | 'later'>
  clock: Clock
  /** What stays of runs when they are gone. */
  tallies?: Pick<Tallies, 'ran' | 'missed'>
}

const UNKNOWN = 'INTERRUPTED: The gateway restarted meanwhile, the outcome is unknown'

const runKey = (id: string): string => `run/${id}`
const missKey = (rule: string): string => `miss/${rule}`

/** The last runs of rules, step by step, and the chances that they missed: 30 days, and never too many. */
export class Runs {
  readonly #storage: Parts['storage']
  readonly #clock: Clock
  readonly #tallies: Parts['tallies']
  /** Oldest first. */
  readonly #runs = new Map<string, RuleRun>()
  /** By rule, oldest first. */
  readonly #ofRule = new Map<string, string[]>()
  readonly #misses = new Map<string, readonly RuleMiss[]>()
  readonly #underWay = new Set<string>()

  constructor({ storage, clock, tallies }: Parts) {
    this.#storage = storage
    this.#clock = clock
    this.#tallies = tallies
  }

  /** Answers with what was in the middle: somebody goes on with it or says that nobody does. What came of its last orders nobody knows. */
  open(stored: ReadonlyMap<string, unknown>): readonly RuleRun[] {
    const runs: RuleRun[] = []
    for (const [key, value] of stored) {
      if (key.startsWith('run/') && isRecord(value)) runs.push(value as unknown as RuleRun)
      if (key.startsWith('miss/') && Array.isArray(value)) this.#misses.set(key.slice('miss/'.length), value)
    }
    for (const run of runs.sort((a, b) => a.at - b.at)) {
      this.#add(run)
      if (run.outcome === 'running') this.put(interrupted(run, this.#clock.now()))
    }
    this.#prune()
    if (stored.has(UNDER_WAY_KEY)) this.#keepUnderWay()
    return [...this.#runs.values()].filter(({ outcome }) => outcome === 'running')
  }

  get(id: string): RuleRun | undefined {
    return this.#runs.get(id)
  }

  /** A run that begins, or has gone on. */
  put(run: RuleRun): void {
    const before = this.#runs.get(run.run_id)
    const fresh = before === undefined
    this.#tallies?.ran(run, before?.outcome)
    if (fresh) this.#add(run)
    else this.#runs.set(run.run_id, run)
    this.#storage.later(runKey(run.run_id), () => this.#runs.get(run.run_id))
    if (fresh) this.#prune(run.rule_id)
    if (run.outcome !== 'running' && this.#underWay.delete(run.run_id)) this.#keepUnderWay()
  }

  /** Resolves when what is known of a run that is under way is stored. */
  async keep(id: string): Promise<void> {
    this.#underWay.add(id)
    await this.#storage.now(
      new Map<string, unknown>([
        [runKey(id), this.#runs.get(id)],
        [UNDER_WAY_KEY, [...this.#underWay]],
      ]),
    )
  }

  miss(miss: RuleMiss): void {
    const { rule_id: rule } = miss
    this.#tallies?.missed(miss)
    const inactive = ({ why }: RuleMiss): boolean => why.some(({ reason }) => reason === 'inactive')
    let left = mostInactive
    const misses = [miss, ...(this.#misses.get(rule) ?? [])].filter((one) => !inactive(one) || left-- > 0)
    this.#misses.set(rule, misses.slice(0, mostMisses))
    this.#storage.later(missKey(rule), () => this.#misses.get(rule))
  }

  /** Newest first. */
  runs(rule: string | undefined, limit: number, within: Within = {}): RuleRun[] {
    const ids = rule === undefined ? [...this.#runs.keys()] : [...(this.#ofRule.get(rule) ?? [])]
    const isWithin = this.#within(within)
    const found: RuleRun[] = []
    for (const id of ids.reverse()) {
      const run = this.#runs.get(id)
      if (run && isWithin(run)) found.push(run)
      if (found.length === limit) break
    }
    return found
  }

  /** What is asked for, and is not too old. */
  #within({ from = 0, to = Infinity }: Within): (one: { at: number }) => boolean {
    const since = Math.max(from, this.#clock.now() - kept)
    return ({ at }) => at >= since && at < to
  }

  last(rule: string): RuleRun | undefined {
    return this.runs(rule, 1)[0]
  }

  /** How many runs set one another off until this one. */
  depth(id: string | undefined): number {
    let depth = 0
    for (let at = id; at !== undefined && depth < deepest; at = this.#runs.get(at)?.caused_by_run) depth += 1
    return depth
  }

  misses(rule: string | undefined, limit: number, within: Within = {}): RuleMiss[] {
    const all = rule === undefined ? [...this.#misses.values()].flat() : (this.#misses.get(rule) ?? [])
    return all
      .filter(this.#within(within))
      .toSorted((a, b) => b.at - a.at)
      .slice(0, limit)
  }

  #keepUnderWay(): void {
    this.#storage.later(UNDER_WAY_KEY, () => (this.#underWay.size > 0 ? [...this.#underWay] : undefined))
  }

  #add(run: RuleRun): void {
    this.#runs.set(run.run_id, run)
    this.#ofRule.set(run.rule_id, [...(this.#ofRule.get(run.rule_id) ?? []), run.run_id])
  }

  #prune(rule?: string): void {
    const since = this.#clock.now() - kept
    for (const [id, { at }] of this.#runs) {
      if (at >= since && this.#runs.size <= mostRuns) break
      this.#drop(id)
    }
    for (const ids of rule === undefined ? this.#ofRule.values() : [this.#ofRule.get(rule) ?? []])
      for (const id of ids.slice(0, -mostOfRule)) this.#drop(id)
  }

  #drop(id: string): void {
    const run = this.#runs.get(id)
    if (!run) return
    this.#runs.delete(id)
    const others = (this.#ofRule.get(run.rule_id) ?? []).filter((one) => one !== id)
    if (others.length > 0) this.#ofRule.set(run.rule_id, others)
    else this.#ofRule.delete(run.rule_id)
    this.#storage.later(runKey(id), () => undefined)
  }
}

/** What came of the orders that were under way nobody knows (L-08). */
function interrupted(run: RuleRun, at: number): RuleRun {
  return {
    ...run,
    steps: run.steps.map((step) => {
      // What waits, and what is repeated, may go on.
      if (step.kind === 'delay' || step.kind === 'repeat' || isRamp(step)) return step
      if (step.outcome === 'running')
        return { ...step, ended_at: at, outcome: 'failed', code: codes.interrupted, message: UNKNOWN }
      // Taken, and the device's report was awaited.
      if (step.outcome === 'accepted' && step.ended_at === undefined && step.kind === 'device')
        return { ...step, ended_at: at, message: UNKNOWN }
      return step
    }),
  }
}

/** It is brought along little by little, or is what it was in earlier days, which may go on as well. */
const isRamp = ({ outcome, computed }: RuleRun['steps'][number]): boolean =>
  outcome === 'running' &&
  (computed?.kind === 'replay' || (computed?.kind === 'ramp' && computed.from !== undefined))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'run_id' in value && 'steps' in value
