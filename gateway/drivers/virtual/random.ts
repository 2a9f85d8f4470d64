/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export type Random = () => number

export function randomOf(seed: number, name = ''): Random {
  let state = seed >>> 0
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from)

/** To so many digits after the point, without the dust of binary fractions. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
