import { clamp, type Range, toStep } from './numbers.ts'

export interface Ends extends Range {
  min: number
  max: number
}

/** Where a value stands on a track, per cent of its length. */
export const shareOf = (value: number, { min, max }: Ends): number =>
  max === min ? 0 : clamp((value - min) / (max - min), { min: 0, max: 1 }) * 100

/** The value under a finger. */
export const valueAt = (share: number, ends: Ends): number =>
  toStep(ends.min + clamp(share, { min: 0, max: 1 }) * (ends.max - ends.min), ends)

const KEYS: Readonly<Record<string, (value: number, ends: Ends) => number>> = {
  ArrowRight: (value, { step }) => value + step,
  ArrowUp: (value, { step }) => value + step,
  ArrowLeft: (value, { step }) => value - step,
  ArrowDown: (value, { step }) => value - step,
  PageUp: (value, ends) => value + leap(ends),
  PageDown: (value, ends) => value - leap(ends),
  Home: (_, { min }) => min,
  End: (_, { max }) => max,
}

/** PageUp and PageDown: a tenth of the range, in whole steps. */
const leap = ({ min, max, step }: Ends): number => Math.max(step, Math.round((max - min) / 10 / step) * step)

/** The value that a key leads to; undefined for keys that mean nothing here. */
export function valueByKey(key: string, value: number, ends: Ends): number | undefined {
  const move = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
  return move && toStep(move(value, ends), ends)
}
