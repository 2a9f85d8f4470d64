import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { Summary, useOverview } from '#engine/screens/tiles/overview.tsx'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { Board } from './Board.tsx'
import styles from './dashboard.module.css'
import HouseStrip from './HouseStrip.tsx'
import { PageTabs } from './PageTabs.tsx'
import { type Pages, pageAt } from './pages.ts'
import { type DashboardCard, kindOf } from './rules.ts'
import { useDashboard } from './use-dashboard.ts'

// Nobody arranges before he has looked.
const Arranging = lazyPart(
  async () => ({ default: (await import('./arrange/Arranging.tsx')).Arranging }),
  ['arranging'],
)

/**
 * Whether the code of these cards has come, or will not: they are drawn together, since React lets the fallback of each that
 * comes by itself stand for 300 ms.
 */
function useCodeOf(cards: readonly DashboardCard[]): boolean {
  const { blocks } = useEngine()
  const names = [...new Set(cards.map((card) => kindOf(card)?.component ?? ''))]
  const coming = names.filter((name) => blocks[name]?.hasCome?.() === false).join(' ')
  const [settled, setSettled] = useState('')
  const load = useEffectEvent((name: string) => blocks[name]?.load?.())
  useEffect(() => {
    if (coming === '') return
    let over = false
    void Promise.allSettled(coming.split(' ').map(load)).then(() => {
      if (!over) setSettled(coming)
    })
    return () => {
      over = true
    }
  }, [coming])
  return coming === '' || coming === settled
}

/** What a person wants to see of his home at a glance (spec 1 §2: /dashboard; decision 0140). */
export function Dashboard() {
  const text = useText()
  const { say, t } = text
  const { situation } = useEngine()
  const overview = useOverview()
  const { pages, revision, waiting, error, retry, keep } = useDashboard()
  const [search, change] = useAddress()
  const [arranging, setArranging] = useState<{ pages: Pages; revision: number }>()
  const page = pageAt(pages, search.get('page') ?? undefined)
  const cards = page?.cards.filter((card) => holds(kindOf(card)?.when, situation)) ?? []
  const cardsHere = useCodeOf(cards)
  const choose = (id: string): void => change({ page: id })

  const save = async (next: Pages): Promise<boolean> => {
    const before = arranging
    const result = await keep({ revision: before?.revision ?? revision, pages: [...next] })
    if (!result.ok) {
      if (!result.reported) toasts.show({ text: failureText(result, text), tone: 'danger' })
      return false
    }
    setArranging(undefined)
    toasts.show({
      text: t('dashboard.kept'),
      about: ['dashboard'],
      undo: () => void keep({ revision: result.data.revision, pages: [...(before?.pages ?? [])] }),
    })
    return true
  }
  if (arranging && page)
    return (
      <Suspense fallback={<Skeleton height="420px" />}>
        <Arranging
          pages={arranging.pages}
          begin={page.id}
          onPage={choose}
          onCancel={() => setArranging(undefined)}
          onDone={save}
        />
      </Suspense>
    )
  return (
    <>
      <PageHeader
        title={say('screens.dashboard.title')}
        context={<Summary overview={overview} />}
        actions={
          page && (
            <Button icon="dashboard" onClick={() => setArranging({ pages, revision })}>
              {t('dashboard.arrange')}
            </Button>
          )
        }
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {error ? (
        <ErrorState title={t('dashboard.failedTitle')} onRetry={retry}>
          {failureText(error, text)}
        </ErrorState>
      ) : waiting || !cardsHere ? (
        <Skeleton height="420px" />
      ) : (
        <>
          <HouseStrip />
          {pages.length > 1 && page && <PageTabs pages={pages} value={page.id} choose={choose} />}
          {cards.length === 0 ? (
            <EmptyState
              icon="dashboard"
              title={t('dashboard.emptyTitle')}
              action={
                <Button onClick={() => setArranging({ pages, revision })}>{t('dashboard.arrange')}</Button>
              }
            >
              {t('dashboard.empty')}
            </EmptyState>
          ) : (
            <Board cards={cards} />
          )}
        </>
      )}
    </>
  )
}
