import { useSyncExternalStore } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { changesBetween } from '#gateway/lib/backups/changes.ts'
import { contentOfThing } from '#gateway/lib/fleet/drift.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import { openTwin, takenContent, takenOut } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from '../backups.module.css'
import { ChangeGroups } from './ChangeGroups.tsx'
import { ChangeRow } from './ChangeRow.tsx'

/** What differs between a twin and what it was forked from, and the ways out for it. */
export function TwinChanges() {
  const { t } = useText()
  const { definitions } = useEngine()
  const twin = useSyncExternalStore(openTwin.subscribe, openTwin.current)
  const found = useQuery({
    queryKey: rowsKey('twinChanges', { twin: twin?.serialNumber }),
    enabled: twin !== undefined,
    // Whoever comes back has changed something meanwhile.
    gcTime: 0,
    queryFn: async () => {
      const { begun, content } = (await twin?.content()) ?? {}
      return { content, changes: begun && content ? changesBetween(begun, content) : [] }
    },
  })
  const head = <PageHeader title={t('twin.changes.title')} context={t('twin.changes.context')} />
  if (!twin || found.isPending)
    return (
      <>
        {head}
        <Skeleton height="20rem" />
      </>
    )
  if (found.isError)
    return (
      <>
        {head}
        <ErrorState title={t('twin.changes.failed')} onRetry={() => void found.refetch()} />
      </>
    )
  const { changes, content } = found.data
  if (changes.length === 0 || !content)
    return (
      <>
        {head}
        <EmptyState icon="check" tone="plain" title={t('twin.changes.none')}>
          {t('twin.changes.noneText')}
        </EmptyState>
      </>
    )
  const { serialNumber: sn, name } = twin.fork
  const bring = (): void => {
    takenOut.set({ sn, name, changes })
    twin.leave(definitions.screen('twin_return')?.route.replace(':sn', sn) ?? '/')
  }
  const spread = (change: HomeChange): void => {
    const made = contentOfThing(content, change)
    if (!made) return
    takenContent.set(made)
    twin.leave(definitions.screen('bulk')?.route ?? '/')
  }
  return (
    <>
      {head}
      <div className={styles.board}>
        <div className={styles.parts}>
          <ChangeGroups
            title={t('twin.changes.what', { count: changes.length })}
            changes={changes}
            row={(change) => (
              <ChangeRow
                key={`${change.kind} ${change.id}`}
                change={change}
                actions={
                  contentOfThing(content, change) && (
                    <Button size="dense" icon="jobs" onClick={() => spread(change)}>
                      {t('twin.changes.spread')}
                    </Button>
                  )
                }
              />
            )}
          />
        </div>
        <div className={styles.deed}>
          <Card title={t('twin.changes.out')}>
            <div className={styles.parts}>
              <p>{t('twin.changes.outText')}</p>
              <Button look="main" icon="upload" wide onClick={bring}>
                {t('twin.changes.bring')}
              </Button>
            </div>
          </Card>
        </div>
      </div>
    </>
  )
}
