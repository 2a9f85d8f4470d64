import { isPause } from '#gateway/rules/pause.ts'
import { runModeOf } from '#gateway/rules/runs/turns.ts'
import type {
  ActionSet,
  CallTrigger,
  Condition,
  ConditionLogic,
  DeviceTrigger,
  Rule,
  RuleStatus,
  RunMode,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'

type Part =
  | { part: 'name'; value: string }
  | { part: 'logic'; value: Rule['rule_logic'] }
  | { part: 'active'; value: boolean }
  | { part: 'order' | 'look' }
  | { part: 'folder'; value: string }
  | { part: 'again'; value: RunMode }
  | { part: 'time'; value: TimeTrigger }
  | { part: 'sun'; value: SunTrigger }
  | { part: 'call'; value: CallTrigger }
  | { part: 'silence'; value: SilenceTrigger }
  | { part: 'run'; value: RunTrigger }
  | { part: 'device'; value: DeviceTrigger }
  | { part: 'status'; value: RuleStatus }
  | { part: 'asks'; value: ConditionLogic }
  | { part: 'condition'; value: Condition }
  | { part: 'pause' | 'set'; value: ActionSet }

export type Difference = Part & { change: 'added' | 'removed' | 'changed' }

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** The order in which a gateway writes fields means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]),
  )
}

function listed<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
  part: (one: T) => Part,
): Difference[] {
  const was = new Map(before.map((one) => [keyOf(one), one]))
  const is = new Map(after.map((one) => [keyOf(one), one]))
  return [
    ...before
      .filter((one) => !is.has(keyOf(one)))
      .map((one) => ({ ...part(one), change: 'removed' as const })),
    ...after.flatMap((one): Difference[] => {
      const known = was.get(keyOf(one))
      if (known === undefined) return [{ ...part(one), change: 'added' }]
      return same(known, one) ? [] : [{ ...part(one), change: 'changed' }]
    }),
  ]
}

/** What somebody has made of a rule, part by part. */
export function differences(before: Rule, after: Rule): readonly Difference[] {
  const changed = (part: Part, differs: boolean): Difference[] =>
    differs ? [{ ...part, change: 'changed' }] : []
  const [was, is] = [before.scenes ?? [], after.scenes ?? []]
  const kept = (scenes: readonly ActionSet[], others: readonly ActionSet[]): string[] =>
    scenes.map(({ id }) => id).filter((id) => others.some((set) => set.id === id))
  const idOf = ({ id }: { id: string }): string => id
  return [
    ...changed({ part: 'name', value: after.name }, before.name !== after.name),
    ...changed({ part: 'active', value: after.active }, before.active !== after.active),
    ...changed({ part: 'look' }, !same(before.look, after.look)),
    ...changed({ part: 'folder', value: after.folder ?? '' }, before.folder !== after.folder),
    ...changed({ part: 'logic', value: after.rule_logic }, before.rule_logic !== after.rule_logic),
    ...listed(before.time_triggers ?? [], after.time_triggers ?? [], idOf, (value) => ({
      part: 'time',
      value,
    })),
    ...listed(before.sun_triggers ?? [], after.sun_triggers ?? [], idOf, (value) => ({
      part: 'sun',
      value,
    })),
    ...listed(before.call_triggers ?? [], after.call_triggers ?? [], idOf, (value) => ({
      part: 'call',
      value,
    })),
    ...listed(before.silence_triggers ?? [], after.silence_triggers ?? [], idOf, (value) => ({
      part: 'silence',
      value,
    })),
    ...listed(before.run_triggers ?? [], after.run_triggers ?? [], idOf, (value) => ({
      part: 'run',
      value,
    })),
    ...listed(
      before.statuses ?? [],
      after.statuses ?? [],
      ({ resource_id, name }) => resource_id ?? name,
      (value) => ({ part: 'status', value }),
    ),
    ...listed(before.event_triggers ?? [], after.event_triggers ?? [], idOf, (value) => ({
      part: 'device',
      value,
    })),
    // Where nothing was asked, or is any more, the conditions themselves say so.
    ...changed(
      { part: 'asks', value: after.only_if?.logic ?? 'ALL' },
      Boolean(before.only_if && after.only_if && before.only_if.logic !== after.only_if.logic),
    ),
    ...listed(before.only_if?.conditions ?? [], after.only_if?.conditions ?? [], idOf, (value) => ({
      part: 'condition',
      value,
    })),
    ...changed({ part: 'again', value: runModeOf(after) }, runModeOf(before) !== runModeOf(after)),
    ...listed(was, is, idOf, (value) => ({ part: isPause(value) ? 'pause' : 'set', value })),
    ...changed({ part: 'order' }, !same(kept(was, is), kept(is, was))),
  ]
}
