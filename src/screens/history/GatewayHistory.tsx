import { useMemo } from 'react'
import { dayOf, rangeOfDays } from '#engine/charts/model/range.ts'
import { EMPTY, trackOf, withValue } from '#engine/charts/model/track.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useHomeZone } from '#engine/objects/use-home-moment.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useConnection } from './connection.ts'
import { HistoryCard } from './HistoryCard.tsx'
import styles from './history.module.css'
import { PeriodBar } from './PeriodBar.tsx'
import { useView } from './use-view.ts'

const FRESH = 60_000

/** When the gateway was reached (spec 2 §2: /dashboard_gateway_chart); the server knows, also while it is away. */
export function GatewayHistory({ screen }: BlockProps) {
  const { t, say } = useText()
  const { source } = usePorts()
  const { definitions, situation } = useEngine()
  const { gateway } = situation
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const zone = useHomeZone()
  const now = useNow()
  const times = useTimes(zone)
  const shown = useView(dayOf(now, zone))
  const { view } = shown
  const { first, last } = view.days
  const whole = useMemo(() => rangeOfDays(first, last, zone), [first, last, zone])
  const sn = gateway?.serialNumber ?? ''
  const name = String(gateway?.name ?? sn)
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey('gatewayStatusHistory', { sn, ...whole }),
    staleTime: FRESH,
    queryFn: ({ signal }) => source.load('gatewayStatusHistory', { sn, ...whole }, signal),
  })
  const told = data ? trackOf(data.entries) : EMPTY
  const since = Date.parse(String(gateway?.connectionStatusSince))
  // How it is now goes on where the recorded ends.
  const track =
    since < whole.to ? withValue(told, since, gateway?.connectionStatus === 'online' ? 1 : 0) : told
  const { connection, away } = useConnection({ id: sn, device: name, kind: 'gateway', track }, whole, now)

  const body = () => {
    if (isPending) return <Skeleton height="200px" />
    if (error)
      return (
        <ErrorState title={t('history.failedTitle')} onRetry={() => void refetch()}>
          {t('history.failedServer')}
        </ErrorState>
      )
    if (connection.bands.length === 0)
      return (
        <EmptyState icon="analytics" tone="plain" title={t('history.emptyTitle')}>
          {t('history.empty')}
        </EmptyState>
      )
    return (
      <HistoryCard
        key={`${whole.from} ${whole.to}`}
        {...{ view, whole, zone, now, name }}
        lines={[]}
        bands={[connection]}
        marks={[]}
        gaps={away}
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
        <LinkNotice gone={gateway?.connectionStatusSince} />
      </div>
      <PeriodBar shown={shown} zone={zone} compares={false} />
      {body()}
    </>
  )
}
