import type { Place, RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value, ValueOption } from '#schemas/generated/entities/layout.ts'
import { paramOf } from '../shared/params.ts'
import { type PropertySpec, readable, specOf } from '../shared/property-spec.ts'
import { readRaw } from '../shared/read.ts'
import { capital, wordOf } from '../shared/words.ts'

export const kind = 'selection1'

type Plain = string | number | boolean
export type Shown = Plain | undefined

export interface Options extends PropertySpec {
  choices: readonly ValueOption[]
  /** Nothing is reported back: each choice is an order ("identify"), none is the current one. */
  stateless: boolean
  /** From the last choice on to the first one; a fan on WISE stops at its ends instead (spec 2 §4). */
  wraps: boolean
}

/** At most so many options, and so many letters in all, stand side by side. */
const SIDE_BY_SIDE = { options: 4, letters: 30 }
/** A native list opens at once with so many; beyond that one types to find. */
const NATIVE_AT_MOST = 300

export const options = (value: Value, placed: Placed): Options => ({
  ...specOf(placed),
  choices:
    value.options ??
    (value.kind === 'bool' ? [{ value: value.off ?? false }, { value: value.on ?? true }] : []),
  stateless: !readable(value),
  wraps: paramOf(placed, 'ends') !== 'stop',
})

/** The choice that the wire value means, or the value itself when it is no choice: it is shown all the same. */
export function decode(raw: RawValue | undefined, { choices }: Options): Shown {
  if (raw === undefined || raw === null || raw === '' || typeof raw === 'object') return undefined
  return choices.find(({ value }) => String(value) === String(raw))?.value ?? raw
}

/** Only a choice goes out; anything else becomes the first one. */
export const encode = (value: Shown, { choices }: Options): RawValue =>
  choices.find((choice) => choice.value === value)?.value ?? choices[0]?.value ?? null

export const read = (value: Shown, spec: Options, words: Words): Reading => readRaw(value, spec, words)

export const wordOfChoice = ({ value, label }: ValueOption, spec: Options, words: Words): string =>
  capital(wordOf(spec, value, words, label))

export type Form = 'buttons' | 'segments' | 'list' | 'search'

/** So many orders stand below each other where there is room: each is one press. */
const ORDERS_ON_PAGE = 6

/** How the choices are offered; a page has room for more than a tile. */
export function formOf(
  { choices, stateless }: Options,
  labels: readonly string[],
  place: Place = 'tile',
): Form {
  const short =
    choices.length <= SIDE_BY_SIDE.options &&
    labels.reduce((sum, { length }) => sum + length, 0) <= SIDE_BY_SIDE.letters
  const roomy = place === 'page' && choices.length <= ORDERS_ON_PAGE
  if (stateless && choices.length > 0 && (choices.length === 1 || short || roomy)) return 'buttons'
  if (short && choices.length > 0) return 'segments'
  return choices.length <= NATIVE_AT_MOST ? 'list' : 'search'
}

/** The first choices whose words contain what was typed, those that begin with it in front. */
export function matching(
  labels: readonly string[],
  typed: string,
  most: number,
): { at: readonly number[]; more: number } {
  const sought = typed.trim().toLocaleLowerCase()
  const begins: number[] = []
  const contains: number[] = []
  labels.forEach((label, index) => {
    const at = label.toLocaleLowerCase().indexOf(sought)
    if (at === 0) begins.push(index)
    else if (at > 0) contains.push(index)
  })
  const found = [...begins, ...contains]
  return { at: found.slice(0, most), more: Math.max(0, found.length - most) }
}
