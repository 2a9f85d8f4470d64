import { useState } from 'react'
import { peopleQuery } from '#data/people.ts'
import { ruleQueries } from '#data/rules.ts'
import type { ActionResult, Calls } from '#engine/doors.ts'
import { useDevices } from '#engine/property/useHome.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { failureWords } from './asking.ts'
import styles from './dialogs.module.css'
import { type Difference, differences } from './versions.ts'

interface Props {
  of: { kind: 'floor' | 'room'; id: string; name: string }
  /** Whoever looks. */
  userId: string | undefined
  /** Serial number of the gateway whose room it is. */
  gateway: string | undefined
  source: Pick<Calls, 'ask' | 'load'>
  mayRestore: boolean
  /** `present`: the version that it has now, for taking it back. */
  onRestore(version: number, present: number): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** What a room or floor was before, who made it another one, and the way back to each of it. */
export function HistoryDialog({ of, userId, gateway, source, mayRestore, onRestore, onClose }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { heads } = useDevices()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState<number>()

  const { data, isError, refetch } = useQuery({
    ...ruleQueries(source).versions(of.kind, of.id),
    // Whoever opens it wants to know it as it is now.
    gcTime: 0,
    retry: false,
  })
  const versions = data?.versions
  const { data: people } = useQuery(peopleQuery(source, gateway))

  async function restore({ version }: ObjectVersion): Promise<void> {
    setBusy(version)
    const result = await onRestore(version, versions?.[0]?.version ?? version).finally(() =>
      setBusy(undefined),
    )
    if (result.ok) onClose(result)
    else setRefused(failureWords(result, text))
  }
  const nameOf = (id: string): string =>
    heads.find((head) => head.id === id)?.name ?? t('rooms.history.goneDevice')
  const said = (change: Difference): string => {
    switch (change.kind) {
      case 'name':
      case 'floor':
        return t(`rooms.history.${change.kind}`, { before: change.before, after: change.after })
      case 'icon':
        return t('rooms.history.icon')
      default:
        return t(`rooms.history.${change.kind}`, { devices: change.devices.map(nameOf).join(', ') })
    }
  }
  const by = ({ user_id: who }: ObjectVersion): string => {
    if (who === undefined) return t('rooms.history.gateway')
    if (who === userId) return t('rooms.history.you')
    const name = people?.get(who)
    return name === undefined ? t('rooms.history.other') : t('rooms.history.person', { name })
  }

  return (
    <Dialog
      open
      title={t('rooms.history.title', { room: of.name })}
      onClose={() => onClose(undefined)}
      actions={<Button onClick={() => onClose(undefined)}>{t('rooms.close')}</Button>}
    >
      <div className={styles.form}>
        {refused !== undefined && <Notice tone="danger">{refused}</Notice>}
        {isError ? (
          <ErrorState bare title={t('rooms.history.failed')} onRetry={() => void refetch()} />
        ) : versions === undefined ? (
          <div aria-busy="true">
            <SkeletonLines lines={4} />
          </div>
        ) : versions.length === 0 ? (
          <EmptyState bare icon="history" title={t('rooms.history.none')} />
        ) : (
          <ol className={styles.versions}>
            {versions.map((version, at) => (
              <li key={version.version} className={styles.version}>
                <div>
                  <strong>{t(`rooms.history.change.${version.change}`)}</strong>
                  <br />
                  <small>{`${words.moment(version.at, Date.now())} · ${by(version)}`}</small>
                  <ul>
                    {differences(version, versions[at + 1]).map((change) => (
                      <li key={change.kind}>{said(change)}</li>
                    ))}
                  </ul>
                </div>
                {at > 0 && mayRestore && (
                  <Button size="dense" busy={busy === version.version} onClick={() => void restore(version)}>
                    {t('rooms.history.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  )
}
