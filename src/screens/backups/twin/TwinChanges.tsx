import { useSyncExternalStore } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { changesBetween, isByHand } from '#gateway/lib/backups/changes.ts'
import { contentOfThing } from '#gateway/lib/fleet/drift.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { openTwin, takenContent, takenOut } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import styles from '../backups.module.css'
import { PlanBoard, PlanPage } from '../PlanPage.tsx'
import { ChangeGroups } from './ChangeGroups.tsx'
import { ChangeRow } from './ChangeRow.tsx'

/** What differs between a twin and what it was forked from, and the ways out for it. */
export function TwinChanges() {
  const { t } = useText()
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
  const isNone = found.data && (found.data.changes.length === 0 || !found.data.content)
  return (
    <PlanPage
      head={<PageHeader title={t('twin.changes.title')} context={t('twin.changes.context')} />}
      asked={found}
      failed={t('twin.changes.failed')}
      instead={
        isNone ? (
          <EmptyState icon="check" tone="plain" title={t('twin.changes.none')}>
            {t('twin.changes.noneText')}
          </EmptyState>
        ) : undefined
      }
    >
      {({ changes, content }) => twin && content && <WaysOut {...{ twin, changes, content }} />}
    </PlanPage>
  )
}

interface WaysOutProps {
  twin: NonNullable<ReturnType<typeof openTwin.current>>
  changes: readonly HomeChange[]
  content: HomeContent
}

function WaysOut({ twin, changes, content }: WaysOutProps) {
  const { t } = useText()
  const { definitions } = useEngine()
  const { home } = usePorts()
  const { serialNumber: sn, name } = twin.fork
  const bring = (): void => {
    const layouts = changes.flatMap(({ kind, id }) => {
      const layout = kind === 'settings' ? home.device(id)?.layout : undefined
      return layout ? [[id, layout] as const] : []
    })
    takenOut.set({ sn, name, changes, layouts: new Map(layouts) })
    twin.leave(definitions.screen('twin_return')?.route.replace(':sn', sn) ?? '/')
  }
  const spread = (change: HomeChange): void => {
    const made = contentOfThing(content, change)
    if (!made) return
    takenContent.set(made)
    twin.leave(definitions.screen('bulk')?.route ?? '/')
  }
  return (
    <PlanBoard
      deed={{
        title: t('twin.changes.out'),
        shown: (
          <div className={styles.parts}>
            <p>{t('twin.changes.outText')}</p>
            <Button look="main" icon="upload" wide onClick={bring}>
              {t('twin.changes.bring')}
            </Button>
          </div>
        ),
      }}
    >
      <ChangeGroups
        title={t('twin.changes.what', { count: changes.length })}
        changes={changes}
        row={(change) => (
          <ChangeRow
            key={`${change.kind} ${change.id}`}
            change={change}
            note={isByHand(change) ? t('twin.bring.standing.byHand') : undefined}
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
    </PlanBoard>
  )
}
