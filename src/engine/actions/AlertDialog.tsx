import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

/** Says something that has to be acknowledged: `notices.<name>.title` and `.text`. */
export function AlertDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { t, say } = useText()
  return (
    <Dialog
      open
      title={say(`notices.${name}.title`)}
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          {t('engine.understood')}
        </Button>
      }
    >
      <p>{say(`notices.${name}.text`)}</p>
    </Dialog>
  )
}
