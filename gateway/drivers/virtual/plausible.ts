import type { Wire } from '#gateway/core/ports.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { between, type Random, rounded } from './random.ts'

interface Habit {
  from: number
  to: number
  /** How far one reading lies from the next, at most. */
  step: number
  digits: number
}

/** Where readings of a home usually lie, by the name of the property. The first that fits counts. */
const habits: readonly (readonly [RegExp, Habit])[] = [
  [/^color_temp$/, { from: 2700, to: 3000, step: 0, digits: 0 }],
  [/outdoor.*temp|^device_temperature$/i, { from: 4, to: 28, step: 0.3, digits: 1 }],
  [/temp/i, { from: 19, to: 23.5, step: 0.2, digits: 1 }],
  [/absolute_humidity/i, { from: 6, to: 10.5, step: 0.2, digits: 1 }],
  [/humidity/i, { from: 38, to: 58, step: 1, digits: 0 }],
  [/pressure/i, { from: 948, to: 968, step: 0.4, digits: 1 }],
  [/illuminance|light_?level|lux/i, { from: 40, to: 480, step: 15, digits: 0 }],
  [/co2|carbon_dioxide/i, { from: 480, to: 1150, step: 25, digits: 0 }],
  [/voc/i, { from: 60, to: 320, step: 12, digits: 0 }],
  [/^pm\d/i, { from: 3, to: 14, step: 1, digits: 0 }],
  [/noise/i, { from: 31, to: 52, step: 2, digits: 0 }],
  [/soil|moisture/i, { from: 28, to: 55, step: 1, digits: 0 }],
  [/wind_?direction|bearing/i, { from: 180, to: 320, step: 12, digits: 0 }],
  [/wind|gust/i, { from: 0, to: 8, step: 0.6, digits: 1 }],
  [/rain/i, { from: 0, to: 2, step: 0.1, digits: 1 }],
  [/power_factor/i, { from: 0.88, to: 0.99, step: 0.01, digits: 2 }],
  [/active_?power|^power(_[abc])?$/i, { from: 2, to: 900, step: 40, digits: 0 }],
  [/voltage/i, { from: 227, to: 236, step: 0.6, digits: 1 }],
  [/current/i, { from: 0.1, to: 4, step: 0.2, digits: 2 }],
  [/frequency/i, { from: 49.95, to: 50.05, step: 0.01, digits: 2 }],
  [/battery/i, { from: 62, to: 100, step: 0, digits: 0 }],
  [/cpu/i, { from: 6, to: 28, step: 3, digits: 0 }],
  [/memory/i, { from: 34, to: 47, step: 1, digits: 0 }],
  [/concentration/i, { from: 0, to: 6, step: 1, digits: 0 }],
  [/analog/i, { from: 1.2, to: 3.8, step: 0.1, digits: 2 }],
  [/link_?quality|lqi/i, { from: 70, to: 230, step: 6, digits: 0 }],
]

/** What grows only: meters. */
const growing = /energy|consum|volume|produced/i

/** What is fed in is less than what is produced. */
const smaller = /fed_in|export/i
export const growth = ({ name }: Property, random: Random): number =>
  between(random, 0, smaller.test(name) ? 0.01 : 0.02)

const isNumeric = ({ type }: Property): boolean => type === 'number' || type === 'range'

/** The usual readings of a property, within what its description allows; undefined where nothing is known of it. */
function habitOf(property: Property): Habit | undefined {
  // A battery's voltage in mV is no mains voltage.
  if (property.unit === 'mV') return { from: 2850, to: 3050, step: 0, digits: 0 }
  const usual = habits.find(([name]) => name.test(property.name))?.[1]
  if (!usual) return undefined
  // Habits are what is shown; the wire may be of another scale, or the unit another one.
  const known = scaled(usual, property.unit === 'kPa' ? 10 : (property.scale ?? 1))
  const { min = known.from, max = known.to } = property
  const from = Math.max(known.from, min)
  return from > Math.min(known.to, max)
    ? { ...known, from: min, to: max }
    : { ...known, from, to: Math.min(known.to, max) }
}

