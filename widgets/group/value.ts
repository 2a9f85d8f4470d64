import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { type PropertySpec, specOf } from '../shared/property-spec.ts'
import { readRaw, UNKNOWN } from '../shared/read.ts'

export const kind = 'group'

export interface Item extends PropertySpec {
  /** Where its value is found: the property, or a field of it. */
  key: string
  field?: string
}

export interface Options {
  items: readonly Item[]
}

const keyOf = ({ service, property }: { service: string; property: string }): string =>
  `${service}/${property}`

/** The placed property and those with it; of a compound its fields. */
export function options(placed: Placed): Options {
  const specs = [specOf(placed), ...(placed.more ?? []).map((more) => specOf(more))]
  return { items: specs.flatMap(itemsOf) }
}

function itemsOf(spec: PropertySpec): readonly Item[] {
  const fields = Object.entries(spec.value.fields ?? {})
  if (fields.length === 0) return [{ ...spec, key: keyOf(spec) }]
  return fields.map(([field, value]) => ({
    ...spec,
    named: undefined,
    property: field,
    value,
    key: keyOf(spec),
    field,
  }))
}

const isRecord = (raw: unknown): raw is Readonly<Record<string, RawValue>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

export function readItem(
  { key, field, ...spec }: Item,
  values: ReadonlyMap<string, RawValue>,
  words: Words,
): Reading {
  const raw = values.get(key)
  if (field === undefined) return readRaw(raw, spec, words)
  return readRaw(isRecord(raw) && Object.hasOwn(raw, field) ? raw[field] : undefined, spec, words)
}

/** The first value that is known, for places that have room for one. */
export function read(values: ReadonlyMap<string, RawValue>, { items }: Options, words: Words): Reading {
  for (const item of items) {
    const reading = readItem(item, values, words)
    if (reading.text !== UNKNOWN) return reading
  }
  return { text: UNKNOWN }
}
