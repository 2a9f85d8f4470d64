import { type FormEvent, useId, useState } from 'react'
import { refusalText } from '#engine/actions/refusal-text.ts'
import type { ActionResult } from '#engine/doors.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './dialogs.module.css'
import { faultOf, NAME_LENGTH } from './names.ts'

interface Props {
  names: readonly string[]
  /** Resolves when the group is there, or could not be made. */
  onMake(name: string): Promise<ActionResult>
  onClose(): void
}

/** What a group of these devices is called. */
export function GroupDialog({ names, onMake, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const form = useId()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ActionResult>()
  const fault = faultOf(name.trim())

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (busy || fault) return
    setBusy(true)
    setResult(await onMake(name.trim()).finally(() => setBusy(false)))
  }

  return (
    <Dialog
      open
      title={t('handling.group.title', { count: names.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {t('handling.group.make')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void make(event)} noValidate>
        {result?.ok === false && (
          <Notice tone="danger" urgent>
            {say(`handling.group.refused.${result.code}`, refusalText(result, text))}
          </Notice>
        )}
        <p className={styles.names}>{names.join(', ')}</p>
        <p>{t('handling.group.text')}</p>
        <TextField
          label={t('handling.group.name')}
          value={name}
          maxLength={NAME_LENGTH}
          error={tried && fault ? t(`handling.rename.${fault}`) : undefined}
          onChange={(next) => {
            setResult(undefined)
            setName(next)
          }}
        />
      </form>
    </Dialog>
  )
}