function scaled({ from, to, step, digits }: Habit, by: number): Habit {
  return {
    from: from / by,
    to: to / by,
    step: step / by,
    digits: digits + Math.max(0, Math.round(Math.log10(by))),
  }
}

/** Whether a reading changes by itself. Settings and what can be set stay as they are. */
export function drifts(property: Property): boolean {
  if (!property.readonly || property.category === 'config' || isMeter(property)) return false
  if (isNumeric(property)) return (habitOf(property)?.step ?? 0) > 0
  return property.type === 'bool' && chance(property) > 0
}

export const isMeter = (property: Property): boolean =>
  property.readonly && isNumeric(property) && growing.test(property.name)

/** How likely a sensor of yes and no turns over at a reading. Alarms don't go off by themselves. */
function chance({ name }: Property): number {
  if (/occupancy|motion|presence/i.test(name)) return 0.25
  return /contact|window|door/i.test(name) ? 0.04 : 0
}

/** `goal`: what it comes nearer to, when something in the device sees to that. */
export function nextReading(property: Property, value: Wire, random: Random, goal?: number): Wire {
  if (property.type === 'bool') {
    const { on = true, off = false } = property
    return random() < chance(property) ? (value === on ? off : on) : value
  }
  const habit = habitOf(property)
  if (!habit || typeof value !== 'number') return value
  if (goal !== undefined) {
    const lacking = Math.max(-habit.step, Math.min(habit.step, goal - value))
    const near = value + lacking * between(random, 0, 1) + between(random, -habit.step, habit.step) / 2
    return rounded(near, digitsOf(property, habit))
  }
  const moved = value + between(random, -habit.step, habit.step)
  // What began elsewhere stays around there: it is colder outside than in a room.
  const [from, to] = [Math.min(habit.from, value), Math.max(habit.to, value)]
  return rounded(Math.min(to, Math.max(from, moved)), digitsOf(property, habit))
}

/** What a property shows at first, from its description alone. */
export function firstValue(property: Property, random: Random): Wire {
  if (isMeter(property)) return grown(property, between(random, 40, 900))
  const habit = isNumeric(property) ? habitOf(property) : undefined
  if (habit && property.category !== 'config')
    return rounded(between(random, habit.from, habit.to), digitsOf(property, habit))
  return emptyValue({ ...property, kind: property.type })
}

const digitsOf = ({ precision, scale }: Property, { digits }: Habit): number =>
  scale === undefined ? (precision ?? digits) : digits

/** What a meter shows; `shown` is how much in the unit on screen. */
export function grown(property: Property, shown: number): number {
  const digits = property.scale && property.scale > 1 ? 6 : (property.precision ?? 2)
  return rounded(shown / (property.scale ?? 1), digits)
}

function emptyValue(
  described: Pick<Value, 'kind' | 'min' | 'max' | 'step' | 'on' | 'off' | 'options' | 'fields'>,
): Wire {
  const { kind, min, max, step, off = false, options = [], fields = {} } = described
  switch (kind) {
    case 'number':
    case 'range':
      return min === undefined || max === undefined ? (min ?? 0) : onStep((min + max) / 2, min, step)
    case 'bool':
      return off
    case 'option':
      return options[0]?.value ?? null
    case 'text':
      return ''
    case 'color':
      return Object.keys(fields).length > 0 ? emptyFields(fields) : '#ffcf9e'
    case 'object':
      return emptyFields(fields)
    case 'list':
      return []
  }
}

const emptyFields = (fields: NonNullable<Value['fields']>): Wire =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)]))

function onStep(value: number, min: number, step = 1): number {
  return rounded(min + Math.round((value - min) / step) * step, 6)
}
