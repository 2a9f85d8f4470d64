import { memo } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { phrase } from '../property/state/words-of.ts'
import { standing } from './Bands.tsx'
import styles from './Chart.module.css'
import { lengthOf } from './model/bands.ts'
import { figuresOf } from './model/figures.ts'
import type { Range } from './model/range.ts'
import { type BandSeries, isPlan, type LineSeries } from './series.ts'
import type { Times } from './use-times.ts'

interface Props {
  lines: readonly LineSeries[]
  bands: readonly BandSeries[]
  seen: Range
  now: number
  times: Times
}

interface Figure {
  id: string
  name: string
  value: string
  note?: string | undefined
}

/** So many lines have the mean, the least and the most of each told apart. */
const MOST_ALONE = 2

/** What the period comes to; with the one before, by how much it differs. */
export const Figures = memo(function Figures({ lines, bands, seen, now, times }: Props) {
  const { t } = useText()
  const words = useWords()
  const told = lines.filter((line) => !isPlan(line, lines))
  const several = told.length > 1
  const signed = (line: LineSeries, by: number): string => {
    const size = phrase(line.tell(Math.abs(by)))
    // What rounds to nothing is neither more nor less.
    return `${size === phrase(line.tell(0)) ? '±' : by > 0 ? '+' : '\u2212'}${size}`
  }

  const ofLine = (line: LineSeries): Figure[] => {
    const figures = figuresOf(line.track, seen, now)
    if (!figures) return []
    // A period that still runs is compared with the same part of the one before.
    const before = line.before && figuresOf(line.before, seen, now)
    const named = (name: string) => (several ? `${line.label}, ${name}` : name)
    const figure = (id: string, name: string, value: number, note?: string): Figure => ({
      id: `${line.id} ${id}`,
      name: named(name),
      value: phrase(line.tell(value)),
      note,
    })
    if (line.counter)
      return [
        figure(
          'sum',
          t('charts.figures.sum'),
          figures.gained,
          before && signed(line, figures.gained - before.gained),
        ),
        figure('last', t('charts.figures.last'), figures.last),
      ]
    const by = before && signed(line, figures.mean - before.mean)
    // Beside others one figure each is enough: nobody reads nine.
    if (told.length > MOST_ALONE) {
      const span = `${phrase(line.tell(figures.min.value))} – ${phrase(line.tell(figures.max.value))}`
      return [
        figure('mean', t('charts.figures.mean'), figures.mean, by === undefined ? span : `${by}, ${span}`),
      ]
    }
    return [
      figure('mean', t('charts.figures.mean'), figures.mean, by),
      figure('min', t('charts.figures.min'), figures.min.value, times.at(figures.min.at)),
      figure('max', t('charts.figures.max'), figures.max.value, times.at(figures.max.at)),
    ]
  }
  const ofBand = ({ id, label, bands: all, before, sum }: BandSeries): Figure[] => {
    if (all.length === 0 || sum !== undefined) return []
    const seconds = (some: BandSeries['bands']) =>
      lengthOf(standing(some, { ...seen, to: Math.min(seen.to, now) })) / 1000
    const on = seconds(all)
    const by = before && Math.round(on - seconds(before))
    if (on === 0 && !by) return []
    return [
      {
        id,
        name: t('charts.figures.on', { label }),
        value: words.duration(on),
        note: !by
          ? undefined
          : t(by < 0 ? 'charts.figures.less' : 'charts.figures.more', {
              time: words.duration(Math.abs(by)),
            }),
      },
    ]
  }
  const figures = [...told.flatMap(ofLine), ...bands.flatMap(ofBand)]
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures}>
      {figures.map(({ id, name, value, note }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            {value} {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
})
