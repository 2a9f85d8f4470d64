import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CallAddress } from './CallAddress.tsx'

interface Props {
  /** Of the status, as people read it. */
  name: string
  resourceId: string
  onClose(): void
}

/** The address by which a phone, or another service, says that somebody has come or gone. */
export default function CallDialog({ name, resourceId, onClose }: Props) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={t('calls.ofStatus', { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      <CallAddress called={{ resource_id: resourceId }} />
    </Dialog>
  )
}
