import { momentOf } from '#gateway/lib/times/zone.ts'
import type { CalendarEvent } from './events.ts'

/** How much earlier and later than its events a status is on; ms. */
export interface Margins {
  before: number
  after: number
}

/** When a status is on, in epoch ms: of every event from so much before its begin to so much after its end. */
export const spansOf = (
  events: readonly CalendarEvent[],
  { before, after }: Margins,
  zone: string,
): { from: number; to: number }[] =>
  events.map(({ from, to, wall }) => {
    const at = (moment: number): number => (wall ? momentOf(moment, zone) : moment)
    return { from: at(from) - before, to: at(to) + after }
  })

/** Its first moment is in, its last is not. */
export const isOn = (spans: readonly { from: number; to: number }[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to)

/** When that may be otherwise next; undefined where nothing more is known. */
export const changesAfter = (
  spans: readonly { from: number; to: number }[],
  at: number,
): number | undefined => {
  const later = spans.flatMap(({ from, to }) => [from, to]).filter((moment) => moment > at)
  return later.length === 0 ? undefined : Math.min(...later)
}
