import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

/** Asks whether what has not been saved may be lost. */
export default function LeaveDialog({ onAnswer }: { onAnswer(leave: boolean): void }) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={t('panels.unsaved.title')}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>{t('panels.unsaved.leave')}</Button>
          <Button look="main" onClick={() => onAnswer(false)}>
            {t('panels.unsaved.stay')}
          </Button>
        </>
      }
    >
      <p>{t('panels.unsaved.text')}</p>
    </Dialog>
  )
}
