import { questionOf } from '#gateway/lib/scenes/questions.ts'
import type { Said } from '#gateway/lib/scenes/texts.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import { coerce, isMoment } from '#gateway/lib/values/value-kinds.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type {
  ActionDevice,
  ActionSet,
  ActionTarget,
  ComputedValue,
  Condition,
  DateEnd,
  DateSpan,
  DeviceSetting,
  DeviceTrigger,
  OnlyIf,
  Recipient,
  Rule,
  RuleAction,
  RuleNotification,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TargetPlace,
  TextValue,
  TimeTrigger,
  TimeWindow,
  WebCall,
} from '#schemas/generated/entities/rule.ts'
import { canCompute, canCopy, isAmount } from '../computed/computed.ts'
import { comparisonOf, isOfMoment, isTallied, keyOfTrigger, statusKey } from '../conditions.ts'
import { type Candidate, type CandidateProperty, canAct, canTrigger, comparesOf } from '../may.ts'
import { isEvery, isPast, repeats, wallOfDate } from '../moments/moments.ts'
import { goesBySun } from '../only-if/windows.ts'
import { isPause } from '../pause.ts'
import { isSlope } from '../ramp/slope.ts'
import { meaningOf } from '../targets/kinds.ts'
import { isSaid } from '../targets/targets.ts'
import { canTell } from '../texts/found.ts'
import type { Scalar } from '../world.ts'

/** With what a home may refuse a rule (spec 2 §5), and what a rule names that is there no more. */
export type Refusing = 'incomplete' | 'dateInPast' | 'functionality_added' | 'not_triggering' | 'not_acting'
export type Missing =
  | 'device_missing'
  | 'property_missing'
  | 'status_missing'
  | 'rule_missing'
  | 'alarm_missing'
  | 'room_missing'
  | 'floor_missing'
  | 'place_unknown'
  | 'person_missing'

export interface RuleFault {
  code: Refusing | Missing
  /** Where in the rule: `['event_triggers', 0]`, `['scenes', 1, 'devices', 0, 'settings', 0]`. */
  path: readonly (string | number)[]
  device_id?: string
  /** As the rule knows it: the home may have forgotten it. */
  device_name?: string
  service_name?: string
  property_name?: string
  status_name?: string
  rule_name?: string
  place_name?: string
  person_name?: string
}

export interface HomeFacts {
  device(id: string): Candidate | undefined
  /** Whether there is such a status. */
  status(resource_id: string): boolean
  /** Whether there is such a rule; without it, rules that are run or switched are not looked at. */
  rule?(rule_id: string): boolean
  /** Whether the alarm table has it; without it, alarms are not looked at. */
  alarm?(alarmId: number): boolean
  /** Whether there is such a room or floor; without it, places are not looked at. */
  place?(place: TargetPlace): boolean
  /** Whether somebody uses the home; without it, or while this is not known, people are not looked at. */
  person?(user_id: string): boolean | undefined
  vocabulary: SceneVocabulary
  /** Whether somebody has said where the home is; undefined while this is not known. */
  placed?: boolean | undefined
  zone: string
  now: number
}

type Path = readonly (string | number)[]

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

/** 2.5-021 to 2.5-023. */
function ofTime(trigger: TimeTrigger, path: Path, { zone, now }: HomeFacts): RuleFault[] {
  if (trigger.every) return !repeats(trigger) && isEvery(trigger) ? [] : [{ code: 'incomplete', path }]
  if (!repeats(trigger) && wallOfDate(trigger) === undefined) return [{ code: 'incomplete', path }]
  return isPast(trigger, zone, now) ? [{ code: 'dateInPast', path }] : []
}

function ofSun({ repeating }: SunTrigger, path: Path, { placed }: HomeFacts): RuleFault[] {
  if (!repeating.includes(true)) return [{ code: 'incomplete', path }]
  return placed === false ? [{ code: 'place_unknown', path }] : []
}

