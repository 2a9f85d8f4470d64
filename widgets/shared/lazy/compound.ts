import type { RawValue, Reading, Words } from '#engine/widget.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import { coerce } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { iconFor } from '../icons.ts'
import type { PropertySpec } from '../property-spec.ts'
import { readRaw, UNKNOWN } from '../read.ts'
import { afterFigure, labelOf } from '../words.ts'

/** A value with parts of its own, as it travels; undefined while nobody knows it. */
export type Compound = RawValue | undefined

export const decodeCompound = (raw: RawValue | undefined, { value }: PropertySpec): Compound => {
  const meant = coerce(value, raw)
  return meant === null ? undefined : (meant as Compound)
}

/** In the kinds that the description declares. What does not fit goes out as it is and is refused with a reason. */
export function encodeCompound(shown: Compound, { value }: PropertySpec): RawValue {
  const { value: meant, faults } = judge(shown ?? (value.kind === 'list' ? [] : {}), value)
  return faults.length === 0 ? meant : (shown ?? null)
}

const NAMED = 3
const LONGEST = 120

/** The first parts in words; of a list of compounds how many there are. */
export function readCompound(shown: Compound, spec: PropertySpec, words: Words): Reading {
  const icon = iconFor(spec, undefined)
  if (shown === undefined || shown === null) return { text: UNKNOWN, icon }
  // One secret part makes the whole a secret.
  if (spec.value.secret) return readRaw(1, spec, words)
  if (Array.isArray(shown)) return { ...listed(shown, spec, words), icon }
  if (typeof shown !== 'object') return readRaw(shown, spec, words)
  const fields = Object.entries(shown).filter(([name]) => Object.hasOwn(spec.value.fields ?? {}, name))
  const parts = fields.slice(0, NAMED).map(([name, part]) => {
    const inside = specAt(spec, name, spec.value.fields?.[name])
    return `${labelOf(inside, words)} ${phraseOf(part as RawValue, inside, words)}`
  })
  return { text: cut(parts.length === 0 ? UNKNOWN : parts.join(', '), fields.length > NAMED), icon }
}

function listed(entries: readonly unknown[], spec: PropertySpec, words: Words): Reading {
  const { item } = spec.value
  const plain = item && item.kind !== 'object' && item.kind !== 'list'
  if (plain && entries.length > 0 && entries.length <= NAMED) {
    const inside = specAt(spec, spec.property, item)
    return { text: cut(entries.map((one) => phraseOf(one as RawValue, inside, words)).join(', '), false) }
  }
  return {
    text: words.number(entries.length, 0),
    unit: words.say(entries.length === 1 ? 'controls.oneEntry' : 'controls.entries', 'entries'),
  }
}

const cut = (text: string, more: boolean): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : more ? `${text} …` : text

const specAt = ({ service }: PropertySpec, property: string, value: Value | undefined): PropertySpec => ({
  service,
  property,
  value: value ?? { kind: 'text', access: [] },
})

function phraseOf(raw: RawValue, spec: PropertySpec, words: Words): string {
  const { text, unit } = readRaw(raw, spec, words)
  return unit ? text + afterFigure(unit) : text
}
