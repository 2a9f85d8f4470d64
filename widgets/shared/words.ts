import type { Words } from '#engine/widget.ts'
import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { nameOf, valueWord } from '#gateway/lib/names/names.ts'
import type { ValueOption } from '#schemas/generated/definitions/value.ts'
import type { PropertySpec } from './property-spec.ts'

type Named = Pick<PropertySpec, 'service' | 'property'> & Partial<Pick<PropertySpec, 'value'>>
type Plain = string | number | boolean

export const labelOf = (spec: PropertySpec, words: Words): string => nameOf(spec, words, spec.named)

export const wordOf = (named: Named, raw: Plain, words: Words, label?: string): string =>
  valueWord(named, raw, words, label)

export const unitOf = (unit: string | undefined, words: Words): string | undefined =>
  unit === undefined || unit === '' ? undefined : words.say(unitKey(unit), unit)

/** The option that a wire value stands for: 2 and "2" are the same one. */
export const optionOf = (
  options: readonly ValueOption[] | undefined,
  raw: unknown,
): ValueOption | undefined =>
  raw === null || raw === undefined || typeof raw === 'object'
    ? undefined
    : options?.find(({ value }) => String(value) === String(raw))

/** A word that stands by itself begins like a sentence. */
export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** The unit as it follows its figure: a degree sign stands close, everything else keeps its distance. */
export const afterFigure = (unit: string): string => (unit === '°' ? unit : `\u00a0${unit}`)
