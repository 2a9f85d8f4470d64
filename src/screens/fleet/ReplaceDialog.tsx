import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'

interface Props {
  gateway: Pick<Gateway, 'name' | 'serialNumber'>
  /** Online, unassigned, of a compatible model (spec 1 §4). */
  others: readonly Gateway[]
  onAnswer(serialNumber: string | undefined): void
}

/** Which gateway takes the place of this one. */
export function ReplaceDialog({ gateway, others, onAnswer }: Props) {
  const { say } = useText()
  const [chosen, choose] = useState(others[0]?.serialNumber ?? '')
  const form = useSubmit(() => chosen !== '' && onAnswer(chosen))
  return (
    <FormDialog
      title={say('notices.ask.replace.title', '', { name: gateway.name })}
      form={form}
      submit={say('actions.replace')}
      look="destroy"
      unready={chosen === ''}
      onClose={() => onAnswer(undefined)}
    >
      <p>{say(others.length === 0 ? 'notices.ask.replace.none' : 'notices.ask.replace.text')}</p>
      {others.length > 0 && (
        <SelectField
          label={say('fields.replacement.with')}
          value={chosen}
          onChange={choose}
          choices={others.map(({ serialNumber, name }) => ({
            value: serialNumber,
            label: name === serialNumber ? name : `${serialNumber} · ${name}`,
          }))}
        />
      )}
    </FormDialog>
  )
}
