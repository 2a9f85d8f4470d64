import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { phrase } from '../property/state/words-of.ts'
import styles from './Chart.module.css'
import { figuresOf } from './model/figures.ts'
import { partsOf } from './model/lines.ts'
import type { Range } from './model/range.ts'
import type { BandSeries, LineSeries } from './series.ts'
import type { Times } from './use-times.ts'

/** Most states of a table, the last ones; a file has them all. */
const MOST = 500

interface Props {
  lines: readonly LineSeries[]
  bands: readonly BandSeries[]
  seen: Range
  now: number
  interval: number
  times: Times
  caption: string
}

/** The same data to be read line by line. */
export function ChartTable({ lines, bands, seen, now, interval, times, caption }: Props) {
  const { t } = useText()
  const words = useWords()
  const rows = partsOf(seen, interval)
    .filter(({ from }) => from < now)
    .map((part) => ({ part, figures: lines.map(({ track }) => figuresOf(track, part, now)) }))
    .filter(({ figures }) => figures.some(Boolean))
  const states = bands
    .flatMap(({ label, bands: all }) => all.map((band) => ({ ...band, label })))
    .filter(({ from, to }) => from < seen.to && to > seen.from)
    .toSorted((a, b) => a.from - b.from)
  return (
    <div className={styles.tables}>
      {rows.length > 0 && (
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('charts.table.time')}</th>
              {lines.map(({ id, label }) => (
                <th key={id} scope="col" colSpan={3}>
                  {label}
                </th>
              ))}
            </tr>
            <tr>
              <td />
              {lines.map(({ id }) => [
                <th key={`${id} mean`} scope="col">
                  {t('charts.figures.mean')}
                </th>,
                <th key={`${id} min`} scope="col">
                  {t('charts.figures.min')}
                </th>,
                <th key={`${id} max`} scope="col">
                  {t('charts.figures.max')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ part, figures }) => (
              <tr key={part.from}>
                <th scope="row">{times.at(part.from)}</th>
                {lines.map((line, place) => {
                  const one = figures[place]
                  return [one?.mean, one?.min.value, one?.max.value].map((value, column) => (
                    <td key={`${line.id} ${['mean', 'min', 'max'][column]}`}>
                      {value === undefined ? '–' : phrase(line.tell(value))}
                    </td>
                  ))
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {states.length > 0 && (
        <table>
          <caption>
            {states.length > MOST ? t('charts.table.lastStates', { count: MOST }) : t('charts.table.states')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('charts.table.from')}</th>
              <th scope="col">{t('charts.table.to')}</th>
              <th scope="col">{t('charts.table.state')}</th>
              <th scope="col">{t('charts.table.length')}</th>
            </tr>
          </thead>
          <tbody>
            {states.slice(-MOST).map(({ label, from, to, word }) => (
              <tr key={`${label} ${from}`}>
                <th scope="row">{times.at(from)}</th>
                <td>{to >= now - 1000 ? t('charts.table.now') : times.at(to)}</td>
                <td>{bands.length > 1 ? `${label}: ${word}` : word}</td>
                <td>{words.duration((to - from) / 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
