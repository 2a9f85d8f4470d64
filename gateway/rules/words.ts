import { spokenKeys } from '#gateway/lib/models/text-keys.ts'
import { hasValues } from '#gateway/lib/scenes/texts.ts'
import { coerce, isMoment, writable } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  ActionSet,
  DeviceSetting,
  DeviceTrigger,
  Rule,
  RuleAction,
  RuleNotification,
  RuleStatus,
  SunMoment,
  SunTrigger,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'
import { wordsOfComputed } from './computed/words.ts'
import { type Comparison, comparisonOf } from './conditions.ts'
import { repeats } from './moments/moments.ts'
import { isPause } from './pause.ts'
import type { Naming, Phrase, Slot } from './phrase.ts'
import { slotOfText } from './texts/words.ts'
import type { Scalar } from './world.ts'

/** One value of one property of a device, as rules name it. */
interface Place {
  id: string
  /** As the rule knows it, for a device that is gone. */
  name: string | undefined
  service: string
  property: string
}

const ALL_DAYS = 7

/** How a trigger comes true by itself (OR), or is true among others (AND). */
export type Mood = 'becomes' | 'is'
export const moodOf = ({ rule_logic }: Pick<Rule, 'rule_logic'>): Mood =>
  rule_logic === 'OR' ? 'becomes' : 'is'

const numeric = (value: Scalar): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

