import { useMemo } from 'react'
import { dayOf, type Range, rangeOfDays } from '#engine/charts/model/range.ts'
import { EMPTY, type Track, trackOf } from '#engine/charts/model/track.ts'
import type { BandSeries } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { HistoryCard } from '../HistoryCard.tsx'
import styles from '../history.module.css'
import { PeriodBar } from '../PeriodBar.tsx'
import { useView } from '../use-view.ts'

const FRESH = 60_000

/** One band, and when nothing is known. */
export interface DrawnState {
  band: BandSeries & { device: string }
  gaps: readonly Range[]
}

interface Props extends Pick<BlockProps, 'screen'> {
  name: string
  /** Since when what stands here may be old. */
  gone?: string | undefined
  /** By what the answer is known. */
  asked: readonly [operation: string, of: object]
  load(range: Range, signal: AbortSignal): Promise<AnswerOf<'gatewayStatusHistory'>>
  draw(track: Track, range: Range, now: number): DrawnState
}

/** The page of one state over time: a gateway that is reached, a status of the home that is set. */
export function StateCourse({ screen, name, gone, asked: [operation, of], load, draw }: Props) {
  const text = useText()
  const { t, say } = text
  const { definitions } = useEngine()
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const zone = useHomeZone()
  const now = useNow()
  const times = useTimes(zone)
  const shown = useView(dayOf(now, zone))
  const { view } = shown
  const { first, last } = view.days
  const whole = useMemo(() => rangeOfDays(first, last, zone), [first, last, zone])
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey(operation, { ...of, ...whole }),
    staleTime: FRESH,
    queryFn: ({ signal }) => load(whole, signal),
  })
  const { band, gaps } = draw(data ? trackOf(data.entries) : EMPTY, whole, now)

  const body = () => {
    if (isPending) return <Skeleton height="200px" />
    if (error)
      return (
        <ErrorState title={t('history.failedTitle')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      )
    if (band.bands.length === 0)
      return (
        <EmptyState icon="analytics" tone="plain" title={t('history.emptyTitle')}>
          {t('history.empty')}
        </EmptyState>
      )
    return (
      <HistoryCard
        key={`${whole.from} ${whole.to}`}
        {...{ view, whole, zone, now, name, gaps }}
        lines={[]}
        bands={[band]}
        marks={[]}
        onTable={(on) => shown.toggle('table', on)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('history.of', { name })}
        crumb={parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }}
        context={times.days(whole)}
      />
      <div className={styles.notice}>
        <LinkNotice gone={gone} />
      </div>
      <PeriodBar shown={shown} zone={zone} compares={false} />
      {body()}
    </>
  )
}
