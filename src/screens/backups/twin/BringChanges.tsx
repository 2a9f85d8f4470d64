import { useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { attempt } from '#data/refusal.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import { takenOut } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import styles from '../backups.module.css'
import { keyOf } from '../choice.ts'
import { PlanBoard, PlanPage } from '../PlanPage.tsx'
import { ChangeGroups } from './ChangeGroups.tsx'
import { ChangeRow } from './ChangeRow.tsx'

/** What was tried in a twin beside the gateway as it is now: chosen, and brought onto it (decision 0235). */
export function BringChanges() {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { sn = '' } = useParams()
  const { definitions } = useEngine()
  const taken = useSyncExternalStore(takenOut.subscribe, takenOut.current)
  const mine = taken?.sn === sn ? taken : undefined
  const changes = mine?.changes ?? []
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<string>()
  const [state, setState] = useState<'choosing' | 'sending' | 'begun'>('choosing')
  useUnsaved(mine !== undefined && state === 'choosing')
  const plan = useQuery({
    queryKey: rowsKey('planHomeChanges', { sn, of: changes.map(keyOf) }),
    enabled: changes.length > 0,
    queryFn: async () => {
      const looked = await attempt('planHomeChanges', { sn, changes: [...changes] as never })
      if (!looked.ok) throw Object.assign(new Error(looked.code), looked)
      return new Map(looked.data.standings.map((one) => [keyOf(one), one.standing]))
    },
  })
  const page = definitions.screen('gate_statistic')?.route.replace(':sn', encodeURIComponent(sn)) ?? '/'
  const head = (
    <PageHeader
      title={t('twin.bring.title', { name: mine?.name ?? sn })}
      crumb={{ label: mine?.name ?? sn, href: page }}
      context={mine && state !== 'begun' && t('twin.bring.context')}
    />
  )
  const instead = !mine ? (
    <EmptyState icon="copy" tone="plain" title={t('twin.bring.none')}>
      {t('twin.bring.noneText')}
    </EmptyState>
  ) : state === 'begun' ? (
    <EmptyState icon="check" tone="ok" title={t('twin.bring.begun')}>
      {t('twin.bring.begunText')}
    </EmptyState>
  ) : undefined
  const standingOf = (change: HomeChange) => plan.data?.get(keyOf(change)) ?? 'gone'
  const canBring = (change: HomeChange): boolean => ['open', 'conflict'].includes(standingOf(change))
  // What would take away what somebody did meanwhile comes to nobody's mind by itself.
  const chosen = changes.filter(
    (change) => canBring(change) && (standingOf(change) === 'open') !== turned.has(keyOf(change)),
  )
  const turn = (key: string): void =>
    setTurned((known) => {
      const next = new Set(known)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const bring = async (): Promise<void> => {
    setState('sending')
    setRefusal(undefined)
    const despite = chosen
      .filter((change) => standingOf(change) === 'conflict')
      .map(({ kind, id }) => ({ kind, id }))
    const begun = await attempt('bringHomeChanges', { sn, changes: chosen as never, despite })
    if (begun.ok) {
      setState('begun')
      return
    }
    setState('choosing')
    setRefusal(failureText(begun, text))
    void plan.refetch()
  }
  return (
    <PlanPage head={head} instead={instead} asked={plan} failed={t('twin.bring.failed')}>
      {() => (
        <PlanBoard
          deed={{
            title: t('twin.bring.deed'),
            shown: (
              <div className={styles.parts}>
                <p className={styles.count}>
                  <strong>{words.number(chosen.length)}</strong>{' '}
                  {t('twin.bring.chosen', { count: changes.filter(canBring).length })}
                </p>
                <p>{t('twin.bring.promise')}</p>
                {refusal && (
                  <Notice tone="danger" urgent>
                    {refusal}
                  </Notice>
                )}
                <Button
                  look="main"
                  icon="upload"
                  wide
                  busy={state === 'sending'}
                  disabled={chosen.length === 0 || plan.isFetching}
                  onClick={() => void bring()}
                >
                  {t('twin.bring.do', { count: chosen.length })}
                </Button>
              </div>
            ),
          }}
        >
          <ChangeGroups
            title={t('twin.changes.what', { count: changes.length })}
            changes={changes}
            row={(change) => {
              const key = keyOf(change)
              const standing = standingOf(change)
              return (
                <ChangeRow
                  key={key}
                  change={change}
                  layout={mine?.layouts.get(change.id)}
                  note={standing === 'open' ? undefined : t(`twin.bring.standing.${standing}`)}
                  before={(named) =>
                    canBring(change) && (
                      <input
                        type="checkbox"
                        aria-labelledby={named}
                        checked={chosen.includes(change)}
                        onChange={() => turn(key)}
                      />
                    )
                  }
                />
              )
            }}
          />
        </PlanBoard>
      )}
    </PlanPage>
  )
}
