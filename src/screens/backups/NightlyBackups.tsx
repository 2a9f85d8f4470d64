import { useState } from 'react'
import { attempt } from '#data/refusal.ts'
import { ActionButtons } from '#engine/actions/ActionButtons.tsx'
import { useActions } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { Unread } from '#engine/choosing/Unread.tsx'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './backups.module.css'
import { MakingCard } from './MakingCard.tsx'
import { useBackups } from './use-backups.ts'

const USES = ['planBackups'] as const

/** Backups of the night, and how many places are left. */
export function NightlyBackups({ actions = {} }: BlockProps) {
  const text = useText()
  const { t } = text
  const { situation } = useEngine()
  const found = useBackups()
  const { data, refetch } = found
  const runner = useActions(() => void refetch())
  const [busy, setBusy] = useState(false)
  if (!data)
    return (
      <div className={styles.above}>
        {found.isError ? (
          <Unread of={[found]} title={t('backups.nights.unread')} />
        ) : (
          <Skeleton height="200px" round />
        )}
      </div>
    )
  const { isAutomaticallyBackup: on, nights, places, taken, making } = data
  const { at, kept: count } = nights
  const isOff =
    !holds({ owner: true }, situation) || isOutOfReach({ operations: ['backupAutomatically'] }, situation)
  const change = async (isAutomaticallyBackup: boolean): Promise<void> => {
    setBusy(true)
    const changed = await attempt('backupAutomatically', {
      sn: situation.gateway?.serialNumber ?? '',
      userId: situation.session.id ?? '',
      isAutomaticallyBackup,
    })
    if (!changed.ok) toasts.show({ text: failureText(changed, text) ?? '', tone: 'danger' })
    await refetch()
    setBusy(false)
  }
  return (
    <div className={styles.above}>
      <Card>
        <div className={styles.nights}>
          <Badge icon="clock" tone={on ? 'primary' : 'plain'} />
          <div className={styles.words}>
            <h2>{t(on ? 'backups.nights.on' : 'backups.nights.off', { at })}</h2>
            <p>{t(on ? 'backups.nights.keeps' : 'backups.nights.would', { at, count })}</p>
            <ActionButtons
              actions={usesOf(USES, actions, situation)}
              runner={runner}
              bound={{ row: { isAutomaticallyBackup: on }, form: { ...nights } }}
              size="dense"
              look="quiet"
            />
          </div>
          <Toggle
            label={t('backups.nights.label')}
            value={on}
            busy={busy}
            disabled={isOff}
            onChange={(to) => void change(to)}
          />
        </div>
        <div className={styles.places}>
          <span>{t('backups.places', { taken, places })}</span>
          <span className={styles.bar} aria-hidden="true">
            {Array.from({ length: places }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places are numbered
              <i key={at} data-taken={at < taken || undefined} />
            ))}
          </span>
        </div>
      </Card>
      <MakingCard begun={making} />
      {runner.overlays}
    </div>
  )
}
