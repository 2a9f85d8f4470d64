import { type FormEvent, useId, useState } from 'react'
import type { ActionResult } from '#engine/doors.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { failureWords } from './asking.ts'
import { faultOf, NAME_LENGTH } from './floors.ts'

interface Props {
  title: string
  submit: string
  /** The name that it has. */
  name: string
  /** Names that others have at this moment. */
  others(): readonly string[]
  taken: 'floorNameExists' | 'roomNameExists'
  onSave(name: string): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** The name of a floor or room; what speaks against it stands at the field, as soon as it is known. */
export function NameDialog({ title, submit, name, others, taken, onSave, onClose }: Props) {
  const text = useText()
  const { t } = text
  const form = useId()
  const [typed, setTyped] = useState(name)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const fault = faultOf(typed, others(), taken)
  const said = fault && (tried || fault !== 'empty') ? t(`rooms.refused.${fault}`) : refused

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (busy || fault) return
    if (typed.trim() === name) return onClose(undefined)
    setBusy(true)
    const result = await onSave(typed.trim()).finally(() => setBusy(false))
    if (result.ok) onClose(result)
    else setRefused(failureWords(result, text))
  }

  return (
    <Dialog
      open
      title={title}
      onClose={() => onClose(undefined)}
      actions={
        <>
          <Button onClick={() => onClose(undefined)}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={t('rooms.name')}
          value={typed}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          error={said}
          onChange={(next) => {
            setTyped(next)
            setRefused(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
