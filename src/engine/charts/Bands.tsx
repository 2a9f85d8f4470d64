import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import styles from './Chart.module.css'
import { condensed, lengthOf } from './model/bands.ts'
import type { Range } from './model/range.ts'
import type { BandSeries, ToldBand } from './series.ts'

/** What of a series stands out within a range: how often, and how long. */
export const standing = (bands: readonly ToldBand[], { from, to }: Range): readonly ToldBand[] =>
  bands
    .filter((band) => band.tone !== undefined && band.from < to && band.to > from)
    .map((band) => ({ ...band, from: Math.max(band.from, from), to: Math.min(band.to, to) }))

/** What is narrower than this part of a chart is drawn together: a sensor that says something each second is no reason to stand still. */
const FINEST = 1000

/** Of what nothing is known, nobody can say that it was off. */
function knownOf(bands: readonly ToldBand[], seen: Range): Range | undefined {
  const from = Math.max(seen.from, bands[0]?.from ?? seen.to)
  const to = Math.min(seen.to, bands.at(-1)?.to ?? seen.from)
  return from < to ? { from, to } : undefined
}

interface Props {
  series: readonly BandSeries[]
  seen: Range
  now: number
}

/** States under the plot, on its axis of time. */
export function Bands({ series, seen, now }: Props) {
  const { t } = useText()
  const words = useWords()
  const share = (at: number): number => ((at - seen.from) / (seen.to - seen.from)) * 100
  const place = ({ from, to }: Range) => ({
    insetInlineStart: `${share(from)}%`,
    inlineSize: `${share(to) - share(from)}%`,
  })
  return (
    <div className={styles.bands}>
      {series.map(({ id, label, bands, sum }) => {
        const out = standing(bands, seen)
        const known = knownOf(bands, seen)
        return (
          <div key={id} className={styles.band}>
            <p>
              <b>{label}</b>
              <em>
                {sum ??
                  (out.length > 0
                    ? t('charts.band.sum', { count: out.length, time: words.duration(lengthOf(out) / 1000) })
                    : t(bands.length > 0 ? 'charts.band.none' : 'charts.band.unknown'))}
              </em>
            </p>
            <div>
              {known && <i data-known style={place(known)} />}
              {condensed(out, (seen.to - seen.from) / FINEST).map((band) => (
                <i
                  key={band.from}
                  data-tone={band.tone}
                  style={{
                    ...place(band),
                    ...(band.level !== undefined && { blockSize: `${Math.max(15, band.level * 100)}%` }),
                  }}
                />
              ))}
              {now < seen.to && (
                <i data-later style={place({ from: Math.max(now, seen.from), to: seen.to })} />
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}
