import { partKey } from '#engine/property/state/address.ts'
import { exact, onWire } from '#gateway/lib/values/scale.ts'
import { fitted } from '#gateway/rules/computed/computed.ts'
import type { KindValue } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { DeviceTrigger, RampedValue } from '#schemas/generated/entities/rule.ts'
import { choicesOf, type Scalar } from '../builder/forms/PlainValue.tsx'
import type { OfferedProperty } from '../builder/offered/properties.ts'
import { vocabulary } from '../builder/offered/vocabulary.ts'
import { type Lexicon, propertyWords, type Role, valueName } from './lexicon.ts'
import { meant, type Piece, plays } from './read.ts'
import type { Subjects } from './subjects.ts'

/** What a part of a sentence says of those that it is about. */
export interface Predicate {
  /** States and words of values, as they were said. */
  states: readonly string[]
  values: readonly string[]
  number: { value: number; upper: number | undefined; unit: string | undefined } | undefined
  compare: 'above' | 'below' | 'between' | undefined
  /** The value itself meets it too. */
  inclusive: boolean
  /** The figure is by how much it changes. */
  change: NonNullable<DeviceTrigger['change']> | undefined
  negated: boolean
  more: 'more' | 'less' | undefined
  toggle: boolean
  /** Little by little, in so many milliseconds. */
  over: number | undefined
}

export function predicateOf(pieces: readonly Piece[]): Predicate {
  const said = (one: Piece): readonly { state: string; soft: boolean }[] =>
    one.meanings.flatMap((meaning) =>
      meaning.is === 'state' ? [{ state: meaning.state, soft: meaning.soft }] : [],
    )
  const hard = pieces.filter((one) => said(one).some(({ soft }) => !soft))
  const numbers = pieces.flatMap((piece, at) => {
    const number = meant(piece, 'number')
    const unit = pieces[at + 1] && meant(pieces[at + 1] as Piece, 'unit')?.unit
    // "ein Fenster" is one of them, and "eine Bewegung" no figure.
    if (!number || said(piece).length > 0 || (unit === undefined && plays(piece, 'filler'))) return []
    return [{ value: number.value, unit }]
  })
  const soft = pieces.filter((one) => said(one).some((state) => state.soft))
  const values = pieces.flatMap((one) => meant(one, 'value')?.word ?? [])
  // Of words that may say nothing the last counts, and none beside one that says it.
  const counts = hard.length > 0 || numbers.length > 0 ? hard : soft.slice(-1)
  const [first, second] = numbers
  // "Lower the blinds" closes them, "lower the volume by 10 %" makes it less.
  const by = pieces.some(
    (one, at) => plays(one, 'at') && pieces[at + 1] && meant(pieces[at + 1] as Piece, 'number'),
  )
  return {
    states: counts.flatMap((one) => said(one).map(({ state }) => state)),
    values: counts.length > 0 ? counts.flatMap((one) => meant(one, 'value')?.word ?? []) : values,
    number: first && {
      value: first.value,
      upper: second?.value,
      unit: first.unit ?? second?.unit,
    },
    compare: COMPARES.find((compare) => pieces.some((one) => plays(one, ...COMPARED_BY[compare]))),
    change: by ? CHANGES.find(([role]) => pieces.some((one) => plays(one, role)))?.[1] : undefined,
    inclusive: pieces.some((one) => plays(one, 'orMore', 'orLess')),
    negated: pieces.some((one) => plays(one, 'not')),
    more: (['more', 'less'] as const).find((role) =>
      pieces.some((one) => plays(one, role) && (!orders(one) || by)),
    ),
    toggle: pieces.some((one) => plays(one, 'toggle')),
    over: overIn(pieces),
  }
}

const CHANGES = [
  ['rises', 'up'],
  ['drops', 'down'],
  ['changes', 'any'],
] as const satisfies readonly [Role, DeviceTrigger['change']][]

const COMPARES = ['between', 'above', 'below'] as const
const COMPARED_BY = {
  between: ['between'],
  above: ['above', 'orMore'],
  below: ['below', 'orLess'],
} as const satisfies Record<(typeof COMPARES)[number], readonly Role[]>

