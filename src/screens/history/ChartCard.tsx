import { lazy, Suspense, useMemo } from 'react'
import { placeAt, withValue } from '#engine/charts/model/track.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useHomeZone } from '#engine/objects/use-home-moment.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { phrase } from '#engine/property/state/words-of.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './glance.module.css'
import { idOf, lineOf, type Recordable, recordablesOf } from './recordable.ts'
import { useTracks } from './use-tracks.ts'

const Plot = lazy(() => import('#engine/charts/Plot.tsx'))

const HOUR = 3_600_000
/** The last day, whose end moves on by steps: a chart that is asked for anew each minute rests never. */
const SPAN = 24 * HOUR
const STEP = HOUR / 4
const MOST_LINES = 3
const GUTTER = 44

/** The last day of a few values, without what a page of its own offers. */
export default function ChartCard({ params }: BlockProps) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const { widgets } = usePorts()
  const zone = useHomeZone()
  const times = useTimes(zone)
  const now = useNow()
  const { heads, complete } = useDevices()
  const end = Math.ceil(now / STEP) * STEP
  const range = useMemo(() => ({ from: end - SPAN, to: end }), [end])
  const wanted = (params.of ?? '').split('\n').filter(Boolean)
  const shown = wanted
    .flatMap((one): readonly Recordable[] => {
      const head = heads.find(({ id }) => id === one.split('/')[0])
      const known = head ? recordablesOf(head).filter(({ draw }) => draw === 'area') : []
      const named = known.find(({ address }) => idOf(address) === one)
      return named ? [named] : known.slice(0, 1)
    })
    .slice(0, MOST_LINES)
  const several = new Set(shown.map(({ head }) => head.id)).size > 1
  const addresses = shown.map(({ address }) => address)
  const present = useProperties(addresses)
  const tracks = useTracks(addresses, range)
  const lines = shown.map((one, place) => {
    const state = present[place]
    const track = tracks.of(one.address)
    const live =
      state?.at === undefined || state.value === undefined ? track : withValue(track, state.at, state.value)
    const line = lineOf(one, live, undefined, { widgets, words }, several)
    // Where each is of a device of its own, the device is what tells them apart.
    return several ? { ...line, label: one.head.name } : line
  })
  const [first] = shown
  const page = definitions.screen('dashboard_chart')
  const href = first && page && `${hrefOf(page, { id: first.head.id })}?${valuesIn(shown)}&period=day`
  const known = lines.some(({ track }) => track.times.length > 0)
  return (
    <Card
      title={params.title || (lines.length === 1 && lines[0] ? lines[0].label : t('history.lastDay'))}
      aside={
        href && (
          <a className={styles.more} href={href}>
            {t('history.open')}
          </a>
        )
      }
    >
      {shown.length === 0 ? (
        complete ? (
          <p className={styles.quiet}>{t('history.goneValues')}</p>
        ) : (
          <Skeleton height="100%" />
        )
      ) : tracks.failed ? (
        <p className={styles.quiet}>{t('history.failed')}</p>
      ) : tracks.waiting ? (
        <Skeleton height="100%" />
      ) : known ? (
        <figure className={styles.glance}>
          <figcaption className={styles.keys}>
            {lines.map((line, place) => {
              const last = line.track.values[placeAt(line.track.times, now)]
              return (
                <span key={line.id}>
                  <i data-line={place + 1} />
                  {line.label}
                  {typeof last === 'number' && <b>{phrase(line.tell(last))}</b>}
                </span>
              )
            })}
          </figcaption>
          <div className={styles.plot} aria-hidden="true">
            <Suspense>
              <Plot
                {...{ lines, now, zone }}
                whole={range}
                seen={range}
                gaps={NONE}
                gutter={GUTTER}
                tickText={times.tick}
              />
            </Suspense>
          </div>
        </figure>
      ) : (
        <p className={styles.quiet}>{t('history.empty')}</p>
      )}
    </Card>
  )
}

const NONE: never[] = []

const valuesIn = (shown: readonly Recordable[]): string =>
  new URLSearchParams(shown.map(({ address }) => ['v', idOf(address)])).toString()
