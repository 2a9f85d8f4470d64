import { isPause, longestPause } from '#gateway/rules/pause.ts'
import { longestRamp } from '#gateway/rules/ramp/slope.ts'
import { goesOnWith, isAsked } from '#gateway/rules/steps/in-time.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunBreak, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { pauses, type Resumption } from './rule-run.ts'

/** Nobody expects any more what should have happened longer ago. */
const TOO_LATE = 3_600_000

/** A restart has interrupted the run: where it goes on, or why it does not; undefined where nothing is left of it that anybody misses. */
export function resumptionOf(
  run: RuleRun,
  rule: Rule | undefined,
  now: number,
): Resumption | RunBreak | undefined {
  // It was about to be stopped: what a person plays goes on also where the rule itself is switched off.
  if (!rule || rule.draft || (!rule.active && run.trigger.type !== 'PLAYED')) return undefined
  if (rule.version !== run.version) return 'changed'
  const sets = rule.scenes ?? []
  const ramps = run.steps.flatMap((one, place) => (isRamp(one) ? [place] : []))
  if (ramps.length > 0) return rampsFrom(run, ramps, sets, now)
  const step = run.steps.findIndex(({ kind, outcome }) => kind === 'delay' && outcome === 'running')
  const pause = run.steps[step]
  if (!pause) return isWhole(run, sets) ? undefined : 'restarted'
  const { delay = 0, scene_id } = pause
  const repeat = run.steps.findLastIndex(
    (one, place) => place < step && one.kind === 'repeat' && one.scene_id === scene_id,
  )
  // Sets of one id come one after the other, and each that waits has one step of this kind.
  const same = (one: RunStep): boolean => one.kind === 'delay' && one.scene_id === scene_id
  const nth = repeat < 0 ? run.steps.slice(0, step).filter(same).length : 0
  const waiting = sets.filter((set) => set.id === scene_id && (repeat < 0 ? pauses(set) : set.repeat))[nth]
  if (!waiting || !(repeat < 0 ? couldLast(waiting, delay) : waiting.repeat?.pause === delay))
    return 'changed'
  const late = now - (pause.at + delay)
  if (late >= TOO_LATE) return 'too_late'
  // A clock that was set back makes no pause longer than it is.
  const left = Math.min(delay, Math.max(0, -late))
  return { set: sets.indexOf(waiting), step, left, ...(repeat >= 0 && { repeat }) }
}

const isRamp = ({ outcome, computed }: RunStep): boolean =>
  outcome === 'running' && (computed?.kind === 'ramp' || computed?.kind === 'replay')

/** It was bringing values along: they go on as far as they would have come, once all else of the set has begun. */
function rampsFrom(
  { steps }: RuleRun,
  ramps: readonly number[],
  sets: readonly ActionSet[],
  now: number,
): Resumption | RunBreak {
  const [step = 0] = ramps
  const { scene_id, at = now } = steps[step] ?? {}
  const own = steps.filter((one) => one.scene_id === scene_id && one.of === undefined)
  const set = sets.findLastIndex(({ id }) => id === scene_id)
  const wanted = sets[set]
  if (!wanted) return 'changed'
  const all = sets.filter(({ id }) => id === scene_id).reduce((sum, one) => sum + stepsIn(one), 0)
  if (wanted.repeat || own.length < all) return 'restarted'
  const over = longestRamp(wanted)
  const late = now - (at + over)
  if (late >= TOO_LATE) return 'too_late'
  return { set, step, left: Math.min(over, Math.max(0, -late)), ramps }
}

/** Whether a pause may have been drawn as long as that. */
const couldLast = (set: ActionSet, ms: number): boolean => ms >= (set.delay ?? 0) && ms <= longestPause(set)

/** Whether all of it has begun: its last set, without what targets have found, or that this has nothing to do. */
function isWhole({ steps }: RuleRun, sets: readonly ActionSet[]): boolean {
  const last = sets.at(-1)
  const all = sets.filter(({ id }) => id === last?.id).reduce((sum, set) => sum + stepsIn(set), 0)
  const begun = steps.filter(({ of, scene_id }) => of === undefined && scene_id === last?.id)
  const nothing = begun.some(({ kind, outcome }) => kind === 'condition' && outcome === 'skipped')
  const repeats = begun.some(({ kind, outcome }) => kind === 'repeat' && outcome === 'running')
  return nothing || (!repeats && begun.length >= all)
}

function stepsIn(set: ActionSet): number {
  const asked = isAsked(set) || goesOnWith(set) ? 1 : 0
  const pause = asked + (pauses(set) ? 1 : 0)
  if (isPause(set)) return pause
  const { devices = [], targets = [], statuses = [], rules = [], notifications = [], alarms = [] } = set
  const settings = devices.reduce((all, device) => all + device.settings.length, 0)
  return (
    pause + settings + targets.length + statuses.length + rules.length + notifications.length + alarms.length
  )
}
