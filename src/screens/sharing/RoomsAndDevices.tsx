import { useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toggled } from './draft.ts'
import styles from './sharing.module.css'
import type { WholeHome } from './use-home.ts'

interface Props {
  home: WholeHome | undefined
  failed: boolean
  onRetry(): void
  rooms: ReadonlySet<string>
  devices: ReadonlySet<string>
  onChange(part: { rooms?: ReadonlySet<string>; devices?: ReadonlySet<string> }): void
}

/** Rooms with their devices: a room is given as a whole, with what comes there later, or single devices of it. */
export function RoomsAndDevices({ home, failed, onRetry, rooms, devices, onChange }: Props) {
  const { t } = useText()
  if (failed)
    return (
      <ErrorState title={t('sharing.homeFailed')} onRetry={onRetry}>
        {t('sharing.tryAgain')}
      </ErrorState>
    )
  if (!home) return <Skeleton height="200px" />
  const names = new Map(home.devices.map(({ id, device_name: name }) => [id, name]))
  const inRooms = home.floors.flatMap((floor) => floor.rooms)
  const placed = new Set(inRooms.flatMap((room) => room.devices))
  const apart = home.devices.filter(({ id }) => !placed.has(id)).map(({ id }) => id)
  const choices = (ids: readonly string[], whole: boolean) =>
    ids
      .filter((id) => names.has(id))
      .map((id) => (
        <CheckboxField
          key={id}
          label={names.get(id) ?? id}
          value={whole || devices.has(id)}
          disabled={whole}
          onChange={() => onChange({ devices: toggled(devices, id) })}
        />
      ))
  return (
    <div className={styles.rooms}>
      {inRooms.map(({ room_id: id, room_name: name, devices: here }) => (
        <Room key={id} name={name}>
          <CheckboxField
            label={t('sharing.wholeRoom', { count: here.length })}
            value={rooms.has(id)}
            onChange={() => onChange({ rooms: toggled(rooms, id) })}
          />
          <div className={styles.devices}>{choices(here, rooms.has(id))}</div>
        </Room>
      ))}
      {apart.length > 0 && (
        <Room name={t('sharing.withoutRoom')}>
          <div className={styles.devices}>{choices(apart, false)}</div>
        </Room>
      )}
    </div>
  )
}

function Room({ name, children }: { name: string; children: React.ReactNode }) {
  const heading = useId()
  return (
    <section className={styles.room} aria-labelledby={heading}>
      <h4 id={heading}>{name}</h4>
      {children}
    </section>
  )
}
