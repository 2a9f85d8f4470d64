import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useAsk } from './use-ask.ts'

export function AskButton({ id, name }: { id: string; name: string }) {
  const { t } = useText()
  const { busy, ask, why } = useAsk(id, name)
  return (
    <Button
      size="dense"
      icon="refresh"
      busy={busy}
      why={why}
      onClick={ask}
      aria-label={t('netdiag.askOf', { name })}
    >
      {t('netdiag.ask')}
    </Button>
  )
}
