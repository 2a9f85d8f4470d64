import { type FormEvent, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { HardwareModel } from '#schemas/generated/entities/hardware-model.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from './dialogs.module.css'

export interface VirtualGateway {
  name: string
  hardwareModel: string
  firmwareModel: string
}

interface Props {
  hardware: readonly HardwareModel[]
  /** Undefined when nothing shall be created. */
  onAnswer(asked: VirtualGateway | undefined): void
}

const choice = (value: string) => ({ value, label: value })

/** What a virtual gateway shall be: its name, its model, its software. */
export function VirtualGatewayDialog({ hardware, onAnswer }: Props) {
  const { t, say } = useText()
  const form = useId()
  const [name, setName] = useState('')
  const [model, setModel] = useState(hardware[0]?.hardwareModel ?? '')
  const versions = hardware.find(({ hardwareModel }) => hardwareModel === model)?.firmwareModels ?? []
  const [chosen, setVersion] = useState<string>()
  const version = chosen !== undefined && versions.includes(chosen) ? chosen : (versions.at(-1) ?? '')
  const ready = name.trim() !== '' && version !== ''

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onAnswer({ name: name.trim(), hardwareModel: model, firmwareModel: version })
  }
  return (
    <Dialog
      open
      title={say('notices.ask.createVirtual.title')}
      onClose={() => onAnswer(undefined)}
      actions={
        <>
          <Button onClick={() => onAnswer(undefined)}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" disabled={!ready}>
            {say('notices.ask.createVirtual.submit')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <p>{say('notices.ask.createVirtual.text')}</p>
        <TextField
          label={say('fields.virtualGateway.name')}
          value={name}
          onChange={setName}
          maxLength={128}
          autoComplete="off"
        />
        <SelectField
          label={say('fields.virtualGateway.hardwareModel')}
          value={model}
          onChange={setModel}
          choices={hardware.map(({ hardwareModel }) => choice(hardwareModel))}
        />
        <SelectField
          label={say('fields.virtualGateway.firmwareModel')}
          value={version}
          onChange={setVersion}
          choices={versions.map(choice)}
        />
      </form>
    </Dialog>
  )
}
