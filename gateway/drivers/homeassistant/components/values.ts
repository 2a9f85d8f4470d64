import type { Entity, Part } from '../entity.ts'
import { type Names, switchOf } from '../names.ts'
import { type Binary, binary, binaryWords, choices, part, payloadOf, range, statesOf } from '../parts.ts'

/** Kinds of sensors whose values are figures even where no unit says so. */
const FIGURES: ReadonlySet<string> = new Set([
  'aqi',
  'ph',
  'power_factor',
  'battery',
  'monetary',
  'signal_strength',
])

export function sensor(entity: Entity, names: Names): Part[] {
  const reading = entity.reading('state_topic', 'value_template')
  // Every value says itself when it was told; this one would change with each message.
  if (reading?.path?.at(-1) === 'last_seen') return []
  const named = names(entity, reading?.path)
  const unit = entity.text('unit_of_measurement')
  const kind = entity.text('device_class')
  const options = entity.texts('options')
  const isFigure =
    named.figure ||
    unit !== undefined ||
    entity.text('state_class') !== undefined ||
    entity.number('suggested_display_precision') !== undefined ||
    (kind !== undefined && FIGURES.has(kind))
  const precision = entity.number('suggested_display_precision')
  const value =
    options.length > 0
      ? choices(options)
      : isFigure
        ? {
            kind: 'number' as const,
            unit,
            precision: precision === undefined ? undefined : Math.max(0, Math.min(6, Math.round(precision))),
          }
        : { kind: 'text' as const }
  return part(entity, named.name, { ...value, label: entity.text('name') }, { readings: [reading] }, named)
}

export function binarySensor(entity: Entity, names: Names): Part[] {
  const states = statesOf(entity)
  const reading = entity.reading('state_topic', 'value_template', binaryWords(states))
  const named = names(entity, reading?.path)
  return part(
    entity,
    named.name,
    { ...binary(states), label: entity.text('name') },
    { readings: [reading] },
    named,
  )
}

/** A switch whose message has a key of its own is what that key says; all others are switches. */
export function switchable(entity: Entity, names: Names): Part[] {
  const states: Binary = {
    ...statesOf(entity),
    heardOn: entity.text('state_on'),
    heardOff: entity.text('state_off'),
  }
  const reading = entity.reading('state_topic', 'value_template', binaryWords(states))
  const writing = entity.writing('command_topic', 'command_template', (value) => ({
    value: payloadOf(states).encode(value),
  }))
  const named = switchOf(reading?.path?.at(-1)) ?? names(entity, reading?.path)
  return part(
    entity,
    named.name,
    { ...binary(states), label: entity.text('name') },
    { readings: [reading], writing },
    named,
  )
}

export function number(entity: Entity, names: Names): Part[] {
  const reading = entity.reading('state_topic', 'value_template')
  const named = names(entity, reading?.path)
  const step = entity.number('step')
  const value = range(entity.number('min', 1) ?? 1, entity.number('max', 100) ?? 100, {
    step: step !== undefined && step > 0 ? step : undefined,
    unit: entity.text('unit_of_measurement'),
    label: entity.text('name'),
  })
  const writing = entity.writing('command_topic', 'command_template')
  return part(entity, named.name, value, { readings: [reading], writing }, named)
}

export function select(entity: Entity, names: Names): Part[] {
  const reading = entity.reading('state_topic', 'value_template')
  const named = names(entity, reading?.path ?? lastOf(entity.text('command_topic')))
  const value = { ...choices(entity.texts('options')), label: entity.text('name') }
  const writing = entity.writing('command_topic', 'command_template')
  return part(entity, named.name, value, { readings: [reading], writing }, named)
}

/** text, date, time and datetime: what is typed. */
export function text(entity: Entity, names: Names): Part[] {
  const reading = entity.reading('state_topic', 'value_template')
  const template = reading?.path ?? entity.template('value_template')?.path
  const named = names(entity, template)
  const lengthMax = entity.number('max', entity.component === 'text' ? 255 : 64)
  const value = {
    kind: 'text' as const,
    lengthMin: entity.number('min'),
    lengthMax,
    secret: entity.text('mode') === 'password' || undefined,
    label: entity.text('name'),
  }
  const writing = entity.writing('command_topic', 'command_template')
  return part(entity, named.name, value, { readings: [reading], writing }, named)
}

/** Timings of a button are long; nobody's are longer. */
const LONGEST_CODE = 10_000

/** Infrared: a receiver tells what it has learnt, an emitter sends what it is given. */
export function infrared(entity: Entity, names: Names): Part[] {
  const emits = entity.text('schema', 'emitter') === 'emitter'
  const reading = emits ? undefined : entity.reading('state_topic', 'value_template')
  const writing = emits ? entity.writing('command_topic', 'command_template') : undefined
  const path = reading?.path ?? lastOf(entity.text('command_topic'))
  const named = names(entity, path)
  const value = { kind: 'text' as const, lengthMax: LONGEST_CODE, label: entity.text('name') }
  return part(entity, named.name, value, { readings: [reading], writing }, named)
}

/** `…/set/identify` sends what its last level names. */
const lastOf = (topic: string | undefined): readonly string[] | undefined => {
  const [, last] = /\/set\/([^/]+)$/.exec(topic ?? '') ?? []
  return last === undefined ? undefined : [last]
}