const orders = ({ meanings }: Piece): boolean => meanings.some((one) => one.is === 'state' && one.ordered)

/** "Dimme … in 20 Minuten": where something is done little by little, a time is how long that takes. */
function overIn(pieces: readonly Piece[]): number | undefined {
  if (!pieces.some((one) => plays(one, 'ramp'))) return undefined
  const [ms] = pieces.flatMap((one) => {
    const [later, duration] = [meant(one, 'later'), meant(one, 'duration')]
    return later?.soft ? later.ms : duration && !duration.holds ? duration.ms : []
  })
  return ms
}

export const canTake = (over: number): boolean => over >= SHORTEST_RAMP && over <= LONGEST_RAMP

/** The same limits as schemas/entities/rule.json has. Milliseconds. */
const SHORTEST_RAMP = 1000
const LONGEST_RAMP = 86_400_000

export const saysSomething = ({ states, values, number, more, toggle }: Predicate): boolean =>
  states.length + values.length > 0 || number !== undefined || more !== undefined || toggle

/** The figure that is called so, of a value that such a kind of devices has. */
function figureCalled(offered: OfferedProperty, states: readonly string[]): number | undefined {
  const sets = vocabulary.kinds
    .flatMap((kind): readonly KindValue[] => kind.sets)
    .find(({ of, states: called }) => called && of.includes(partKey(offered)))
  for (const state of states) {
    const figure = sets?.states?.[state]
    if (figure !== undefined) return figure / (offered.value.scale ?? 1)
  }
  return undefined
}

/** The value that is called so; undefined where it has none. */
function valueCalled(
  offered: OfferedProperty,
  { states, values }: Pick<Predicate, 'states' | 'values'>,
  lexicon: Lexicon,
): Scalar | undefined {
  const figure = figureCalled(offered, states)
  if (figure !== undefined) return figure
  const words = new Set([...values, ...states.flatMap((state) => [...(lexicon.states.get(state) ?? [])])])
  return choicesOf(offered).find((choice) => words.has(valueName(offered, choice, lexicon.facts)))
}

const isNumber = ({ value }: OfferedProperty): boolean => value.kind === 'number' || value.kind === 'range'

/** Whether a value is called so. */
export const isCalled =
  (names: readonly string[], { facts }: Lexicon) =>
  (offered: OfferedProperty): boolean => {
    const words = propertyWords(offered, facts)
    return names.some((name) => words === name || words.endsWith(name))
  }

/** Values of a device that were named come first; of figures no other is meant. */
export function narrowed(
  offered: readonly OfferedProperty[],
  { properties: names, firm }: Pick<Subjects, 'properties' | 'firm'>,
  { number, more }: Pick<Predicate, 'number' | 'more'>,
  lexicon: Lexicon,
): readonly OfferedProperty[] {
  if (names.length === 0) return offered
  const called = isCalled(names, lexicon)
  const own = offered.filter(called)
  return number || more || firm ? own : [...own, ...offered.filter((one) => !called(one))]
}

type Test = Pick<DeviceTrigger, 'value' | 'compare_type' | 'inclusive' | 'upper' | 'negated' | 'change'>

