import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Versions, type VersionsProps } from './Versions.tsx'

interface Props extends VersionsProps {
  name: string
  onClose(): void
}

/** What something was before, who made it another one, and the way back to each of it. */
export function HistoryDialog({ name, onClose, ...versions }: Props) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={t('objects.history', { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('objects.close')}</Button>}
    >
      <div>
        <Versions {...versions} onRestored={onClose} />
      </div>
    </Dialog>
  )
}
