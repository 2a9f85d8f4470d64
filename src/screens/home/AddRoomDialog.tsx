import { type FormEvent, useId, useState } from 'react'
import type { Calls, FloorFacts } from '#engine/doors.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { failureWords } from './asking.ts'
import styles from './dialogs.module.css'
import { faultOf, NAME_LENGTH } from './floors.ts'
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
  const form = useId()
  const [chosen, setChosen] = useState(floor ?? floors[0]?.id ?? NEW)
  const [floorName, setFloorName] = useState('')
  const [name, setName] = useState('')
  const [icon, setIcon] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
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
    wrong && (tried || wrong !== 'empty')
      ? t(`rooms.refused.${wrong}`)
      : refused?.field === field
        ? refused.text
        : undefined

  async function add(): Promise<void> {
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
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (busy || fault || floorFault) return
    setBusy(true)
    await add().finally(() => setBusy(false))
  }

  return (
    <Dialog
      open
      title={t('rooms.add.title')}
      onClose={() => onClose(undefined)}
      actions={
        <>
          <Button onClick={() => onClose(undefined)}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {t('rooms.add.submit')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('rooms.name')}
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
      </form>
    </Dialog>
  )
}
