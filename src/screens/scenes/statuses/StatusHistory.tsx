import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { useNow } from '#engine/property/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { toasts } from '#ui/toasts.ts'
import { failureWords } from '../failure-words.ts'
import { statusIcon, statusName } from '../status-words.ts'
import { personWords } from '../trigger-words.ts'
import { useHomeMoment } from '../use-home-moment.ts'
import { useAskAgain, useVersions } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import styles from './statuses.module.css'

interface Props {
  status: ScenarioStatus
  onClose(): void
}

/** How a status was called and looked before, by whom, and the way back to it. */
export function StatusHistory({ status, onClose }: Props) {
  const text = useText()
  const { t } = text
  const moment = useHomeMoment()
  const telling = useTelling()
  const now = useNow()
  const { source } = useDoors()
  const askAgain = useAskAgain()
  const { data, isError, refetch } = useVersions('status', status.resource_id)
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState<number>()
  const versions = data?.versions
  const name = statusName(status.name, text)

  async function restore(version: number): Promise<boolean> {
    const { resource_id: id } = status
    const result = await source.order('restore_object', { kind: 'status', id, version })
    if (!result.ok) setRefused(failureWords(result, text))
    askAgain(ruleKeys.statuses, ruleKeys.versions('status', id))
    return result.ok
  }
  async function choose({ version }: ObjectVersion): Promise<void> {
    const present = versions?.[0]?.version
    setBusy(version)
    const done = await restore(version)
    setBusy(undefined)
    if (!done) return
    toasts.show({
      text: t('scenes.versions.restoredNow'),
      about: [`status ${status.resource_id}`],
      ...(present !== undefined && { undo: () => void restore(present) }),
    })
    onClose()
  }

  return (
    <Dialog
      open
      title={t('scenes.status.historyTitle', { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('scenes.status.close')}</Button>}
    >
      {refused !== undefined && <Notice tone="danger">{refused}</Notice>}
      {isError ? (
        <ErrorState bare title={t('scenes.status.historyFailed')} onRetry={() => void refetch()} />
      ) : versions === undefined ? (
        <div aria-busy="true">
          <SkeletonLines lines={3} />
        </div>
      ) : versions.length === 0 ? (
        <EmptyState bare icon="history" title={t('scenes.status.historyNone')} />
      ) : (
        <ol className={styles.versions}>
          {versions.map((version, at) => (
            <li key={version.version}>
              <Icon name={statusIcon(iconOf(version))} />
              <span className={styles.words}>
                <strong>{statusName(version.name, text)}</strong>
                <small>
                  {t(`scenes.versions.${version.change}`)} · {moment(version.at, now)} ·{' '}
                  {personWords(version.user_id, telling)}
                </small>
              </span>
              {at > 0 && (
                <Button
                  size="dense"
                  busy={busy === version.version}
                  aria-label={t('scenes.status.restoreThis', { name: statusName(version.name, text) })}
                  onClick={() => void choose(version)}
                >
                  {t('scenes.status.restore')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function iconOf({ value }: ObjectVersion): number | undefined {
  const icon = value && 'icon' in value ? value.icon : undefined
  return typeof icon === 'number' ? icon : undefined
}
