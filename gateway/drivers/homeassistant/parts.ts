import type { Plain } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { known } from '../shared/fields.ts'
import type { Entity, Part, Reading, Writing } from './entity.ts'

type Wire = { readings?: readonly (Reading | undefined)[]; writing?: Writing | undefined }

/** A part with what its entity says of all its values; none when it can neither be read nor sent. */
export function part(
  entity: Entity,
  name: string,
  value: Omit<Value, 'access'>,
  { readings = [], writing }: Wire,
  { compound, endpoint, event }: Pick<Part, 'compound' | 'endpoint' | 'event'> = {},
): Part[] {
  const heard = readings.filter((one) => one !== undefined)
  if (heard.length === 0 && !writing) return []
  return [
    known({
      name,
      value: known({ ...value, category: value.category ?? entity.category }),
      readings: heard,
      writing: writing && value.step === 1 ? inWholeNumbers(writing) : writing,
      compound,
      endpoint,
      event,
    }),
  ]
}

/** A share of a span, or a way between two values, is rarely a whole number: whoever orders it, the device is told one. */
const inWholeNumbers = ({ topic, encode }: Writing): Writing => ({
  topic,
  encode: (value) => encode(typeof value === 'number' ? Math.round(value) : value),
})

/** Words of a message are compared as text: True of a template is `true` of a payload. */
const same = (value: unknown, word: string): boolean =>
  String(value) === word || String(value).toLowerCase() === word.toLowerCase()

/** `true` and `false` are meant as such; every other word stays one. */
const plain = (word: string): Plain => (word === 'true' ? true : word === 'false' ? false : word)

/** Reads words of the device as ours; what no word stands for is passed on, and told as unreadable where it does not fit. */
export const words =
  (table: readonly (readonly [string, Plain])[]) =>
  (value: unknown): unknown => {
    const found = table.find(([word]) => same(value, word))
    return found ? found[1] : value
  }

export interface Binary {
  /** Payloads that are sent, and, where they are not the same, that are heard. */
  on: string
  off: string
  heardOn?: string
  heardOff?: string
}

export const binary = ({ on, off }: Binary): Omit<Value, 'access'> => ({
  kind: 'bool',
  on: plain(on),
  off: plain(off),
})

export const binaryWords = ({ on, off, heardOn = on, heardOff = off }: Binary) =>
  words([
    [heardOn, plain(on)],
    [heardOff, plain(off)],
  ])

/** The payload of a wanted value. */
export const payloadOf = ({ on, off }: Binary) => ({
  encode: (value: unknown): unknown => (value === plain(on) ? on : value === plain(off) ? off : value),
})

/** The words by which most entities say and hear that they are on or off. */
export const statesOf = (entity: Entity): Binary => ({
  on: entity.payload('payload_on', 'ON'),
  off: entity.payload('payload_off', 'OFF'),
})

/** What switches a thing of several parts as a whole. */
export function power(entity: Entity, compound: string): Part[] {
  const states = statesOf(entity)
  return part(
    entity,
    'state',
    binary(states),
    {
      readings: [entity.reading('state_topic', 'state_value_template', binaryWords(states))],
      writing: entity.writing('command_topic', 'command_template', (value) => ({
        value: payloadOf(states).encode(value),
      })),
    },
    { compound },
  )
}

export const choices = (values: readonly string[]): Omit<Value, 'access'> => ({
  kind: 'option',
  options: [...new Set(values)].map((value) => ({ value })),
})

/** What Home Assistant's format tells and takes in whole numbers only. */
export const whole = (min: number, max: number, more: Partial<Value> = {}): Omit<Value, 'access'> =>
  range(min, max, { ...more, ...(Number.isInteger(min) && Number.isInteger(max) && { step: 1 }) })

export const range = (min: number, max: number, more: Partial<Value> = {}): Omit<Value, 'access'> => ({
  kind: 'range',
  min: Math.min(min, max),
  max: Math.max(min, max),
  ...more,
})
