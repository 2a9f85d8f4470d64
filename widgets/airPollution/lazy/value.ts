import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { firstKnown, type Item, isHeaded, itemsOf } from '../../shared/lazy/items.ts'
import { bandAt } from '../../shared/levels.ts'
import { clamp, toNumber } from '../../shared/numbers.ts'
import { scaled } from '../../shared/read.ts'

export const kind = 'airPollution'

const LEVELS = ['ok', 'warn', 'danger'] as const
export type Level = (typeof LEVELS)[number]
type Bands = NonNullable<Value['bands']>

/** A pollutant: what its description says of when it is too much. */
export interface Pollutant {
  item: Item
  bands: Bands
  /** Where its scale ends, as the screen shows it. */
  end: number
}

export interface Options {
  pollutants: readonly Pollutant[]
  /** What is told with them and can't be too much: temperature, humidity. */
  others: readonly Item[]
  items: readonly Item[]
  /** What is said in a tile: without what its head says. */
  said: readonly Item[]
}

/** Without a gauge the scale goes that far beyond the last band. */
const BEYOND = 1.5

export function options(placed: Placed): Options {
  const items = itemsOf(placed)
  const pollutants = items.flatMap((item): Pollutant[] => {
    const { bands, gauge } = item.value
    const last = bands?.at(-1)
    if (!bands || !last || !bands.some(({ level }) => level !== undefined)) return []
    const end = gauge?.max ?? last.from * BEYOND
    return end > (bands[0]?.from ?? 0) ? [{ item, bands, end }] : []
  })
  const found = new Set(pollutants.map(({ item }) => item))
  const others = items.filter((item) => !found.has(item))
  return { pollutants, others, items, said: isHeaded(placed) ? items.slice(1) : items }
}

const shownOf = (values: ReadonlyMap<string, RawValue>, { key, value }: Item): number | undefined => {
  const wire = toNumber(values.get(key))
  return wire === undefined ? undefined : scaled(wire, value)
}

/** How bad a pollutant is; undefined while nobody knows. */
export function levelAt(
  values: ReadonlyMap<string, RawValue>,
  { item, bands }: Pollutant,
): Level | undefined {
  const shown = shownOf(values, item)
  return shown === undefined ? undefined : (bandAt(shown, bands)?.level ?? 'ok')
}

export interface Verdict {
  level: Level
  /** What makes it so; the first of the worst. */
  of: Item
}

/** The air is as good as its worst pollutant; undefined while nobody knows any. */
export function verdictOf(
  values: ReadonlyMap<string, RawValue>,
  { pollutants }: Pick<Options, 'pollutants'>,
): Verdict | undefined {
  let worst: Verdict | undefined
  for (const pollutant of pollutants) {
    const level = levelAt(values, pollutant)
    if (level === undefined) continue
    if (!worst || LEVELS.indexOf(level) > LEVELS.indexOf(worst.level)) worst = { level, of: pollutant.item }
  }
  return worst
}

export interface Scale {
  /** Per cent of its length, one after the other. */
  parts: readonly { from: number; to: number; level: Level }[]
  /** Where the reading stands; undefined while nobody knows it. */
  at: number | undefined
}

/** A pollutant's bands as parts of a bar; a reading beyond its end stands there. */
export function scaleOf(values: ReadonlyMap<string, RawValue>, { item, bands, end }: Pollutant): Scale {
  const start = Math.min(0, bands[0]?.from ?? 0)
  const share = (value: number) => clamp((value - start) / (end - start), { min: 0, max: 1 }) * 100
  const parts = bands.map(({ from, level = 'ok' }, index) => ({
    from: index === 0 ? 0 : share(from),
    to: share(bands[index + 1]?.from ?? end),
    level,
  }))
  const shown = shownOf(values, item)
  return { parts, at: shown === undefined ? undefined : share(shown) }
}

export const read = (values: ReadonlyMap<string, RawValue>, { items }: Options, words: Words): Reading =>
  firstKnown(items, values, words)
