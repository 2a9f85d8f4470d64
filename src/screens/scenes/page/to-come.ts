import { isPause } from '#gateway/rules/pause.ts'
import { type PlannedStep, stepsOf } from '#gateway/rules/plan.ts'
import { turnsOf } from '#gateway/rules/steps/in-time.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'

/** When a pause that is going on is over, epoch ms. */
export const goesOnAt = ({ kind, outcome, at, delay = 0 }: RunStep): number | undefined =>
  kind === 'delay' && outcome === 'running' ? at + delay : undefined

/** When a value that is brought along is where it is to be, or one is no longer what it was in earlier days, epoch ms, be it that something has ended it before. */
export const arrivesAt = ({ computed, at }: RunStep): number | undefined =>
  computed?.kind === 'ramp' || computed?.kind === 'replay' ? at + computed.over : undefined

/** A run that somebody has stopped only waits for what its devices report. */
export const goesOn = ({ outcome, stopped_by }: RuleRun): boolean =>
  outcome === 'running' && stopped_by === undefined

/** What a run that is under way has still to do; nothing where the scene has been changed since it began, or a step of it was only tried. */
export function toCome(rule: Rule, run: RuleRun): PlannedStep[] {
  if (!goesOn(run) || run.version !== rule.version || run.trigger.tried) return []
  const sets = rule.scenes ?? []
  const last = run.steps.at(-1)
  const place = sets.findIndex(({ id }) => id === last?.scene_id)
  const set = sets[place]
  const rest = sets.slice(place + 1)
  const repeats = run.steps.some(({ kind, outcome }) => kind === 'repeat' && outcome === 'running')
  // It waits before this set has done anything, or does it once more.
  const own = last?.kind === 'delay' && set && !isPause(set) ? [begun(set, repeats)] : []
  // Of several whose conditions are asked one after the other, none has been done yet.
  const had = !(last?.kind === 'condition' && last.met === false)
  const along = run.steps
    .filter(({ scene_id }) => scene_id === last?.scene_id)
    .map((one) => arrivesAt(one) ?? 0)
  const begins = (last && goesOnAt(last)) ?? Math.max(last?.at ?? run.at, ...along)
  const turns = [...turnsOf({ scenes: [...own, ...rest] }, begins, undefined, { had })]
  // Of several of which one has been done, none of the others comes.
  return stepsOf(turns.filter(({ does }) => does !== false))
}

/** What is left of a set whose turn has come. */
function begun(set: ActionSet, repeats: boolean): ActionSet {
  const { only_if: _asked, otherwise: _others, by_chance: _drawn, repeat, ...left } = set
  return { ...left, delay: 0, spread: 0, ...(repeat && !repeats && { repeat }) }
}
