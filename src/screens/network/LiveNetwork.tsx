import { useCallback, useMemo } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { compared } from '#gateway/lib/network/compare.ts'
import { networkOf } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { LookedBack } from './LookedBack.tsx'
import { NetworkBoard } from './NetworkBoard.tsx'
import styles from './network.module.css'
import { Summary } from './Summary.tsx'
import { Time } from './Time.tsx'
import { useNetwork } from './use-network.ts'
import { useSnapshots } from './use-snapshots.ts'
import { useView } from './use-view.ts'

/** What a refused check says. */
const REFUSED: Readonly<Record<string, 'networkIsMapped' | 'noNetworkToMap'>> = {
  409: 'networkIsMapped',
  501: 'noNetworkToMap',
}

/** The radio network of the home, now and at earlier moments (spec 2 §2: /net_diag). */
export function LiveNetwork() {
  const text = useText()
  const { t, say } = text
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const { heads } = useDevices()
  const { data, dataUpdatedAt, error, refetch } = useNetwork()
  const view = useView()
  const { spans, snapshot, second, pasts, take } = useSnapshots(view.at, view.other)
  const lost = [snapshot, second].filter(({ isError }) => isError)
  // spec 2 §4: the age of routes is looked at again after so many seconds.
  const now = useNow(numberLimit(definitions, 'routeRefresh') * 1000)
  const expires = numberLimit(definitions, 'routeExpires') * 1000
  const nodes = useMemo(() => {
    const known = new Map(heads.map((head) => [head.id, head]))
    const entries = (data?.nodes ?? []).map((entry) => {
      const head = known.get(entry.NodeID)
      return head && head.status !== entry.status ? { ...entry, status: head.status } : entry
    })
    return networkOf(entries, { now, expires })
  }, [data, heads, now, expires])

  const check = async (): Promise<void> => {
    const result = await source.order('map_network', {})
    const code = result.ok ? 'mapNetwork' : REFUSED[result.code]
    toasts.show({
      text: code === undefined ? t('netdiag.notChecked') : say(`toasts.${code}`),
      ...(!result.ok && { tone: 'danger' }),
    })
  }
  // A snapshot that is fetched leaves the present in sight until it is there.
  const earlier = useMemo(() => {
    const told = view.at === undefined ? undefined : snapshot.data
    return told && networkOf(told.nodes, { now: told.at, expires })
  }, [view.at, snapshot.data, expires])
  // What it is compared with: another snapshot, or how it is now.
  const other = useMemo(() => {
    if (view.other === undefined) return { at: undefined, nodes }
    const told = second.data
    return told && { at: told.at, nodes: networkOf(told.nodes, { now: told.at, expires }) }
  }, [view.other, second.data, nodes, expires])
  const both = useMemo(() => {
    if (!earlier || !view.compares || !other) return undefined
    // The older one is what it was before, whichever was chosen first.
    const turned = other.at !== undefined && other.at < (view.at ?? 0)
    const [before, after] = turned ? [other.nodes, earlier] : [earlier, other.nodes]
    return { changes: compared(before, after), nodes: new Map([...before, ...after]) }
  }, [earlier, view.compares, view.at, other])
  const changes = both?.changes
  const shown = both?.nodes ?? earlier ?? nodes
  const then = changes ? other?.at && Math.max(other.at, view.at ?? 0) : earlier && view.at
  const pastOf = useCallback((id: string) => pasts.get(id), [pasts])
  const keep = async (): Promise<void> => {
    if (await take()) toasts.show({ text: t('netdiag.taken') })
  }
  const mayKeep = !isOutOfReach({ operations: ['createAggregatedData'] }, situation)
  const mayCheck = !isOutOfReach({ commands: ['map_network'] }, situation)
  return (
    <>
      <PageHeader
        title={t('netdiag.title')}
        context={data && <Summary nodes={nodes} total={data.total} updated={dataUpdatedAt} now={now} />}
        actions={
          <>
            <Button
              icon="camera"
              why={mayKeep ? undefined : t('engine.forbidden')}
              onClick={() => mayKeep && void keep()}
            >
              {t('netdiag.take')}
            </Button>
            <Button
              look="main"
              icon="search"
              why={mayCheck ? undefined : t('engine.forbidden')}
              onClick={() => mayCheck && void check()}
            >
              {t('netdiag.check')}
            </Button>
          </>
        }
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {data && nodes.size === 0 && (
        <EmptyState icon="network" title={t('netdiag.emptyTitle')}>
          {t('netdiag.empty')}
        </EmptyState>
      )}
      {data && nodes.size > 0 && (
        <NetworkBoard
          nodes={shown}
          now={then ?? now}
          live={then === undefined}
          {...{ pastOf, changes }}
          above={
            (earlier || lost.length > 0) && (
              <LookedBack
                {...{ view, now, changes }}
                onRetry={
                  lost.length > 0
                    ? () => {
                        for (const one of lost) void one.refetch()
                      }
                    : undefined
                }
              />
            )
          }
          below={<Time {...{ spans, view, now }} />}
        />
      )}
      {!data && error && (
        <ErrorState title={t('netdiag.failedTitle')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      )}
      {!data && !error && <Skeleton height="480px" />}
    </>
  )
}
