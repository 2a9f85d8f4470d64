import { useText } from '#i18n/useText.ts'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  text: string
  yes: string
  destroys: boolean
  onYes(): void
  onClose(): void
}

/** Asks once more before many are concerned. */
export function ConfirmDialog({ title, text, yes, destroys, onYes, onClose }: Props) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button look={destroys ? 'destroy' : 'main'} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
