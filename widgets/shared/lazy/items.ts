import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { paramOf } from '../params.ts'
import { type PropertySpec, specOf, writable } from '../property-spec.ts'
import { readRaw, UNKNOWN } from '../read.ts'

/** One property of a panel. */
export interface Item extends PropertySpec {
  /** `service/property`. */
  key: string
  settable: boolean
}

/** The placed property and those with it, in the order of the placement. */
export const itemsOf = (placed: Placed): readonly Item[] =>
  [specOf(placed), ...(placed.more ?? []).map((more) => specOf(more))].map((spec) => ({
    ...spec,
    key: `${spec.service}/${spec.property}`,
    settable: writable(spec.value),
  }))

/** The main value stands in the head of the tile: it is not said again below. */
export const isHeaded = (placed: Placed): boolean => paramOf(placed, 'headed') === true

/** The first item whose property is one of these, the earlier name first. */
export const named = (items: readonly Item[], ...names: readonly string[]): Item | undefined =>
  names
    .map((name) => items.find(({ property }) => property.toLowerCase() === name))
    .find((item) => item !== undefined)

export const readItem = (item: Item, values: ReadonlyMap<string, RawValue>, words: Words): Reading =>
  readRaw(values.get(item.key), item, words)

/** The first value that is known, for places that have room for one. */
export function firstKnown(
  items: readonly Item[],
  values: ReadonlyMap<string, RawValue>,
  words: Words,
): Reading {
  for (const item of items) {
    const reading = readItem(item, values, words)
    if (reading.text !== UNKNOWN) return reading
  }
  return { text: UNKNOWN }
}
