import type { Range } from '#engine/charts/model/range.ts'
import { within } from '#engine/charts/model/track.ts'
import type { BandSeries, LineSeries } from '#engine/charts/series.ts'
import type { CsvRows } from '#lib/csv.ts'

interface Wanted {
  lines: readonly (LineSeries & { device: string })[]
  bands: readonly (BandSeries & { device: string })[]
  seen: Range
  head: readonly string[]
}

/** What a chart shows, a line for each value that was recorded. */
export function linesOf({ lines, bands, seen, head }: Wanted): CsvRows {
  const rows = [
    ...lines.flatMap(({ device, label, unit, track }) => {
      const { times, values } = within(track as { times: number[]; values: number[] }, seen)
      return times.map((at, place) => ({ at, cells: [device, label, values[place] ?? '', unit ?? ''] }))
    }),
    ...bands.flatMap(({ device, label, bands: all }) =>
      all
        .filter(({ from, to }) => from < seen.to && to > seen.from)
        .map(({ from, word }) => ({ at: from, cells: [device, label, word, ''] })),
    ),
  ].filter(({ at }) => at >= seen.from)
  return [
    head,
    ...rows.toSorted((a, b) => a.at - b.at).map(({ at, cells }) => [new Date(at).toISOString(), ...cells]),
  ]
}
