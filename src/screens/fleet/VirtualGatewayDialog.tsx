import { useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import type { HardwareModel } from '#schemas/generated/entities/hardware-model.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'

export interface VirtualGateway {
  name: string
  hardwareModel: string
  firmwareModel: string
}

interface Props {
  hardware: readonly HardwareModel[]
  /** What was entered stays until one is created. */
  onCreate(wish: VirtualGateway): Promise<ActionResult>
  onClose(): void
}

const choice = (value: string) => ({ value, label: value })

/** What a virtual gateway shall be: its name, its model, its software. */
export function VirtualGatewayDialog({ hardware, onCreate, onClose }: Props) {
  const text = useText()
  const { say } = text
  const [failure, setFailure] = useState<string>()
  const [name, setName] = useState('')
  const [model, setModel] = useState(hardware[0]?.hardwareModel ?? '')
  const versions = hardware.find(({ hardwareModel }) => hardwareModel === model)?.firmwareModels ?? []
  const [chosen, setVersion] = useState<string>()
  const version = chosen !== undefined && versions.includes(chosen) ? chosen : (versions.at(-1) ?? '')
  const ready = name.trim() !== '' && version !== ''

  const form = useSubmit(async () => {
    if (!ready) return
    setFailure(undefined)
    const result = await onCreate({ name: name.trim(), hardwareModel: model, firmwareModel: version })
    if (!result.ok && !result.reported) setFailure(failureText(result, text))
  })
  return (
    <FormDialog
      title={say('notices.ask.createVirtual.title')}
      form={form}
      submit={say('notices.ask.createVirtual.submit')}
      unready={!ready}
      failure={failure}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