/** The same silence twice says nothing more. */
function ofSilence(
  { device_id, device_name, after }: SilenceTrigger,
  path: Path,
  before: readonly SilenceTrigger[],
  home: HomeFacts,
): RuleFault[] {
  const about = { path, device_id, device_name }
  const twice = before.some((one) => one.device_id === device_id && one.after === after)
  return [
    ...(twice ? [{ code: 'functionality_added' as const, ...about }] : []),
    ...(home.device(device_id) ? [] : [{ code: 'device_missing' as const, ...about }]),
  ]
}

/** A rule waits for the end of others, never for its own. */
function ofRun(
  { rule_id, name, end }: RunTrigger,
  path: Path,
  before: readonly RunTrigger[],
  home: HomeFacts,
  own: string,
): RuleFault[] {
  const about = { path, rule_name: name }
  if (rule_id === own) return [{ code: 'not_triggering', ...about }]
  const twice = before.some((one) => one.rule_id === rule_id && one.end === end)
  return [
    ...(twice ? [{ code: 'functionality_added' as const, ...about }] : []),
    ...(home.rule?.(rule_id) === false ? [{ code: 'rule_missing' as const, ...about }] : []),
  ]
}

function ofDevice(
  trigger: DeviceTrigger,
  path: Path,
  all: readonly DeviceTrigger[],
  home: HomeFacts,
): RuleFault[] {
  const { event_source: device_id, device_name, service_name, property_name, compare_type, value } = trigger
  const about = { path, device_id, device_name, service_name, property_name }
  const twin = all.find((one) => keyOfTrigger(one) === keyOfTrigger(trigger))
  const twice: RuleFault[] = twin === trigger ? [] : [{ code: 'functionality_added', ...about }]
  const found = lookUp(device_id, service_name, property_name, home)
  if (typeof found === 'string') return [...twice, { code: found, ...about }]
  const { device, at } = found
  const fits =
    canTrigger(device, at, home.vocabulary) &&
    comparesOf(at.value.kind, home.vocabulary).includes(compare_type) &&
    isOffered(trigger, at, home) &&
    meant(at, value) &&
    isCounted(trigger)
  return fits ? twice : [...twice, { code: 'not_triggering', ...about }]
}

/** Of how often and of changes nothing lasts; each has the time in which it comes, changes also since the last one. */
function isCounted(trigger: DeviceTrigger): boolean {
  const { count, change, within, value, delay = 0 } = trigger
  if (!isTallied(trigger)) return within === undefined
  if (delay > 0) return false
  return change ? count === undefined && Number(value) > 0 : within !== undefined
}

/** Only words that we have: an upper limit goes with no other way to compare, and lies above the lower one. */
function isOffered(trigger: DeviceTrigger, { value }: CandidateProperty, { vocabulary }: HomeFacts): boolean {
  const { compare_type, inclusive = false, upper, negated = false } = trigger
  const word = vocabulary.comparisons.find(({ id }) => id === comparisonOf(trigger))
  if (!word?.kinds.some((kind) => kind === value.kind)) return false
  return (
    word.compare_type === compare_type &&
    (word.inclusive ?? false) === inclusive &&
    (word.negated ?? false) === negated &&
    (word.upper ?? false) === (upper !== undefined) &&
    word.change === trigger.change &&
    (upper === undefined || Number(trigger.value) < upper) &&
    !(negated && isMoment(value))
  )
}

/** A device may report an option that its description lacks, but no text for a number. */
function meant({ value: described }: CandidateProperty, value: Scalar): boolean {
  const known = coerce(described, value)
  return known !== undefined && known !== null
}

function lookUp(
  id: string,
  service: string,
  property: string,
  home: HomeFacts,
): { device: Candidate; at: CandidateProperty } | Missing {
  const device = home.device(id)
  if (!device) return 'device_missing'
  const at = device.properties.find((one) => one.service === service && one.property === property)
  return at ? { device, at } : 'property_missing'
}

const ofStatus = (status: RuleStatus, path: Path, home: HomeFacts): RuleFault[] =>
  home.status(statusKey(status)) ? [] : [{ code: 'status_missing', path, status_name: status.name }]

