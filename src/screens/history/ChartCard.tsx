import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Bands } from '#engine/charts/Bands.tsx'
import { dayOf, daysBefore, isDay, rangeOfDays } from '#engine/charts/model/range.ts'
import { later, placeAt, within } from '#engine/charts/model/track.ts'
import Plot from '#engine/charts/Plot.tsx'
import { isPlan } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { phrase } from '#engine/property/state/words-of.ts'
import { lastDay } from '#gateway/lib/times/last-day.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './glance.module.css'
import { bandOf, idOf, lineOf, type Recordable, recordablesOf } from './recordable.ts'
import { useTracks, withPresent } from './use-tracks.ts'
import { daysOf, PERIODS } from './use-view.ts'

const MOST_LINES = 3
const GUTTER = 44

/** Heights of a card on a board: its rows, what its head takes, and a band. */
const ROW = 94
const HEAD = 90
const BAND = 40
const LEAST_PLOT = 110

/** The days that somebody pinned, else the last 24 hours; with the period before, where it was compared. */
function useRanges(
  { period = '', first = '', last = '', compare }: BlockProps['params'],
  now: number,
  zone: string,
) {
  const { definitions } = useEngine()
  const today = dayOf(now, zone)
  const { from, to } = lastDay(now)
  return useMemo(() => {
    const shown = PERIODS.find((one) => one === period)
    const own = period === 'own' && isDay(first) && isDay(last) && first <= last
    if (!shown && !own) return { range: { from, to } }
    const days = own ? { first, last } : daysOf(definitions, shown ?? 'week', today)
    const earlier = daysBefore(days)
    return {
      range: rangeOfDays(days.first, days.last, zone),
      ...(compare && { before: rangeOfDays(earlier.first, earlier.last, zone) }),
    }
  }, [definitions, period, first, last, compare, today, from, to, zone])
}

/** A few values over a time, without what a page of its own offers. */
export default function ChartCard({ params, aside }: BlockProps & { aside?: ReactNode }) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { definitions } = useEngine()
  const widgets = useWidgets()
  const zone = useHomeZone()
  const times = useTimes(zone)
  const now = useNow()
  const { heads, complete } = useDevices()
  const { range, before } = useRanges(params, now, zone)
  const wanted = (params.of ?? '').split('\n').filter(Boolean)
  const found = wanted.flatMap((one): readonly Recordable[] => {
    const head = heads.find(({ id }) => id === one.split('/')[0])
    const known = head ? recordablesOf(head) : []
    const named = known.find(({ address }) => idOf(address) === one)
    return named ? [named] : known.filter(({ draw }) => draw === 'area').slice(0, 1)
  })
  const numbers = found.filter(({ draw }) => draw === 'area').slice(0, MOST_LINES)
  const room = Number(params.rows) * ROW - HEAD - (numbers.length > 0 ? LEAST_PLOT : 0)
  const states = found
    .filter(({ draw }) => draw === 'step')
    .slice(0, Math.max(1, Math.floor(room / BAND) || 0))
  const shown = [...numbers, ...states]
  const several = new Set(shown.map(({ head }) => head.id)).size > 1
  const addresses = shown.map(({ address }) => address)
  const present = useProperties(addresses)
  const tracks = useTracks(addresses, range)
  const previous = useTracks(addresses, before)
  const trackOf = (one: Recordable) =>
    within(withPresent(tracks.of(one.address), present[shown.indexOf(one)], range.to), range)
  const earlierOf = ({ address }: Recordable) =>
    before && later(within(previous.of(address), before), range.from - before.from)
  const bands = states.map((one) =>
    bandOf(one, { now: trackOf(one), before: earlierOf(one) }, range, now, { widgets, words }, several),
  )
  const lines = numbers.map((one) => {
    const line = lineOf(one, trackOf(one), earlierOf(one), { widgets, words }, several)
    // Where each is of a device of its own, the device is what tells them apart.
    return several ? { ...line, label: one.head.name } : line
  })
  const [first] = shown
  const page = definitions.screen('dashboard_chart')
  const href = first && page && `${hrefOf(page, { id: first.head.id })}?${queryOf(found, params)}`
  const known =
    lines.some(({ track }) => track.times.length > 0) || bands.some(({ bands: { length } }) => length > 0)
  return (
    <Card
      title={
        params.title ||
        nameOf([...lines, ...bands]) ||
        (params.period ? times.days(range) : t('history.lastDay'))
      }
      aside={
        href && (
          <span className={styles.ways}>
            {aside}
            <a className={styles.more} href={href}>
              {t('history.open')}
            </a>
          </span>
        )
      }
    >
      {shown.length === 0 ? (
        complete ? (
          <p className={styles.quiet}>{t('history.goneValues')}</p>
        ) : (
          <Skeleton height="100%" />
        )
      ) : tracks.error ? (
        <NotKnown onRetry={tracks.retry}>{failureText(tracks.error, text)}</NotKnown>
      ) : tracks.waiting ? (
        <Skeleton height="100%" />
      ) : known ? (
        <figure
          className={styles.glance}
          style={lines.length > 0 ? ({ '--gutter': `${GUTTER}px` } as CSSProperties) : undefined}
        >
          <figcaption className={styles.keys}>
            {lines.map((line, place) => {
              const last = line.track.values[placeAt(line.track.times, now)]
              return (
                <span key={line.id}>
                  <i data-line={place + 1} data-plan={isPlan(line, lines)} />
                  {line.label}
                  {typeof last === 'number' && <b>{phrase(line.tell(last))}</b>}
                </span>
              )
            })}
            {params.period && <span>{times.shortDays(range)}</span>}
          </figcaption>
          {lines.length > 0 && (
            <div className={styles.plot} aria-hidden="true">
              <Plot
                {...{ lines, now, zone }}
                whole={range}
                seen={range}
                gaps={NONE}
                gutter={GUTTER}
                tickText={times.tick}
              />
            </div>
          )}
          {bands.length > 0 && <Bands series={bands} seen={range} now={now} />}
        </figure>
      ) : (
        <p className={styles.quiet}>{t('history.empty')}</p>
      )}
    </Card>
  )
}

const NONE: never[] = []

/** What one value is called; several are told apart below. */
const nameOf = (series: readonly { label: string }[]): string | undefined =>
  series.length === 1 ? series[0]?.label : undefined

/** The same on the page of its own. */
function queryOf(
  shown: readonly Recordable[],
  { period, first, last, compare }: BlockProps['params'],
): string {
  const query = new URLSearchParams(shown.map(({ address }) => ['v', idOf(address)]))
  if (period !== 'week') query.set('period', period || 'day')
  if (first) query.set('first', first)
  if (last) query.set('last', last)
  if (compare) query.set('compare', '1')
  return query.toString()
}
