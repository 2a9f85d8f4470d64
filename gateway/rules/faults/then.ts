import { questionOf } from '#gateway/lib/scenes/questions.ts'
import type { Said } from '#gateway/lib/scenes/texts.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import type {
  ActionDevice,
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceSetting,
  Recipient,
  RuleAction,
  RuleNotification,
  TextValue,
  WebCall,
} from '#schemas/generated/entities/rule.ts'
import { canCompute, canCopy, isAmount } from '../computed/computed.ts'
import { type CandidateProperty, canAct } from '../may.ts'
import { isPause } from '../pause.ts'
import { isSlope } from '../ramp/slope.ts'
import { meaningOf } from '../targets/kinds.ts'
import { isSaid } from '../targets/targets.ts'
import { canTell } from '../texts/found.ts'
import { type HomeFacts, lookUp, type Path, type RuleFault } from './fault.ts'
import { ofOnlyIf, ofStatus } from './when.ts'

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
export function ofQuestion(
  set: ActionSet,
  before: readonly ActionSet[],
  path: Path,
  home: HomeFacts,
): RuleFault[] {
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
export function ofStep(
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

export function ofSet(set: ActionSet, path: Path, home: HomeFacts, own: string): RuleFault[] {
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