/** A group of no conditions says nothing. */
const ofOnlyIf = (only_if: OnlyIf | undefined, path: Path, home: HomeFacts): RuleFault[] =>
  only_if?.conditions.length === 0
    ? [{ code: 'incomplete', path }]
    : (only_if?.conditions ?? []).flatMap((one, n) => ofCondition(one, [...path, 'conditions', n], home))

function ofCondition(condition: Condition, path: Path, home: HomeFacts): RuleFault[] {
  switch (condition.kind) {
    case 'group':
      return ofOnlyIf(condition, path, home)
    case 'status':
      return ofStatus(condition.status, path, home)
    case 'time':
      return ofWindow(condition.window, path, home)
    case 'date':
      return isSpan(condition.dates) ? [] : [{ code: 'incomplete', path }]
    case 'device': {
      const { event_source, service_name, property_name } = condition.device
      const found = lookUp(event_source, service_name, property_name, home)
      // Of what only happens nothing lasts that could be asked about.
      return typeof found === 'object' && isOfMoment(condition.device, found.at.value)
        ? [{ code: 'not_triggering', path, device_id: event_source, service_name, property_name }]
        : ofDevice(condition.device, path, [condition.device], home)
    }
  }
}

function ofWindow(window: TimeWindow, path: Path, { placed }: HomeFacts): RuleFault[] {
  const { from, to, repeating } = window
  const same = from !== undefined && JSON.stringify(from) === JSON.stringify(to)
  if (same || !repeating.includes(true)) return [{ code: 'incomplete', path }]
  return placed === false && goesBySun(window) ? [{ code: 'place_unknown', path }] : []
}

/** Days that there are, both of a year or both of every year; those of years in their order. */
function isSpan({ from, to }: DateSpan): boolean {
  if ((from.year === undefined) !== (to.year === undefined)) return false
  // 29 February is a day of some years.
  const wall = ({ year = 2000, month, day }: DateEnd) => wallOfDate({ year, month, day, ...MIDNIGHT })
  const [first, last] = [wall(from), wall(to)]
  return first !== undefined && last !== undefined && (from.year === undefined || first <= last)
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 }

function ofSetting(
  { id, device_name }: Pick<ActionDevice, 'id' | 'device_name'>,
  setting: DeviceSetting,
  path: Path,
  home: HomeFacts,
): RuleFault[] {
  const { service_name, property_name } = setting
  const about = { path, device_id: id, device_name, service_name, property_name }
  const found = lookUp(id, service_name, property_name, home)
  if (typeof found === 'string') return [{ code: found, ...about }]
  if (!canAct(found.device, found.at, home.vocabulary)) return [{ code: 'not_acting', ...about }]
  if ('computed' in setting) return ofComputed(setting.computed, found.at, about, home)
  return judge(setting.value, found.at.value).faults.length === 0 ? [] : [{ code: 'not_acting', ...about }]
}

function ofComputed(
  computed: ComputedValue,
  { value: described }: CandidateProperty,
  about: Omit<RuleFault, 'code'>,
  home: HomeFacts,
): RuleFault[] {
  const wrong: RuleFault[] = [{ code: 'not_acting', ...about }]
  if (!canCompute(computed.kind, described, home.vocabulary)) return wrong
  if (computed.kind === 'step') return isAmount(computed.amount, described) ? [] : wrong
  if (computed.kind === 'ramp') return isSlope(computed, described) ? [] : wrong
  if (computed.kind !== 'copy') return []
  const { device_id, device_name, service_name, property_name } = computed
  const found = lookUp(device_id, service_name, property_name, home)
  if (typeof found === 'string')
    return [{ code: found, path: about.path, device_id, device_name, service_name, property_name }]
  return canCopy(found.at.value, described) ? [] : wrong
}

