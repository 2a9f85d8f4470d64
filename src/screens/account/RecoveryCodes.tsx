import { useText } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './Factors.module.css'

/** Told once: kept, copied or printed now. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText()
  const lines = codes.join('\n')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(lines)
      toasts.show({ text: t('account.factor.copied') })
    } catch {
      // Without the right to the clipboard they can still be marked by hand.
      toasts.show({ text: t('account.factor.notCopied'), tone: 'danger' })
    }
  }
  return (
    <div className={styles.codes}>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button
          icon="download"
          onClick={() => download('gatehouse-recovery-codes.txt', `${lines}\n`, 'text/plain')}
        >
          {t('account.factor.download')}
        </Button>
        <Button onClick={() => void copy()}>{t('account.factor.copy')}</Button>
        <Button onClick={() => print()}>{t('account.factor.print')}</Button>
      </div>
    </div>
  )
}
