import { useEffect, useEffectEvent, useState } from 'react'
import { attempt } from '#data/refusal.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Badge } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './backups.module.css'

interface Props {
  /** What was being made when the list was asked for. */
  begun: BackupMaking | undefined
}

/** The backup that is being made, how far it is, and the way to call it off. */
export function MakingCard({ begun }: Props) {
  const text = useText()
  const { t } = text
  const { situation, onEvent } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  const [told, setTold] = useState<BackupMaking>()
  const [busy, setBusy] = useState(false)
  const hear = useEffectEvent((event: string, data: unknown) => {
    if (event !== 'backup_making') return
    const news = data as BackupMaking
    if (news.serialNumber === sn) setTold(news)
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  const now = told?.serialNumber === sn ? told : begun
  if (now?.status !== 'inProgress') return null
  const { snapshotName: name, stage = 'home', progress = 0 } = now
  const cancel = async (): Promise<void> => {
    setBusy(true)
    const canceled = await attempt('cancelBackup', { sn })
    if (!canceled.ok) toasts.show({ text: failureText(canceled, text) ?? '', tone: 'danger' })
    else if (!canceled.data.canceled) toasts.show({ text: t('backups.making.late') })
    setBusy(false)
  }
  return (
    <Card>
      <div className={styles.nights} role="status">
        <Badge icon="archive" tone="primary" />
        <div className={styles.words}>
          <h2>{t('backups.making.title', { name })}</h2>
          <p>{t(`backups.making.stages.${stage}`)}</p>
        </div>
        <Button size="dense" busy={busy} disabled={stage === 'writing'} onClick={() => void cancel()}>
          {t('backups.making.cancel')}
        </Button>
      </div>
      <progress value={progress} max={100} aria-label={t('backups.making.title', { name })} />
    </Card>
  )
}
