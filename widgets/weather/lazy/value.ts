import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { firstKnown, type Item, itemsOf, named } from '../../shared/lazy/items.ts'
import { toNumber } from '../../shared/numbers.ts'
import { scaled } from '../../shared/read.ts'

export const kind = 'weather'

export interface Options {
  /** What it looks like outside: sun, rain … */
  condition: Item | undefined
  temperature: Item | undefined
  /** Where the wind comes from, degrees. */
  direction: Item | undefined
  wind: Item | undefined
  /** Everything else, in the order of the placement. */
  facts: readonly Item[]
  items: readonly Item[]
}

export function options(placed: Placed): Options {
  const items = itemsOf(placed)
  const condition = named(items, 'condition', 'weather', 'weather_condition')
  const temperature = named(items, 'temperature', 'outdoor_temperature', 'temperature_outdoor')
  const direction = named(items, 'wind_direction', 'wind_bearing')
  const wind = named(items, 'wind_speed', 'wind')
  const apart = [condition, temperature, direction]
  return {
    condition,
    temperature,
    direction,
    wind,
    facts: items.filter((item) => !apart.includes(item)),
    items,
  }
}

/** Eight directions, clockwise from north. */
const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
type Direction = (typeof DIRECTIONS)[number]

export interface Bearing {
  degrees: number
  from: Direction
}

/** Where the wind comes from; undefined while nobody knows. */
export function bearingOf(
  values: ReadonlyMap<string, RawValue>,
  { direction }: Pick<Options, 'direction'>,
): Bearing | undefined {
  const raw = direction && values.get(direction.key)
  const wire = toNumber(raw)
  if (wire === undefined || !direction) return undefined
  const degrees = ((scaled(wire, direction.value) % 360) + 360) % 360
  return { degrees, from: DIRECTIONS[Math.round(degrees / 45) % 8] ?? 'n' }
}

/** The temperature speaks where there is room for one, then whatever is known. */
export const read = (
  values: ReadonlyMap<string, RawValue>,
  { temperature, items }: Options,
  words: Words,
): Reading => firstKnown(temperature ? [temperature, ...items] : items, values, words)