/** A value that a text is to say, which is known by its id among the others of its text. */
function ofTextValue(value: TextValue, path: Path, all: readonly TextValue[], home: HomeFacts): RuleFault[] {
  const twin = all.find(({ id }) => id === value.id)
  const twice: RuleFault[] = twin === value ? [] : [{ code: 'functionality_added', path }]
  if (value.kind === 'status') return [...twice, ...ofStatus({ ...value, state: true }, path, home)]
  const { device_id, device_name, service_name, property_name } = value
  const about = { path, device_id, device_name, service_name, property_name }
  const found = lookUp(device_id, service_name, property_name, home)
  if (typeof found === 'string') return [...twice, { code: found, ...about }]
  return canTell(found.at.value) ? twice : [...twice, { code: 'not_acting', ...about }]
}

/** A question has answers, and a time; what belongs to an answer comes behind it, and asks nothing else. */
function ofQuestion(set: ActionSet, before: readonly ActionSet[], path: Path, home: HomeFacts): RuleFault[] {
  const { question, on_answer, only_if, otherwise, until, spread, delay = 0 } = set
  const unsaid = question && (question.short_desc === '' || question.answers.length === 0 || delay === 0)
  const mixed = question && (!isPause(set) || until || spread !== undefined)
  const labels = question?.answers.map(({ label }) => label.trim().toLocaleLowerCase()) ?? []
  const alike =
    labels.includes('') ||
    [labels, question?.answers.map(({ id }) => id) ?? []].some((one) => new Set(one).size < one.length)
  const asked = on_answer && questionOf(on_answer, before)
  const strange =
    on_answer &&
    (!asked ||
      only_if ||
      otherwise ||
      (on_answer.answer === undefined
        ? asked.late === 'stop'
        : !asked.answers.some(({ id }) => id === on_answer.answer)))
  return [
    ...(unsaid || mixed || alike || strange ? [{ code: 'incomplete' as const, path }] : []),
    ...(question ? ofMessage(question, [...path, 'question'], home) : []),
  ]
}

/** Whoever chooses recipients chooses one at least. */
const ofMessage = ({ values = [], recipients }: Said, path: Path, home: HomeFacts): RuleFault[] => [
  ...values.flatMap((one, n) => ofTextValue(one, [...path, 'values', n], values, home)),
  ...(recipients?.length === 0 ? [{ code: 'incomplete' as const, path }] : []),
  ...(recipients ?? []).flatMap((one, n, all) =>
    ofRecipient(one, [...path, 'recipients', n], all.slice(0, n), home),
  ),
]

/** Nobody is named twice; who still uses the home only the server knows, and a page that asks it. */
function ofRecipient(one: Recipient, path: Path, before: readonly Recipient[], home: HomeFacts): RuleFault[] {
  const isSame = (other: Recipient): boolean =>
    other.kind === 'person' ? one.kind === 'person' && one.user_id === other.user_id : one.kind === other.kind
  const twice: RuleFault[] = before.some(isSame) ? [{ code: 'functionality_added', path }] : []
  if (one.kind === 'everybody') return twice
  const gone = one.kind === 'person' && home.person?.(one.user_id) === false
  return [
    ...twice,
    ...(gone ? [{ code: 'person_missing' as const, path, person_name: one.name }] : []),
    ...(one.while ? ofStatus(one.while, path, home) : []),
  ]
}

/** A rule may switch itself off, and run only others. */
function ofRuleAction(
  { rule_id, name, act }: RuleAction,
  path: Path,
  home: HomeFacts,
  own: string,
): RuleFault[] {
  if (rule_id === own) return act === 'switch_off' ? [] : [{ code: 'not_acting', path, rule_name: name }]
  return home.rule?.(rule_id) === false ? [{ code: 'rule_missing', path, rule_name: name }] : []
}

