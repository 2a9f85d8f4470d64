import type { DeviceHead } from '#engine/ports.ts'
import { useOverviewOf } from '#engine/screens/tiles/overview.tsx'
import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Badge, Tag } from '#ui/Tag.tsx'
import styles from './ZonesList.module.css'

interface Props {
  name: string
  icon: IconName
  /** The same list as long as they are the same. */
  devices: readonly DeviceHead[]
  /** How many there are; more than `devices` while only the first are known. */
  count: number
  /** Where it leads; the room of unsorted devices opens a dialog instead. */
  href?: string
  onOpen?(): void
}

/** A room at a glance: what it is, how many devices it has, what of it is on. */
export function RoomCard({ name, icon, devices, count, href, onOpen }: Props) {
  const { t } = useText()
  const { on, attention } = useOverviewOf(devices)
  const parts = [t('rooms.card.devices', { count })]
  if (on > 0) parts.push(t('rooms.card.on', { count: on }))
  const inside = (
    <>
      <Badge icon={icon} tone={on > 0 ? 'lit' : 'plain'} size="large" />
      <span className={styles.names}>
        <strong>{name}</strong>
        <small>{parts.join(' · ')}</small>
      </span>
      {attention.size > 0 && (
        <Tag tone="warn" icon="warning">
          <span aria-hidden="true">{attention.size}</span>
          <span className="visually-hidden">{t('rooms.card.attention', { count: attention.size })}</span>
        </Tag>
      )}
      <Icon name="chevron-right" size="small" />
    </>
  )
  return (
    <li className={styles.card} data-lit={on > 0 || undefined}>
      {href === undefined ? (
        <button type="button" onClick={onOpen}>
          {inside}
        </button>
      ) : (
        <a href={href}>{inside}</a>
      )}
    </li>
  )
}
