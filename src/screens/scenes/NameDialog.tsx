import { type FormEvent, useId, useState } from 'react'
import type { ActionResult } from '#engine/doors.ts'
import { cleanName } from '#gateway/lib/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { failureWords } from './failure-words.ts'

interface Props {
  title: string
  label: string
  name: string
  onSave(name: string): Promise<ActionResult>
  onClose(result?: ActionResult): void
}

/** A new name; what speaks against it stands at the field. */
export function NameDialog({ title, label, name, onSave, onClose }: Props) {
  const text = useText()
  const form = useId()
  const [typed, setTyped] = useState(name)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const next = cleanName(typed)
    if (next === '') return setFault(text.t('scenes.rename.empty'))
    setBusy(true)
    const result = await onSave(next)
    setBusy(false)
    if (result.ok) onClose(result)
    else setFault(failureWords(result, text))
  }
  return (
    <Dialog
      open
      title={title}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{text.t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {text.t('scenes.rename.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={label}
          value={typed}
          maxLength={128}
          autoComplete="off"
          error={fault}
          onChange={(next) => {
            setTyped(next)
            setFault(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
