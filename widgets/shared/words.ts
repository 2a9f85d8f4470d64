import type { Words } from '#engine/widget.ts'
import { commonValueKey, propertyKey, spoken, unitKey, valueKey } from '#gateway/lib/text-keys.ts'
import type { ValueOption } from '#schemas/generated/definitions/value.ts'
import type { PropertySpec } from './property-spec.ts'

type Named = Pick<PropertySpec, 'service' | 'property'>
type Plain = string | number | boolean

/** Name of the property: its own text, then the live description's label, then the wire name as people would write it. */
export const labelOf = ({ service, property, value, named }: PropertySpec, words: Words): string =>
  words.say(named ?? propertyKey(service, property), value.label ?? spoken(property))

/** Word of one value: the property's own word, then the common one, then the live label, then the wire word. */
export const wordOf = ({ service, property }: Named, raw: Plain, words: Words, label?: string): string =>
  words.say(valueKey(service, property, raw), words.say(commonValueKey(raw), label ?? spoken(String(raw))))

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
