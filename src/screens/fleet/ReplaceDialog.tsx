import { type FormEvent, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import styles from './dialogs.module.css'

interface Props {
  gateway: Pick<Gateway, 'name' | 'serialNumber'>
  /** Online, unassigned, of a compatible model (spec 1 §4). */
  others: readonly Gateway[]
  onAnswer(serialNumber: string | undefined): void
}

/** Which gateway takes the place of this one. */
export function ReplaceDialog({ gateway, others, onAnswer }: Props) {
  const { t, say } = useText()
  const form = useId()
  const [chosen, choose] = useState(others[0]?.serialNumber ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (chosen !== '') onAnswer(chosen)
  }
  return (
    <Dialog
      open
      title={say('notices.ask.replace.title', '', { name: gateway.name })}
      onClose={() => onAnswer(undefined)}
      actions={
        <>
          <Button onClick={() => onAnswer(undefined)}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="destroy" disabled={chosen === ''}>
            {say('actions.replace')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
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
      </form>
    </Dialog>
  )
}
