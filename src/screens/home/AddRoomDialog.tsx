import { useState } from 'react'
import { faultOf, NAME_LENGTH } from '#engine/objects/NameDialog.tsx'
import { failureWords } from '#engine/objects/refusal.ts'
import type { Calls, FloorFacts } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { IconPicker } from './IconPicker.tsx'

interface Props {
  source: Pick<Calls, 'order'>
  floors: readonly FloorFacts[]
  /** The floor that was meant. */
  floor: string | undefined
  onClose(added: { floorId: string; roomId: string; name: string } | undefined): void
}

/** The floor does not exist yet. */
const NEW = ''

/** A room on a floor that is there, or on one that comes with it. */
export function AddRoomDialog({ source, floors, floor, onClose }: Props) {
  const text = useText()
  const { t } = text
  const [chosen, setChosen] = useState(floor ?? floors[0]?.id ?? NEW)
  const [floorName, setFloorName] = useState('')
  const [name, setName] = useState('')
  const [icon, setIcon] = useState('')
  const [refused, setRefused] = useState<{ field: 'floor' | 'room'; text: string }>()
  const on = floors.find(({ id }) => id === chosen)
  const floorFault = on
    ? undefined
    : faultOf(
        floorName,
        floors.map((one) => one.name),
        'floorNameExists',
      )
  const fault = faultOf(name, on?.rooms.map((one) => one.name) ?? [], 'roomNameExists')
  const said = (field: 'floor' | 'room', wrong: typeof fault): string | undefined =>
    wrong && (form.tried || wrong !== 'empty')
      ? t(`objects.refused.${wrong}`)
      : refused?.field === field
        ? refused.text
        : undefined

  const form = useSubmit(async () => {
    if (fault || floorFault) return
    let floorId = on?.id
    if (floorId === undefined) {
      const made = await source.order('add_floor', { floor_name: floorName.trim() })
      if (!made.ok) return setRefused({ field: 'floor', text: failureWords(made, text) })
      floorId = made.data.floor_id
      // If the room is refused now, the floor is there already.
      setChosen(floorId)
    }
    const params = { floor_id: floorId, room_name: name.trim(), ...(icon && { icon }) }
    const made = await source.order('add_room', params)
    if (made.ok) onClose({ floorId, roomId: made.data.room_id, name: name.trim() })
    else setRefused({ field: 'room', text: failureWords(made, text) })
  })

  return (
    <FormDialog
      title={t('rooms.add.title')}
      form={form}
      submit={t('rooms.add.submit')}
      onClose={() => onClose(undefined)}
    >
      <TextField
        label={t('objects.name')}
        value={name}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={said('room', fault)}
        onChange={(next) => {
          setName(next)
          setRefused(undefined)
        }}
      />
      <SelectField
        label={t('rooms.floor')}
        value={on ? chosen : NEW}
        choices={[
          ...floors.map(({ id, name: label }) => ({ value: id, label })),
          { value: NEW, label: t('rooms.add.newFloor') },
        ]}
        onChange={setChosen}
      />
      {!on && (
        <TextField
          label={t('rooms.add.floorName')}
          value={floorName}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          error={said('floor', floorFault)}
          onChange={(next) => {
            setFloorName(next)
            setRefused(undefined)
          }}
        />
      )}
      <IconPicker value={icon} onChange={setIcon} />
    </FormDialog>
  )
}