/** A rule may say `false` where the device's own word is CLOSE: what it means is said. */
function meant(value: Scalar, described: Value | undefined): Scalar {
  if (!described || value === described.toggle) return value
  const own = coerce(described, value)
  return isScalar(own) ? own : value
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What a value is called where wordings are listed: on and off, whatever the wire says, else the wire word. */
function roleOf(value: Scalar, described: Value | undefined): string {
  // Of a device that is gone nobody knows more than this.
  if (!described && typeof value === 'boolean') return value ? 'on' : 'off'
  if (described && (described.kind === 'bool' || described.on !== undefined)) {
    if (value === (described.on ?? true)) return 'on'
    if (value === (described.off ?? false)) return 'off'
    if (value === described.toggle) return 'toggle'
  }
  return String(value)
}

function slotsOf(place: Place, value: Scalar, described: Value | undefined, naming: Naming) {
  const { id, service, property } = place
  return {
    device: deviceSlot(id, place.name, naming),
    property: { is: 'property', service, property, described },
    value: { is: 'value', service, property, value, described },
  } satisfies Record<string, Slot>
}

const deviceSlot = (id: string, name: string | undefined, naming: Naming): Slot => ({
  is: 'device',
  id,
  name: naming.device(id) ?? name ?? id,
})

/** The text for any property, by how it is compared and what its values are. */
function commonTrigger(compare: Comparison, value: Scalar, described: Value | undefined, mood: Mood) {
  if (isMoment(described)) return 'sentences.when.event'
  // A switch is on or off, whatever its tile calls that; what is only read has words of its own, or a plain yes and no.
  if (described?.kind === 'bool' && writable(described) && compare === 'EQ') {
    const role = roleOf(value, described)
    if (role === 'on' || role === 'off') return `sentences.when.switch.${role}`
  }
  if (compare === 'NE') return 'sentences.when.word.NE'
  const measured = described ? described.kind === 'number' || described.kind === 'range' : numeric(value)
  if (measured || (compare !== 'EQ' && numeric(value))) return `sentences.when.number.${mood}.${compare}`
  return `sentences.when.word.${compare}`
}

/** "Temperature of X falls below 18 °C for 5 minutes". */
export function wordsOfDeviceTrigger(trigger: DeviceTrigger, naming: Naming, mood: Mood): Phrase {
  const { event_source: id, device_name, service_name, property_name, upper, delay = 0 } = trigger
  const compare = comparisonOf(trigger)
  const described = naming.property(id, service_name, property_name)
  const value = meant(trigger.value, described)
  const place = { id, name: device_name, service: service_name, property: property_name }
  const role = compare === 'EQ' ? roleOf(value, described) : `${mood}_${compare}`
  const clause: Phrase = {
    keys: [...spokenKeys('when', place, role), commonTrigger(compare, value, described, mood)],
    slots: {
      ...slotsOf(place, value, described, naming),
      ...(upper !== undefined && {
        upper: {
          is: 'value' as const,
          service: service_name,
          property: property_name,
          value: upper,
          described,
        },
      }),
    },
  }
  if (delay === 0 || isMoment(described)) return clause
  return {
    keys: [...spokenKeys('held', place, role), 'sentences.when.held'],
    slots: {
      ...clause.slots,
      clause: { is: 'phrase', phrase: clause },
      duration: { is: 'duration', ms: delay },
    },
  }
}

/** "Monday to Friday at 07:00". Whether it counts at all is said of its rule: a trigger is never off by itself. */
export function wordsOfTimeTrigger(trigger: TimeTrigger): Phrase {
  const { hour, minute, second, repeating = [] } = trigger
  const time: Slot = { is: 'time', hour, minute, second }
  const days = repeating.flatMap((on, day) => (on ? [day] : []))
  const { year, month, day } = trigger
  if (days.length === ALL_DAYS) return { keys: ['sentences.when.daily'], slots: { time } }
  if (repeats(trigger))
    return { keys: ['sentences.when.weekly'], slots: { days: { is: 'days', days }, time } }
  if (year === undefined || month === undefined || day === undefined)
    return { keys: ['sentences.when.undated'], slots: { time } }
  return { keys: ['sentences.when.once'], slots: { date: { is: 'date', year, month, day }, time } }
}

/** "Half an hour before sunset, Monday to Friday". */
export function wordsOfSunTrigger({ sun, repeating }: Pick<SunTrigger, 'sun' | 'repeating'>): Phrase {
  const days = repeating.flatMap((on, day) => (on ? [day] : []))
  const moment: Slot = { is: 'phrase', phrase: wordsOfSun(sun) }
  if (days.length === ALL_DAYS) return { keys: ['sentences.when.sunDaily'], slots: { moment } }
  return { keys: ['sentences.when.sunWeekly'], slots: { moment, days: { is: 'days', days } } }
}

/** "Half an hour before sunset". */
export function wordsOfSun({ event, offset = 0 }: SunMoment): Phrase {
  const way = offset === 0 ? 'at' : offset < 0 ? 'before' : 'after'
  return {
    keys: [`sentences.sun.${way}.${event}`],
    slots: { duration: { is: 'duration', ms: Math.abs(offset) } },
  }
}

const statusSlot = ({ name }: Pick<RuleStatus, 'name'>): Slot => ({ is: 'status', name })

/** "“At home” is on". */
export const wordsOfStatusTrigger = (status: RuleStatus): Phrase => ({
  keys: [status.state ? 'sentences.when.statusOn' : 'sentences.when.statusOff'],
  slots: { status: statusSlot(status) },
})

/** "Set Brightness of X to 40 %". */
export function wordsOfSetting(
  device: { id: string; device_name?: string },
  setting: DeviceSetting,
  naming: Naming,
): Phrase {
  const { service_name: service, property_name: property } = setting
  const described = naming.property(device.id, service, property)
  const place = { id: device.id, name: device.device_name, service, property }
  if ('computed' in setting) {
    const { value: _none, ...slots } = slotsOf(place, '', described, naming)
    return wordsOfComputed(setting.computed, { service, property, slots }, naming)
  }
  const value = meant(setting.value, described)
  return {
    keys: [
      ...spokenKeys('set', place, roleOf(value, described)),
      ...spokenKeys('set', place, 'any'),
      commonSetting(value, described),
    ],
    slots: slotsOf(place, value, described, naming),
  }
}

function commonSetting(value: Scalar, described: Value | undefined): string {
  // What can only be ordered is no state that something is set to.
  if (described && !described.access.includes('read')) return 'sentences.set.order'
  const role = described?.kind === 'bool' || typeof value === 'boolean' ? roleOf(value, described) : ''
  if (role === 'on' || role === 'off' || role === 'toggle') return `sentences.set.${role}`
  const measured = described ? described.kind === 'number' || described.kind === 'range' : numeric(value)
  return measured ? 'sentences.set.number' : 'sentences.set.word'
}

export const wordsOfStatusChange = (status: Pick<RuleStatus, 'name' | 'state'>): Phrase => ({
  keys: [status.state ? 'sentences.set.statusOn' : 'sentences.set.statusOff'],
  slots: { status: statusSlot(status) },
})

const ACTS = {
  run: 'sentences.set.runRule',
  switch_on: 'sentences.set.ruleOn',
  switch_off: 'sentences.set.ruleOff',
} as const satisfies Record<RuleAction['act'], string>

export const wordsOfRuleAction = ({ rule_id, name, act }: RuleAction, naming: Naming): Phrase => ({
  keys: [ACTS[act]],
  slots: { rule: { is: 'text', text: naming.rule?.(rule_id) ?? name } },
})

const NOTIFICATIONS = ['mail', 'push', 'other'] as const

/** With `found`, what its values were stands in it, and a text that names some is told beside the title. */
export function wordsOfNotification(
  notification: Omit<RuleNotification, 'notification_id' | 'scene_id'>,
  naming: Naming,
  found?: readonly FoundText[],
): Phrase {
  const { type, destination = '', short_desc, desc, values } = notification
  const both = found && short_desc && hasValues(desc, values)
  const text = both ? `${short_desc}: ${desc}` : short_desc || desc || ''
  const plain = text === '' ? 'plain' : 'text'
  const mail = NOTIFICATIONS[type] === 'mail' && destination !== ''
  return {
    keys: [`sentences.notify.${mail ? 'mailTo' : NOTIFICATIONS[type]}.${plain}`],
    slots: { destination: { is: 'text', text: destination }, text: slotOfText(text, values, naming, found) },
  }
}

export const wordsOfAlarm = (alarmId: number, naming: Naming): Phrase => ({
  keys: ['sentences.notify.alarm'],
  slots: { alarm: { is: 'text', text: naming.alarm?.(alarmId) ?? String(alarmId) } },
})

/** "Wait 10 minutes", "Wait 10 minutes, by chance up to 30 minutes longer". */
export const wordsOfPause = ({ delay = 0, spread = 0 }: Pick<ActionSet, 'delay' | 'spread'>): Phrase => ({
  keys: [spread === 0 ? 'sentences.set.pause' : 'sentences.set.pauseByChance'],
  slots: {
    duration: { is: 'duration', ms: delay },
    longer: { is: 'duration', ms: spread },
  },
})

/** What an action set does, in its order; what it waits for comes first. */
export function wordsOfActionSet(set: ActionSet, naming: Naming): Phrase[] {
  const { delay = 0, devices = [], statuses = [], rules = [], notifications = [], alarms = [] } = set
  const pause = delay > 0 ? [wordsOfPause(set)] : []
  if (isPause(set)) return pause
  return [
    ...pause,
    ...devices.flatMap((device) => device.settings.map((setting) => wordsOfSetting(device, setting, naming))),
    ...statuses.map(wordsOfStatusChange),
    ...rules.map((one) => wordsOfRuleAction(one, naming)),
    ...notifications.map((one) => wordsOfNotification(one, naming)),
    ...alarms.map(({ alarmId }) => wordsOfAlarm(alarmId, naming)),
  ]
}

export interface RuleWords {
  logic: Rule['rule_logic']
  when: Phrase[]
  /** One entry an action set. */
  sets: { id: string; name: string; pause: boolean; does: Phrase[] }[]
}

/** A whole rule: times and the sun first, then devices, then statuses. */
export function wordsOfRule(rule: Rule, naming: Naming): RuleWords {
  const { rule_logic, time_triggers = [], sun_triggers = [], event_triggers = [] } = rule
  const { statuses = [], scenes = [] } = rule
  return {
    logic: rule_logic,
    when: [
      ...time_triggers.map(wordsOfTimeTrigger),
      ...sun_triggers.map(wordsOfSunTrigger),
      ...event_triggers.map((trigger) => wordsOfDeviceTrigger(trigger, naming, moodOf(rule))),
      ...statuses.map(wordsOfStatusTrigger),
    ],
    sets: scenes.map((set) => ({
      id: set.id,
      name: set.name,
      pause: isPause(set),
      does: wordsOfActionSet(set, naming),
    })),
  }
}
