import { useState } from 'react'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
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
  const [refused, setRefused] = useState<string>()
  const form = useSubmit(async () => {
    if (chosen === icon) return onClose(undefined)
    const result = await onSave(chosen)
    if (result.ok) onClose(result)
    else setRefused(failureWords(result, text))
  })

  return (
    <FormDialog
      title={t('rooms.icon.title', { room })}
      form={form}
      submit={t('objects.save')}
      failure={refused}
      onClose={() => onClose(undefined)}
    >
      <IconPicker value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
