import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { type PlannedStep, stepsOf } from '../plan.ts'
import { type Asks, turnsOf } from '../steps/in-time.ts'
import type { Firing } from '../world.ts'
import { turnOf } from './turns.ts'

/** A run that there would have been. */
export interface RehearsedRun {
  at: number
  trigger: TriggerFact
  steps: PlannedStep[]
}

/** A run that has been planned, and when it has done everything. */
interface Planned extends RehearsedRun {
  until: number
}

/** What becomes of firings of one rule that come while others still run; in the order in which they begin (decision 0155). */
export function inTheirTurn(rule: Rule, fired: readonly Firing[], asks?: Asks): RehearsedRun[] {
  const runs: Planned[] = []
  let open: Planned[] = []
  for (const { at, trigger } of fired) {
    open = open.filter(({ until }) => until > at)
    const turn = turnOf(rule, open.length)
    if (turn !== 'begins' && turn !== 'replaces' && turn !== 'waits') continue
    if (turn === 'replaces') {
      for (const run of open) run.steps = begunBefore(run.steps, at)
      open = []
    }
    const begins = turn === 'waits' ? (open.at(-1)?.until ?? at) : at
    const turns = [...turnsOf(rule, begins, asks)]
    const run = { at: begins, trigger, steps: stepsOf(turns), until: turns.at(-1)?.ends ?? begins }
    runs.push(run)
    open.push(run)
  }
  return runs.map(({ at, trigger, steps }) => ({ at, trigger, steps }))
}

/** What a newer run has not replaced. */
const begunBefore = (steps: readonly PlannedStep[], at: number): PlannedStep[] =>
  steps.filter((step) => step.at < at)
