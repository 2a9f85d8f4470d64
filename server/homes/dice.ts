export interface Dice {
  /** A whole number from 0, below `end`. */
  upTo(end: number): number
  of<T>(choices: readonly [T, ...T[]]): T
}

/** The same throws for the same seed (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (end: number): number => Math.floor(next() * end)
  return { upTo, of: (choices) => choices[upTo(choices.length)] ?? choices[0] }
}

/** One after the other, over and over. */
export const cycle =
  <T>(choices: readonly [T, ...T[]]) =>
  (at: number): T =>
    choices[at % choices.length] ?? choices[0]
