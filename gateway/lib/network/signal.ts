/** Signal levels: unknown, low, medium, high, excellent (spec 2 §4). */
export type SignalLevel = 0 | 1 | 2 | 3 | 4

/** The level of a link quality of 0 to 255. */
export function signalLevel(lqi: number | undefined): SignalLevel {
  if (lqi === undefined || !(lqi > 0)) return 0
  if (lqi < 64) return 1
  if (lqi < 128) return 2
  return lqi < 192 ? 3 : 4
}
