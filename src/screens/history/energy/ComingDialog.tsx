import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** Stands where a form will, until what it asks about has come. */
export function ComingDialog({ title, onClose }: { title: string; onClose(): void }) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell.cancel')}</Button>}
    >
      <Skeleton height="180px" />
    </Dialog>
  )
}
