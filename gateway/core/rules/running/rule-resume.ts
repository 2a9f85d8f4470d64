import { isPause, longestPause } from '#gateway/rules/pause.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunBreak } from '#schemas/generated/entities/rule-run.ts'
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
  const step = run.steps.findIndex(({ kind, outcome }) => kind === 'delay' && outcome === 'running')
  const pause = run.steps[step]
  if (!pause)
    return run.steps.filter(({ of }) => of === undefined).length < stepsOf(sets) ? 'restarted' : undefined
  // Sets come one after the other, and each that waits has one step of this kind.
  const nth = run.steps.slice(0, step).filter(({ kind }) => kind === 'delay').length
  const waiting = sets.filter(pauses)[nth]
  const { delay = 0 } = pause
  if (!waiting || waiting.id !== pause.scene_id || !couldLast(waiting, delay)) return 'changed'
  const late = now - (pause.at + delay)
  if (late >= TOO_LATE) return 'too_late'
  // A clock that was set back makes no pause longer than it is.
  return { set: sets.indexOf(waiting), step, left: Math.min(delay, Math.max(0, -late)) }
}

/** Whether a pause may have been drawn as long as that. */
const couldLast = (set: ActionSet, ms: number): boolean => ms >= (set.delay ?? 0) && ms <= longestPause(set)

/** As many steps as a run has when all of it has begun, without those of what targets have found. */
const stepsOf = (sets: readonly ActionSet[]): number => sets.reduce((all, set) => all + stepsIn(set), 0)

function stepsIn(set: ActionSet): number {
  const pause = pauses(set) ? 1 : 0
  if (isPause(set)) return pause
  const { devices = [], targets = [], statuses = [], rules = [], notifications = [], alarms = [] } = set
  const settings = devices.reduce((all, device) => all + device.settings.length, 0)
  return (
    pause + settings + targets.length + statuses.length + rules.length + notifications.length + alarms.length
  )
}
