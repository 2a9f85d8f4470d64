import { useDroppable } from '@dnd-kit/core'
import type { DeviceHead } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { DeviceChip } from './DeviceChip.tsx'
import styles from './Sorting.module.css'

interface Props {
  id: string
  name: string
  note?: string
  icon: IconName
  devices: readonly DeviceHead[]
}

/** A room into which devices can be put. */
export function RoomBox({ id, name, note, icon, devices }: Props) {
  const { t } = useText()
  const { setNodeRef, isOver } = useDroppable({ id })
  return (
    <section ref={setNodeRef} className={styles.room} data-over={isOver || undefined} aria-label={name}>
      <header>
        <Icon name={icon} />
        <h2>{name}</h2>
        {note !== undefined && <small>{note}</small>}
      </header>
      {devices.length === 0 ? (
        <p>{t('rooms.sort.empty')}</p>
      ) : (
        <ul>
          {devices.map((head) => (
            <li key={head.id}>
              <DeviceChip head={head} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