/** What a value of the device must be like; undefined where none can be like that. */
export function testOf(
  offered: readonly OfferedProperty[],
  predicate: Predicate,
  lexicon: Lexicon,
): { offered: OfferedProperty; test: Test } | undefined {
  const { number, compare, inclusive, change, negated } = predicate
  if (number && (compare || change)) {
    const { unit } = number
    const those = offered.filter((one) => isNumber(one) && (unit === undefined || one.value.unit === unit))
    // What is measured is meant before what is set.
    const one = those.find(({ value }) => !value.access.includes('write')) ?? those[0]
    if (!one) return undefined
    const raw = (value: number): number => onWire(value, one.value)
    if (change) {
      if (negated || compare === 'below' || compare === 'between') return undefined
      return { offered: one, test: { value: raw(number.value), compare_type: 'GT', inclusive: true, change } }
    }
    if (compare === 'between') {
      if (number.upper === undefined || number.upper < number.value) return undefined
      const [value, upper] = [raw(number.value), raw(number.upper)]
      return { offered: one, test: { value, compare_type: 'GT', inclusive: true, upper } }
    }
    const compare_type = (compare === 'above') === negated ? 'LT' : 'GT'
    return {
      offered: one,
      test: { value: raw(number.value), compare_type, ...(negated !== inclusive && { inclusive: true }) },
    }
  }
  if (number) return undefined
  for (const one of offered) {
    const value = valueCalled(one, predicate, lexicon)
    if (value === undefined) continue
    if (isNumber(one) && Number(value) > 0) {
      // It is open as soon as it is not closed.
      const test: Test = { value: 0, compare_type: 'GT' }
      return { offered: one, test: negated ? { value: 0, compare_type: 'EQ' } : test }
    }
    if (!negated) return { offered: one, test: { value, compare_type: 'EQ' } }
    if (isNumber(one)) return { offered: one, test: { value, compare_type: 'GT' } }
    const other = one.value.kind === 'bool' ? choicesOf(one).find((choice) => choice !== value) : undefined
    return other === undefined
      ? { offered: one, test: { value, compare_type: 'EQ', negated: true } }
      : { offered: one, test: { value: other, compare_type: 'EQ' } }
  }
  return undefined
}

/** How a device is set; undefined where none of its values can be. */
export interface Change {
  offered: OfferedProperty
  value?: Scalar
  computed?: { kind: 'toggle' } | { kind: 'step'; amount: number } | RampedValue
}

/** So much brighter or louder, where nobody says how much. */
export const HOW_MUCH = 10

export function changeOf(
  offered: readonly OfferedProperty[],
  predicate: Predicate,
  lexicon: Lexicon,
): Change | undefined {
  const { number, more, toggle, over } = predicate
  const withUnit = offered.filter(
    (one) => isNumber(one) && (number?.unit === undefined ? true : one.value.unit === number.unit),
  )
  if (toggle) {
    const one = offered.find(({ value }) => value.kind === 'bool')
    return one && { offered: one, computed: { kind: 'toggle' } }
  }
  if (number || more) {
    const one = withUnit[0]
    if (!one) return undefined
    const raw = (value: number): number => exact(value / (one.value.scale ?? 1))
    if (more) {
      const amount = raw(number?.value ?? (one.value.unit === '%' ? HOW_MUCH : (one.value.step ?? 1)))
      return { offered: one, computed: { kind: 'step', amount: more === 'more' ? amount : -amount } }
    }
    const { min = -Infinity, max = Infinity } = one.value
    const within = (value: number): boolean => value >= min && value <= max
    const [value, to] = [raw(number?.value ?? 0), raw(number?.upper ?? number?.value ?? 0)]
    if (!within(value) || !within(to) || (over !== undefined && !canTake(over))) return undefined
    if (over === undefined) return { offered: one, value: fitted(value, one.value) }
    const from = number?.upper === undefined ? {} : { from: fitted(value, one.value) }
    return { offered: one, computed: { kind: 'ramp', ...from, to: fitted(to, one.value), over } }
  }
  for (const one of offered) {
    const value = valueCalled(one, predicate, lexicon)
    if (value !== undefined) return { offered: one, value }
  }
  return undefined
}

/** The other side: what follows when it was meant for a while only. */
export function opposite({ offered, value, computed }: Change): Change | undefined {
  if (computed?.kind === 'toggle') return { offered, computed }
  if (computed?.kind === 'ramp') return undefined
  if (computed) return { offered, computed: { kind: 'step', amount: -computed.amount } }
  if (offered.value.kind === 'bool') {
    const other = choicesOf(offered).find((choice) => choice !== value)
    return other === undefined ? undefined : { offered, value: other }
  }
  const { min, max } = offered.value
  if (value === undefined || min === undefined || max === undefined) return undefined
  if (value === min) return { offered, value: max }
  // What it was before nobody has said.
  return value === max ? { offered, value: min } : undefined
}
