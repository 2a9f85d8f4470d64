import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'

export interface Replacement {
  newGtwSN: string
  restorePoint: string
  automaticFactoryReset: boolean
}

interface Props {
  gateway: Pick<Gateway, 'name' | 'userId'>
  /** Online, unassigned, of a compatible model (spec 3 §4). */
  others: readonly Gateway[]
  /** What can be restored without a passphrase, newest first. */
  backups: readonly Backup[]
  onAnswer(replacement: Replacement | undefined): void
}

/** Why it cannot be replaced, as the words call it. */
function lackOf(
  { userId }: Pick<Gateway, 'userId'>,
  others: readonly Gateway[],
  backups: readonly Backup[],
): 'unowned' | 'none' | 'noBackup' | undefined {
  if (userId === null) return 'unowned'
  if (others.length === 0) return 'none'
  return backups.length === 0 ? 'noBackup' : undefined
}

/** Which gateway takes the place of this one, and from which backup. */
export function ReplaceDialog({ gateway, others, backups, onAnswer }: Props) {
  const { say } = useText()
  const words = useWords()
  const [newGtwSN, choose] = useState(others[0]?.serialNumber ?? '')
  const [restorePoint, restore] = useState(backups[0]?._id ?? '')
  const [automaticFactoryReset, reset] = useState(false)
  const isReady = gateway.userId !== null && newGtwSN !== '' && restorePoint !== ''
  const form = useSubmit(() => isReady && onAnswer({ newGtwSN, restorePoint, automaticFactoryReset }))
  const lacks = lackOf(gateway, others, backups)
  return (
    <FormDialog
      title={say('notices.ask.replace.title', '', { name: gateway.name })}
      form={form}
      submit={say('actions.replace')}
      look="destroy"
      unready={!isReady}
      onClose={() => onAnswer(undefined)}
    >
      <p>{say(`notices.ask.replace.${lacks ?? 'text'}`)}</p>
      {lacks === undefined && (
        <>
          <SelectField
            label={say('fields.replacement.with')}
            value={newGtwSN}
            onChange={choose}
            choices={others.map(({ serialNumber, name }) => ({
              value: serialNumber,
              label: name === serialNumber ? name : `${serialNumber} · ${name}`,
            }))}
          />
          <SelectField
            label={say('fields.replacement.restorePoint')}
            value={restorePoint}
            onChange={restore}
            choices={backups.map(({ _id, snapshotName, createdAt }) => ({
              value: _id,
              label: `${snapshotName} · ${words.date(Date.parse(createdAt))}`,
            }))}
          />
          <CheckboxField
            label={say('fields.replacement.automaticFactoryReset')}
            value={automaticFactoryReset}
            onChange={reset}
          />
        </>
      )}
    </FormDialog>
  )
}
