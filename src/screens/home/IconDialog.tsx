import { useState } from 'react'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './dialogs.module.css'
import { IconPicker } from './IconPicker.tsx'

interface Props {
  room: string
  icon: string
  onSave(icon: string): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** The picture of a room. */
export function IconDialog({ room, icon, onSave, onClose }: Props) {
  const text = useText()
  const { t } = text
  const [chosen, setChosen] = useState(icon)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function save(): Promise<void> {
    if (chosen === icon) return onClose(undefined)
    setBusy(true)
    const result = await onSave(chosen).finally(() => setBusy(false))
    if (result.ok) onClose(result)
    else setRefused(failureWords(result, text))
  }

  return (
    <Dialog
      open
      title={t('rooms.icon.title', { room })}
      onClose={() => onClose(undefined)}
      actions={
        <>
          <Button onClick={() => onClose(undefined)}>{t('shell.cancel')}</Button>
          <Button look="main" busy={busy} onClick={() => void save()}>
            {t('objects.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {refused !== undefined && <Notice tone="danger">{refused}</Notice>}
        <IconPicker value={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  )
}
