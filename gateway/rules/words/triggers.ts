import { spokenKeys } from '#gateway/lib/models/text-keys.ts'
import { coerce, isMoment, writable } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type {
  CallTrigger,
  DeviceTrigger,
  Rule,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunMoment,
  SunTrigger,
  TimeTrigger,
} from '#schemas/generated/entities/rule.ts'
import { type Comparison, comparisonOf } from '../conditions.ts'
import { repeats } from '../moments/moments.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'
import type { Scalar } from '../world.ts'

/** One value of one property of a device, as rules name it. */
export interface Place {
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

export const numeric = (value: Scalar): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

/** A rule may say `false` where the device's own word is CLOSE: what it means is said. */
export function meant(value: Scalar, described: Value | undefined): Scalar {
  if (!described || value === described.toggle) return value
  const own = coerce(described, value)
  return isScalar(own) ? own : value
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What a value is called where wordings are listed: on and off, whatever the wire says, else the wire word. */
export function roleOf(value: Scalar, described: Value | undefined): string {
  // Of a device that is gone nobody knows more than this.
  if (!described && typeof value === 'boolean') return value ? 'on' : 'off'
  if (described && (described.kind === 'bool' || described.on !== undefined)) {
    if (value === (described.on ?? true)) return 'on'
    if (value === (described.off ?? false)) return 'off'
    if (value === described.toggle) return 'toggle'
  }
  return String(value)
}

export function slotsOf(place: Place, value: Scalar, described: Value | undefined, naming: Naming) {
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
  if (trigger.change) return wordsOfChange(trigger, place, described, naming)
  if (trigger.count !== undefined)
    return {
      keys: ['sentences.when.counted'],
      slots: {
        clause: { is: 'phrase', phrase: clause },
        count: { is: 'text', text: String(trigger.count) },
        duration: { is: 'duration', ms: trigger.within ?? 0 },
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

/** "Temperature of X rises by 2 °C or more within 10 minutes". */
function wordsOfChange(
  { change = 'any', value, within }: DeviceTrigger,
  place: Place,
  described: Value | undefined,
  naming: Naming,
): Phrase {
  // An amount is none of the words that its value has.
  const plain = described && { ...described, options: [], presets: [] }
  return {
    keys: [`sentences.when.change.${change}${within === undefined ? '' : 'Within'}`],
    slots: {
      ...slotsOf(place, value, plain, naming),
      duration: { is: 'duration', ms: within ?? 0 },
    },
  }
}

/** "Monday to Friday at 07:00". Whether it counts at all is said of its rule: a trigger is never off by itself. */
export function wordsOfTimeTrigger(trigger: TimeTrigger): Phrase {
  const { hour, minute, second, repeating = [] } = trigger
  const time: Slot = { is: 'time', hour, minute, second }
  const days = repeating.flatMap((on, day) => (on ? [day] : []))
  const { year, month, day, every } = trigger
  if (every === 'month')
    return { keys: ['sentences.when.monthly'], slots: { day: { is: 'text', text: String(day) }, time } }
  if (every && month !== undefined && day !== undefined)
    return { keys: ['sentences.when.yearly'], slots: { date: { is: 'date', month, day }, time } }
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

/** "Front-door keypad calls the scene's address". */
export const wordsOfCallTrigger = ({ name }: Pick<CallTrigger, 'name'>): Phrase =>
  name === undefined
    ? { keys: ['sentences.when.called'], slots: {} }
    : { keys: ['sentences.when.calledBy'], slots: { caller: { is: 'text', text: name } } }

/** "Window sensor has not reported anything for 24 hours". */
export const wordsOfSilenceTrigger = (
  { device_id, device_name, after }: Pick<SilenceTrigger, 'device_id' | 'device_name' | 'after'>,
  naming: Naming,
): Phrase => ({
  keys: ['sentences.when.silent'],
  slots: { device: deviceSlot(device_id, device_name, naming), duration: { is: 'duration', ms: after } },
})

/** "The scene “Good night” has run to its end". */
export const wordsOfRunTrigger = (
  { rule_id, name, end }: Pick<RunTrigger, 'rule_id' | 'name' | 'end'>,
  naming: Naming,
): Phrase => ({
  keys: [`sentences.when.run.${end}`],
  slots: { rule: { is: 'text', text: naming.rule?.(rule_id) ?? name } },
})

/** "Half an hour before sunset". */
export function wordsOfSun({ event, offset = 0 }: SunMoment): Phrase {
  const way = offset === 0 ? 'at' : offset < 0 ? 'before' : 'after'
  return {
    keys: [`sentences.sun.${way}.${event}`],
    slots: { duration: { is: 'duration', ms: Math.abs(offset) } },
  }
}

export const statusSlot = ({ name }: Pick<RuleStatus, 'name'>): Slot => ({ is: 'status', name })

/** "“At home” is on". */
export const wordsOfStatusTrigger = (status: RuleStatus): Phrase => ({
  keys: [status.state ? 'sentences.when.statusOn' : 'sentences.when.statusOff'],
  slots: { status: statusSlot(status) },
})
