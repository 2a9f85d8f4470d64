const HOUR = 3_600_000
const SPAN = 24 * HOUR
const STEP = HOUR / 4

/**
 * The last day, epoch ms. Its end moves on by steps: what is asked for anew each minute rests never, and all that show the
 * last day of a device ask once.
 */
export function lastDay(now: number): { from: number; to: number } {
  const to = Math.ceil(now / STEP) * STEP
  return { from: to - SPAN, to }
}
