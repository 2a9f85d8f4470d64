import type { Range } from '#engine/charts/model/range.ts'
import { within } from '#engine/charts/model/track.ts'
import type { BandSeries, LineSeries } from '#engine/charts/series.ts'

interface Wanted {
  lines: readonly (LineSeries & { device: string })[]
  bands: readonly (BandSeries & { device: string })[]
  seen: Range
  head: readonly string[]
}

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'

/** What a chart shows, a line for each value that was recorded; a name that begins like a formula is still only a name. */
export async function csvOf({ lines, bands, seen, head }: Wanted): Promise<string> {
  const { default: papa } = await import('papaparse')
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
  return (
    BOM +
    papa.unparse(
      {
        fields: [...head],
        data: rows
          .toSorted((a, b) => a.at - b.at)
          .map(({ at, cells }) => [new Date(at).toISOString(), ...cells]),
      },
      { escapeFormulae: true, newline: '\r\n' },
    )
  )
}
