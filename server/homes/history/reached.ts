import type { Points } from './points.ts'

/** spec 2 §4: how a gateway fared is recorded as 1 while it was there. */
const ONLINE = 1

/** Percent of a range in which a gateway was there, from its first record on; undefined without any. */
export function reachedOf({ times, values }: Points, { from, to }: { from: number; to: number }) {
  let there = 0
  let known = 0
  for (const [place, at] of times.entries()) {
    const lasted = Math.max(0, Math.min(to, times[place + 1] ?? to) - Math.max(from, at))
    known += lasted
    if (values[place] === ONLINE) there += lasted
  }
  return known === 0 ? undefined : Math.round((there / known) * 1000) / 10
}
