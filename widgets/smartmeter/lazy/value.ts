import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { firstKnown, type Item, isHeaded, itemsOf } from '../../shared/lazy/items.ts'
import { clamp, toNumber } from '../../shared/numbers.ts'
import { scaled } from '../../shared/read.ts'

export const kind = 'smartmeter'

type Range = NonNullable<Value['gauge']>

export interface Dial {
  item: Item
  /** Without one the reading stands there as a figure. */
  range: Range | undefined
}

export interface Phase {
  /** 1, 2 or 3, as electricians count. */
  number: number
  items: readonly Item[]
}

export interface Options {
  items: readonly Item[]
  /** What is looked at: power first, then what has a gauge. */
  dials: readonly Dial[]
  /** What is read: totals and what has no gauge. */
  figures: readonly Item[]
  phases: readonly Phase[]
  /** A tile says its main value above already. */
  headed: boolean
}

const PHASE = /_(?:phase_)?(?:([abc])|l([123]))$/i

/** Phase of a property, 1 to 3: power_b, power_phase_b and power_l2 are the second one's. */
export function phaseOf(property: string): number | undefined {
  const [, letter, digit] = PHASE.exec(property) ?? []
  if (letter !== undefined) return 'abc'.indexOf(letter.toLowerCase()) + 1
  return digit === undefined ? undefined : Number(digit)
}

/** A range the wrong way round is none. */
const rangeOf = ({ value: { gauge } }: Item): Range | undefined =>
  gauge && gauge.min < gauge.max ? gauge : undefined

export function options(placed: Placed): Options {
  const items = itemsOf(placed)
  const [main] = items
  const whole = items.filter(({ property }) => phaseOf(property) === undefined)
  const dials = whole.filter((item) => item === main || rangeOf(item) !== undefined)
  const phases = [1, 2, 3]
    .map((number) => ({ number, items: items.filter(({ property }) => phaseOf(property) === number) }))
    .filter(({ items: parts }) => parts.length > 0)
  return {
    items,
    dials: dials.map((item) => ({ item, range: rangeOf(item) })),
    figures: whole.filter((item) => !dials.includes(item)),
    phases,
    headed: isHeaded(placed),
  }
}

/** How far along its gauge a reading stands, 0 to 100; one beyond it stands at its end, an unknown one nowhere. */
export function shareOf(raw: RawValue | undefined, { item, range }: Dial): number | undefined {
  const wire = toNumber(raw)
  if (wire === undefined || !range) return undefined
  const share = (scaled(wire, item.value) - range.min) / (range.max - range.min)
  return clamp(share, { min: 0, max: 1 }) * 100
}

export const read = (values: ReadonlyMap<string, RawValue>, { items }: Options, words: Words): Reading =>
  firstKnown(items, values, words)