/** Whatever it finds then; that it finds nothing now is no fault. */
function ofTarget(target: ActionTarget, path: Path, home: HomeFacts): RuleFault[] {
  const meaning = meaningOf(target, home.vocabulary)
  if (!meaning || !isSaid(target, meaning)) return [{ code: 'not_acting', path }]
  const { place, except = [], computed } = target
  const whose = computed?.kind === 'restore' ? computed : undefined
  const unknown = whose?.rule_id !== undefined && home.rule?.(whose.rule_id) === false
  const gone = place !== undefined && home.place?.(place) === false
  return [
    ...(gone
      ? [
          {
            code: 'room_id' in place ? 'room_missing' : 'floor_missing',
            path,
            place_name: place.name,
          } as const,
        ]
      : []),
    ...(unknown
      ? [{ code: 'rule_missing' as const, path, rule_name: whose.name ?? whose.rule_id ?? '' }]
      : []),
    ...except.flatMap(({ device_id, device_name }, n): RuleFault[] =>
      home.device(device_id)
        ? []
        : [{ code: 'device_missing', path: [...path, 'except', n], device_id, device_name }],
    ),
  ]
}

/** Under which condition a set is done, and how often: what is otherwise follows directly on a condition. */
function ofStep(
  set: ActionSet,
  [before, after]: readonly [ActionSet | undefined, ActionSet | undefined],
  path: Path,
  home: HomeFacts,
): RuleFault[] {
  const { only_if, otherwise, on_answer, by_chance, repeat } = set
  const alone = otherwise && !before?.only_if
  // Chance draws one of several, and nothing else decides about them.
  const undrawn =
    by_chance &&
    (only_if ||
      otherwise ||
      on_answer ||
      !(by_chance === 'or' ? before?.by_chance : after?.by_chance === 'or'))
  // A pause lasts as long as it says, and something is done as long as one thing is so.
  const unclear = repeat && (isPause(set) || (repeat.while && repeat.until))
  return [
    ...(alone || undrawn || unclear ? [{ code: 'incomplete' as const, path }] : []),
    ...ofOnlyIf(only_if, [...path, 'only_if'], home),
    ...ofOnlyIf(repeat?.while, [...path, 'repeat', 'while'], home),
    ...ofOnlyIf(repeat?.until, [...path, 'repeat', 'until'], home),
  ]
}

/** Each name once: they are those of one object. */
const isCall = (type: RuleNotification['type'], { fields }: WebCall): boolean =>
  type === 2 && new Set(fields.map(({ name }) => name)).size === fields.length

function ofSet(set: ActionSet, path: Path, home: HomeFacts, own: string): RuleFault[] {
  const { devices = [], targets = [], statuses = [], rules = [], notifications = [], alarms = [] } = set
  // What chance adds, and what ends it early, belongs to a pause.
  if ((isPause(set) || set.spread !== undefined || set.until) && !((set.delay ?? 0) > 0))
    return [{ code: 'incomplete', path }]
  const awaited = ofOnlyIf(set.until, [...path, 'until'], home)
  if (isPause(set)) return awaited
  if ([devices, targets, statuses, rules, notifications, alarms].every(({ length }) => length === 0))
    return [...awaited, { code: 'incomplete', path }]
  return [
    ...awaited,
    ...devices.flatMap(({ id, device_name, settings }, n) =>
      settings.flatMap((setting, m) =>
        ofSetting({ id, device_name }, setting, [...path, 'devices', n, 'settings', m], home),
      ),
    ),
    ...targets.flatMap((target, n) => ofTarget(target, [...path, 'targets', n], home)),
    ...statuses.flatMap((status, n) => ofStatus(status, [...path, 'statuses', n], home)),
    ...rules.flatMap((one, n) => ofRuleAction(one, [...path, 'rules', n], home, own)),
    ...notifications.flatMap((one, n) => ofMessage(one, [...path, 'notifications', n], home)),
    ...notifications.flatMap(({ type, call }, n): RuleFault[] =>
      call && !isCall(type, call) ? [{ code: 'incomplete', path: [...path, 'notifications', n] }] : [],
    ),
    ...alarms.flatMap(({ alarmId }, n): RuleFault[] => {
      const at = [...path, 'alarms', n]
      if (alarmId <= home.vocabulary.alarmsAbove) return [{ code: 'not_acting', path: at }]
      return home.alarm?.(alarmId) === false ? [{ code: 'alarm_missing', path: at }] : []
    }),
  ]
}
