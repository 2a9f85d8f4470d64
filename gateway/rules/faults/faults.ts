import type { Rule } from '#schemas/generated/entities/rule.ts'
import { isPause } from '../pause.ts'
import type { HomeFacts, Missing, Refusing, RuleFault } from './fault.ts'
import { ofQuestion, ofSet, ofStep } from './then.ts'
import { ofDevice, ofOnlyIf, ofRun, ofSilence, ofStatus, ofSun, ofTime } from './when.ts'

/** Everything that is wrong with a rule, in its own order. One without triggers is run by hand. */
export function faultsOf(rule: Rule, home: HomeFacts): RuleFault[] {
  const { time_triggers = [], sun_triggers = [], event_triggers = [], statuses = [], scenes = [] } = rule
  const { silence_triggers = [], run_triggers = [] } = rule
  return [
    ...time_triggers.flatMap((trigger, n) => ofTime(trigger, ['time_triggers', n], home)),
    ...sun_triggers.flatMap((trigger, n) => ofSun(trigger, ['sun_triggers', n], home)),
    ...silence_triggers.flatMap((one, n, all) =>
      ofSilence(one, ['silence_triggers', n], all.slice(0, n), home),
    ),
    ...run_triggers.flatMap((one, n, all) => ofRun(one, ['run_triggers', n], all.slice(0, n), home, rule.id)),
    ...event_triggers.flatMap((trigger, n) => ofDevice(trigger, ['event_triggers', n], event_triggers, home)),
    ...statuses.flatMap((status, n) => ofStatus(status, ['statuses', n], home)),
    ...ofOnlyIf(rule.only_if, ['only_if'], home),
    ...(scenes.every(isPause) ? [{ code: 'incomplete' as const, path: ['scenes'] }] : []),
    ...scenes.flatMap((set, n) => [
      ...ofStep(set, [scenes[n - 1], scenes[n + 1]], ['scenes', n], home),
      ...ofQuestion(set, scenes.slice(0, n), ['scenes', n], home),
      ...ofSet(set, ['scenes', n], home, rule.id),
    ]),
  ]
}

const MISSING: readonly string[] = [
  'device_missing',
  'property_missing',
  'status_missing',
  'rule_missing',
  'alarm_missing',
  'room_missing',
  'floor_missing',
  'place_unknown',
  'person_missing',
] satisfies Missing[]

/** What a rule names that is not there: it is shown and can be repaired, and keeps nobody from saving the rest. */
export const missingOf = (faults: readonly RuleFault[]): RuleFault[] =>
  faults.filter(({ code }) => MISSING.includes(code))

/** The flag with which a home refuses a rule; what was so before (a moment that is over) is no reason. */
export function refusalOf(rule: Rule, home: HomeFacts, saved?: Rule): Refusing | undefined {
  const before = new Set(saved ? faultsOf(saved, home).map((fault) => trace(saved, fault)) : [])
  const fault = faultsOf(rule, home).find((one) => isRefusing(one) && !before.has(trace(rule, one)))
  return fault && isRefusing(fault) ? fault.code : undefined
}

const isRefusing = (fault: RuleFault): fault is RuleFault & { code: Refusing } =>
  !MISSING.includes(fault.code)

/** A fault and what it is about, wherever in the rule that stands. */
function trace(rule: Rule, { code, path }: RuleFault): string {
  let at: unknown = rule
  for (const step of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  return `${code} ${JSON.stringify(at ?? path)}`
}
