import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts/toasts.ts'

/** Something to be copied; whoever may not use the clipboard marks it by hand. */
export function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useText()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ text: t('calls.copied') })
    } catch {
      toasts.show({ text: t('calls.notCopied'), tone: 'danger' })
    }
  }
  return (
    <li>
      <b>{label}</b>
      <code>{text}</code>
      <Button only look="quiet" icon="copy" onClick={() => void copy()}>
        {t('calls.copy', { what: label })}
      </Button>
    </li>
  )
}
