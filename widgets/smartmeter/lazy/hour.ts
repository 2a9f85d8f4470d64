/** The hour stands there in so many bars of this length. */
export const BARS = 12
export const BAR = 5 * 60_000

interface Filled {
  /** Value times how long it stood, and how long anything was known, in ms. */
  area: number
  known: number
}

/** What has been seen of a reading: how much of each five minutes, and the reading that stands now. */
export interface Seen {
  since: number
  at: number
  value: number | undefined
  bars: ReadonlyMap<number, Filled>
}

export const begin = (at: number, value: number | undefined): Seen => ({
  since: at,
  at,
  value,
  bars: new Map(),
})

const barOf = (at: number): number => Math.floor(at / BAR)

/** The reading that stood until now filled its bars; from now on `value` stands, undefined while nobody vouches for it. */
export function advance(
  { since, at: from, value: stood, bars }: Seen,
  at: number,
  value: number | undefined,
): Seen {
  // A clock that was set back tells nothing about what lay between.
  if (at < from) return begin(at, value)
  const oldest = barOf(at) - BARS + 1
  const next = new Map([...bars].filter(([bar]) => bar >= oldest))
  if (stood !== undefined)
    for (let bar = Math.max(barOf(from), oldest); bar <= barOf(at); bar++) {
      const lasted = Math.min(at, (bar + 1) * BAR) - Math.max(from, bar * BAR)
      const { area = 0, known = 0 } = next.get(bar) ?? {}
      next.set(bar, { area: area + stood * lasted, known: known + lasted })
    }
  return { since, at, value, bars: next }
}

/** The mean of each five minutes of the hour, the latest last; undefined where nothing was seen. */
export function meansOf({ at, value, bars }: Seen): readonly { from: number; mean: number | undefined }[] {
  const last = barOf(at)
  return Array.from({ length: BARS }, (_, index) => {
    const bar = last - BARS + 1 + index
    const { area = 0, known = 0 } = bars.get(bar) ?? {}
    const mean = known > 0 ? area / known : bar === last ? value : undefined
    return { from: bar * BAR, mean }
  })
}
