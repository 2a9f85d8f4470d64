import { useCallback, useMemo } from 'react'
import { type BlockProps, numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { networkOf } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { NetworkBoard } from './NetworkBoard.tsx'
import styles from './network.module.css'
import { Summary } from './Summary.tsx'
import { Time } from './Time.tsx'
import { useSnapshots } from './use-snapshots.ts'
import { useView } from './use-view.ts'

/** The radio network as its last snapshot has it, and at earlier moments (spec 2 §2: /net_diag_offline). */
export function LastNetwork({ screen }: BlockProps) {
  const text = useText()
  const { t, say } = text
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const momentOf = useHomeMoment()
  const view = useView()
  const { spans, error, isPending, pasts, again } = useSnapshots(undefined)
  const now = useNow()
  const expires = numberLimit(definitions, 'routeExpires') * 1000
  const sn = situation.gateway?.serialNumber ?? ''
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const { at } = view
  const last = useQuery({
    queryKey: rowsKey('fetchNetworkHistoryImage', { sn, at }),
    enabled: spans.length > 0,
    placeholderData: (before: NetworkSnapshot | undefined) => before,
    queryFn: ({ signal }) =>
      source.load('fetchNetworkHistoryImage', { sn, ...(at !== undefined && { at }) }, signal),
  })
  const told = last.data
  const nodes = useMemo(() => told && networkOf(told.nodes, { now: told.at, expires }), [told, expires])
  const pastOf = useCallback((id: string) => pasts.get(id), [pasts])
  const retry = (): void => void (error ? again() : last.refetch())

  const body = () => {
    const failure = error ?? last.error
    if (failure)
      return (
        <ErrorState title={t('netdiag.failedTitle')} onRetry={retry}>
          {failureText(failure, text)}
        </ErrorState>
      )
    if (!isPending && spans.length === 0) return <EmptyState icon="network" title={t('netdiag.noSnapshot')} />
    if (!told || !nodes) return <Skeleton height="480px" />
    return (
      <NetworkBoard
        nodes={nodes}
        now={told.at}
        live={false}
        changes={undefined}
        pastOf={pastOf}
        above={
          <Notice tone="info" icon="history">
            {t('netdiag.asOf', { at: momentOf(told.at, now) })}
          </Notice>
        }
        below={<Time {...{ spans, view, now }} />}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('netdiag.title')}
        crumb={parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }}
        context={told && nodes && <Summary nodes={nodes} total={told.total} updated={told.at} now={now} />}
      />
      <div className={styles.notice}>
        <LinkNotice gone={situation.gateway?.connectionStatusSince} />
      </div>
      {body()}
    </>
  )
}
