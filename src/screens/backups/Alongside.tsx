import { useState } from 'react'
import { http } from '#data/http.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { download } from '#lib/download.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './backups.module.css'

interface Props {
  backupId: string
  passphrase: string | undefined
  plan: Pick<BackupPlan, 'history' | 'radios'>
  /** Whether what the home did comes back too. */
  withHistory: boolean
  onHistory(chosen: boolean): void
}

const KILO = 1000

/** What a backup holds besides how the home is set up: what it did, and what bridges keep of their radio networks. */
export function Alongside({
  backupId,
  passphrase,
  plan: { history, radios },
  withHistory,
  onHistory,
}: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const [busy, setBusy] = useState<string>()
  if (!history && !radios) return null
  const take = async (name: string): Promise<void> => {
    setBusy(name)
    try {
      const { data } = await http.call('readBackupRadio', {
        backupId,
        name,
        ...(passphrase && { passphrase }),
      })
      download(data.name, data, data.type)
    } catch (error) {
      toasts.show({ text: failureText(error, text) ?? '', tone: 'danger' })
    }
    setBusy(undefined)
  }
  return (
    <Card title={t('backups.alongside.title')}>
      {history && (
        <CheckboxField
          name="history"
          label={t('backups.alongside.history', { from: words.date(Date.parse(history.from)) })}
          help={
            history.missing > 0
              ? t('backups.alongside.missing', { count: history.missing })
              : t('backups.alongside.complete')
          }
          value={withHistory}
          disabled={history.missing === 0}
          onChange={onHistory}
        />
      )}
      {radios?.map(({ name, size }) => (
        <div key={name} className={styles.radio}>
          <div className={styles.words}>
            <strong>{t('backups.alongside.radio', { name })}</strong>
            <p>
              {t('backups.alongside.radioText', {
                size: words.number(Math.max(1, Math.round(size / KILO)), 0),
              })}
            </p>
          </div>
          <Button size="dense" icon="download" busy={busy === name} onClick={() => void take(name)}>
            {t('backups.alongside.download')}
          </Button>
        </div>
      ))}
    </Card>
  )
}
