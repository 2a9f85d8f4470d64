import type { Property } from '#schemas/generated/entities/device.ts'
import { same } from './same.ts'

type Described = Pick<Property, 'type' | 'step' | 'min' | 'max' | 'toggle' | 'fields'>

/** Two colours are the same up to here, 0 to 1: lamps mix them as well as they can. */
const COLOURS = 0.12
/** Part of the range, or of a value without one, that devices round away. */
const ROUNDED = 0.005

/** Whether a report is what an order wanted. `before`: what the device had reported last when the order came. */
export function fulfils(described: Described, wanted: unknown, reported: unknown, before?: unknown): boolean {
  if (described.toggle !== undefined && wanted === described.toggle) return !same(reported, before)
  return isNear(wanted, reported, described)
}

function isNear(wanted: unknown, reported: unknown, described: Described): boolean {
  if (same(wanted, reported)) return true
  if (typeof wanted === 'number' && typeof reported === 'number')
    return Math.abs(wanted - reported) <= grainOf(described, wanted)
  if (described.type === 'color' && isHex(wanted) && isHex(reported)) return apart(wanted, reported) < COLOURS
  if (!isFields(wanted) || !isFields(reported)) return false
  // A device may tell more of itself than the order named.
  return Object.entries(wanted).every(
    ([name, value]) =>
      name in reported &&
      isNear(value, reported[name], { type: described.type, ...described.fields?.[name] }),
  )
}

/** Half a step, or half a per cent of the range, whichever is more. */
function grainOf({ step, min, max }: Described, wanted: number): number {
  const range = min === undefined || max === undefined ? undefined : max - min
  if (step === undefined && range === undefined) return Math.max(Math.abs(wanted) * ROUNDED, 1e-6)
  return Math.max((step ?? 0) / 2, (range ?? 0) * ROUNDED)
}

const isHex = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How far two colours lie apart, 0 to 1: the furthest of their parts. Brightness is an order of its own. */
function apart(one: string, other: string): number {
  const [a, b] = [brightest(one), brightest(other)]
  return Math.max(...a.map((part, at) => Math.abs(part - (b[at] ?? 0))))
}

/** The parts of a colour, scaled so that the strongest is full; black has those of white. */
function brightest(hex: string): number[] {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const strongest = Math.max(...parts)
  return parts.map((part) => (strongest === 0 ? 1 : part / strongest))
}
