import { useState, useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import styles from './dialogs.module.css'

export type Room = Omit<Commands['add_device_to_room']['params'], 'device_ids'>

interface Props {
  names: readonly string[]
  /** Where the one device is. */
  from: Room | undefined
  onMove(room: Room | undefined, name: string): void
  onClose(): void
}

/** In no room (spec 2 §2, unsorted devices). */
const NONE = ''

const keyOf = ({ floor_id, room_id }: Room): string => JSON.stringify([floor_id, room_id])

/** Which room the devices come into. */
export function MoveDialog({ names, from, onMove, onClose }: Props) {
  const { t } = useText()
  const { home } = usePorts()
  const rooms = useSyncExternalStore(home.subscribe, home.rooms)
  const [chosen, setChosen] = useState(() => from && keyOf(from))
  const choices = [
    ...rooms.map(({ id, name, floor, floorId }) => ({
      value: keyOf({ floor_id: floorId, room_id: id }),
      label: t('handling.move.room', { room: name, floor }),
    })),
    { value: NONE, label: t('handling.move.none') },
  ]
  const known = choices.some(({ value }) => value === chosen)

  const form = useSubmit(() => {
    if (chosen === undefined || !known) return
    const room = rooms.find(({ id, floorId }) => keyOf({ floor_id: floorId, room_id: id }) === chosen)
    onMove(room && { floor_id: room.floorId, room_id: room.id }, room?.name ?? '')
  })

  return (
    <FormDialog
      title={t('handling.move.title', { count: names.length, name: names[0] })}
      form={form}
      submit={t('handling.move.submit')}
      unready={!known}
      onClose={onClose}
    >
      {names.length > 1 && <p className={styles.names}>{names.join(', ')}</p>}
      <SelectField
        label={t('handling.move.label')}
        value={chosen ?? 'nothing chosen yet'}
        choices={choices}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
