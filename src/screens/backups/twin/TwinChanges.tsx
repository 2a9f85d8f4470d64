import { useState, useSyncExternalStore } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { changesBetween, isByHand } from '#gateway/lib/backups/changes.ts'
import { contentOfThings } from '#gateway/lib/fleet/drift.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { openTwin, takenContent, takenOut } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import styles from '../backups.module.css'
import { keyOf } from '../choice.ts'
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

/** Most parts of one bulk operation (schemas/entities/bulk-content.json). */
const MOST = 100

/** What is chosen goes along together: onto the gateway, or into one bulk operation. */
function WaysOut({ twin, changes, content }: WaysOutProps) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const { home } = usePorts()
  const { serialNumber: sn, name } = twin.fork
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const possible = changes.filter((change) => !isByHand(change))
  const chosen = possible.filter((change) => !left.has(keyOf(change)))
  const general = chosen.filter((change) => contentOfThings(content, { changed: [change], name }))
  const set = contentOfThings(content, {
    changed: general,
    name: t('twin.changes.setName', { name }).slice(0, 128),
  })
  const fits = set !== undefined && set.content_params.length <= MOST
  const turn = (key: string): void =>
    setLeft((known) => {
      const next = new Set(known)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const bring = (): void => {
    const layouts = chosen.flatMap(({ kind, id }) => {
      const layout = kind === 'settings' ? home.device(id)?.layout : undefined
      return layout ? [[id, layout] as const] : []
    })
    // What is done by hand only is told of there as well.
    const along = changes.filter((change) => chosen.includes(change) || isByHand(change))
    takenOut.set({ sn, name, changes: along, layouts: new Map(layouts) })
    twin.leave(definitions.screen('twin_return')?.route.replace(':sn', sn) ?? '/')
  }
  const spread = (): void => {
    if (!set) return
    takenContent.set(set)
    twin.leave(definitions.screen('bulk')?.route ?? '/')
  }
  return (
    <PlanBoard
      deed={{
        title: t('twin.changes.out'),
        shown: (
          <div className={styles.parts}>
            <p className={styles.count}>
              <strong>{words.number(chosen.length)}</strong>{' '}
              {t('twin.changes.chosen', { count: possible.length })}
            </p>
            <p>{t('twin.changes.outText')}</p>
            <Button look="main" icon="upload" wide disabled={chosen.length === 0} onClick={bring}>
              {t('twin.changes.bring')}
            </Button>
            <Button icon="jobs" wide disabled={!fits} onClick={spread}>
              {t('twin.changes.spread')}
            </Button>
            {chosen.length > 0 && <p>{limits()}</p>}
          </div>
        ),
      }}
    >
      <ChangeGroups
        title={t('twin.changes.what', { count: changes.length })}
        changes={changes}
        row={(change) => (
          <ChangeRow
            key={keyOf(change)}
            change={change}
            note={noteOf(change)}
            before={(named) =>
              !isByHand(change) && (
                <input
                  type="checkbox"
                  aria-labelledby={named}
                  checked={!left.has(keyOf(change))}
                  onChange={() => turn(keyOf(change))}
                />
              )
            }
          />
        )}
      />
    </PlanBoard>
  )

  /** How much of it a bulk operation takes. */
  function limits(): string {
    const count = general.length
    if (set && !fits) return t('twin.changes.tooMany', { count: MOST })
    if (count === 0) return t('twin.changes.spreadNone')
    return count === chosen.length
      ? t('twin.changes.spreadAll')
      : t('twin.changes.spreadSome', { count, all: words.number(chosen.length) })
  }

  function noteOf(change: HomeChange): string | undefined {
    if (isByHand(change)) return t('twin.bring.standing.byHand')
    return contentOfThings(content, { changed: [change], name }) ? undefined : t('twin.changes.own')
  }
}
