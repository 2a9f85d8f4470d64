import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { askedStatuses, askedValues } from '../lib/scenes/conditions.ts'
import type { Place } from '../lib/times/sun.ts'
import { callKey, keyOfChange, keyOfTrigger, propertyKey, runKey, statusKey } from './conditions.ts'
import { createEvaluator } from './evaluator.ts'
import { WatchedConditions } from './only-if/watched-conditions.ts'
import { inTheirTurn, type RehearsedRun } from './runs/in-their-turn.ts'
import { worldsOf } from './runs/recorded-world.ts'
import type { Asks } from './steps/in-time.ts'
import { withTexts } from './texts/rehearsed.ts'
import type { EndedRun, Firing, Happening, Scalar, World } from './world.ts'

export interface Rehearsal {
  edited: RehearsedRun[]
  /** Nothing for a rule that has not been saved yet. */
  saved: RehearsedRun[]
}

export interface RehearsalOptions {
  rule: Rule
  saved?: Rule
  /** What happened in the home, in any order. */
  recorded: readonly RecordedChange[]
  /** The home as it was at `from` (`startOf`). */
  start: World
  zone: string
  /** Where the home is. */
  place?: Place | undefined
  from: number
  to: number
}

/** When a rule would have run on what really happened, and what it would have done. It counts as switched on; nothing is sent. */
export function rehearse({ rule, saved, ...story }: RehearsalOptions): Rehearsal {
  return { edited: runsOf(rule, story), saved: saved ? runsOf(saved, story) : [] }
}

function runsOf(rule: Rule, given: Omit<RehearsalOptions, 'rule' | 'saved'>): RehearsedRun[] {
  const { recorded, start: world, zone, place, from, to } = given
  const rules = [{ ...rule, active: true, draft: false }]
  const evaluator = createEvaluator({ rules, zone, place, at: from, world })
  const runs: Firing[] = []
  const take = (happening: Happening): void => void runs.push(...evaluator.take(happening).fired)
  const concerns = keysOf(rule)
  const quiet = new Set((rule.silence_triggers ?? []).map(({ device_id }) => device_id))
  const concern = (one: RecordedChange): boolean =>
    concerns.has(keyOfChange(one)) || (quiet.has(one.device_id ?? '') && isHeard(one))
  const told = recorded.filter((one) => one.at > from && one.at <= to && concern(one))
  for (const change of told.toSorted((a, b) => a.at - b.at)) {
    // As in a running gateway: whatever time brings comes at its own moment.
    for (let next = evaluator.next(); next !== undefined && next <= change.at; next = evaluator.next())
      take({ kind: 'clock', at: next })
    const happening = happeningOf(change)
    if (happening) take(happening)
  }
  for (let next = evaluator.next(); next !== undefined && next <= to; next = evaluator.next())
    take({ kind: 'clock', at: next })
  const worldAt = worldsOf({ recorded, start: world })
  const asks: Asks = (condition, at) =>
    new WatchedConditions(condition, {
      zone,
      place,
      at,
      world: worldAt(at),
      passed: at,
      resumes: true,
    }).holds(at)
  return withTexts(inTheirTurn(rule, runs, asks), worldAt)
}

const keysOf = (rule: Rule): ReadonlySet<string> =>
  new Set([
    ...[...(rule.event_triggers ?? []), ...askedValues(rule)].map(keyOfTrigger),
    ...[...(rule.statuses ?? []), ...askedStatuses(rule)].map(statusKey),
    ...(rule.call_triggers ?? []).map(({ id }) => callKey(rule.id, id)),
    ...(rule.run_triggers ?? []).map(({ rule_id }) => runKey(rule_id)),
  ])

/** A device status of 5 is that it cannot be reached (spec 2 §4); whatever else was recorded of it, it was heard. */
const AWAY = 5
const isHeard = ({ service_name, value }: RecordedChange): boolean =>
  service_name !== undefined || value !== AWAY

function happeningOf(change: RecordedChange): Happening | undefined {
  const { at, device_id, service_name, property_name, resource_id, rule_id, trigger_id, value } = change
  if (rule_id !== undefined && trigger_id !== undefined) return { kind: 'call', at, rule_id, trigger_id }
  if (rule_id !== undefined)
    return isEnd(value) ? { kind: 'run', at, rule_id, run: { outcome: value } } : undefined
  if (resource_id !== undefined) return { kind: 'status', at, resource_id, state: value === true }
  if (device_id === undefined) return undefined
  if (service_name === undefined || property_name === undefined) return { kind: 'heard', at, device_id }
  return { kind: 'value', at, device_id, service_name, property_name, value }
}

const isEnd = (value: Scalar): value is EndedRun['outcome'] =>
  value === 'done' || value === 'partly' || value === 'failed'

/**
 * The home as it was at a moment: what was recorded last before it; what has not changed since, as it is now. Everything
 * else is unknown until it is first recorded.
 */
export function startOf(recorded: readonly RecordedChange[], from: number, now: World): World {
  const before = new Map<string, { at: number; value: Scalar }>()
  const changed = new Set<string>()
  const heard = new Map<string, number>()
  for (const change of recorded) {
    const { device_id, at } = change
    if (device_id !== undefined && at <= from && isHeard(change))
      heard.set(device_id, Math.max(at, heard.get(device_id) ?? at))
    const key = keyOfChange(change)
    if (change.at > from) changed.add(key)
    else if ((before.get(key)?.at ?? Number.NEGATIVE_INFINITY) <= change.at) before.set(key, change)
  }
  const at = (key: string, present: Scalar | undefined): Scalar | undefined =>
    before.get(key)?.value ?? (changed.has(key) ? undefined : present)
  return {
    ...now,
    value: (device, service, property) =>
      at(propertyKey(device, service, property), now.value(device, service, property)),
    heard: (device) => heard.get(device),
    status: (id) => {
      const state = at(id, now.status(id))
      return state === undefined ? undefined : state === true
    },
  }
}

/** Runs of both versions by their moments; one that only one of them has stands alone. */
export function sideBySide({
  edited,
  saved,
}: Rehearsal): { at: number; edited?: RehearsedRun; saved?: RehearsedRun }[] {
  const pairs = new Map<number, { at: number; edited?: RehearsedRun; saved?: RehearsedRun }>()
  for (const run of edited) pairs.set(run.at, { at: run.at, edited: run })
  for (const run of saved) pairs.set(run.at, { ...pairs.get(run.at), at: run.at, saved: run })
  return [...pairs.values()].toSorted((a, b) => a.at - b.at)
}
