import { useSyncExternalStore } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { alerts } from './report.ts'

/** A sentence that has to be acknowledged (spec 1 §8: 000610). */
export function Alert() {
  const sentence = useSyncExternalStore(alerts.subscribe, alerts.current)
  const { t } = useText()
  const close = (): void => alerts.set(undefined)
  return (
    <Dialog
      open={sentence !== undefined}
      title={sentence ?? ''}
      onClose={close}
      actions={
        <Button look="main" onClick={close}>
          {t('shell.close')}
        </Button>
      }
    />
  )
}
