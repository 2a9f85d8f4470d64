import { useMemo } from 'react'
import { useMain } from '#engine/cells/live/use-main.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { PropertyView } from '#engine/property/PropertyView.tsx'
import { useAllDevices, useDevices } from '#engine/property/state/useHome.ts'
import { useOverviewOf } from '#engine/screens/tiles/overview.tsx'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useFloors } from './floors.ts'
import styles from './RoomGlance.module.css'
import { iconOf } from './room-icons.ts'

/** Rows that a card has room for: its head takes most of one. */
const rowsIn = (height: number): number => Math.max(1, Math.floor((height * 94 - 88) / 52))
const ROWS = 3

/** A room with its first devices: what can be switched is switched here. */
export default function RoomGlance({ params }: BlockProps) {
  const { t } = useText()
  const { definitions } = useEngine()
  const floors = useFloors()
  const { heads } = useDevices()
  const all = useAllDevices()
  const room = floors?.flatMap(({ rooms }) => rooms).find(({ id }) => id === params.of)
  const here = useMemo(
    () =>
      heads
        .filter((head) => head.room?.id === room?.id)
        // What can be switched first: that is what one comes for.
        .toSorted((a, b) => Number(switchOf(b) !== undefined) - Number(switchOf(a) !== undefined)),
    [heads, room?.id],
  )
  const { on } = useOverviewOf(here)
  const page = definitions.screen('room')
  if (!floors)
    return (
      <Card>
        <Skeleton height="120px" />
      </Card>
    )
  if (!room)
    return (
      <Card>
        <p className={styles.quiet}>{t('rooms.glance.gone')}</p>
      </Card>
    )
  const counts = [t('rooms.card.devices', { count: all ? here.length : room.devices.length })]
  if (on > 0) counts.push(t('rooms.card.on', { count: on }))
  return (
    <section className={styles.card} aria-label={room.name}>
      <header className={styles.head}>
        <Badge icon={iconOf(room)} tone={on > 0 ? 'lit' : 'plain'} />
        <div>
          <h2>{page ? <a href={hrefOf(page, { room_id: room.id })}>{room.name}</a> : room.name}</h2>
          <p>{counts.join(' · ')}</p>
        </div>
      </header>
      <ul className={styles.rows}>
        {here.slice(0, rowsIn(Number(params.rows) || ROWS)).map((head) => (
          <Row key={head.id} head={head} />
        ))}
      </ul>
    </section>
  )
}

/** The switch in the head of a device's tile. */
const switchOf = ({ layout }: DeviceHead) => {
  const header = layout?.tile.header
  return header?.value.access.includes('write') ? header : layout?.tile.switches?.[0]
}

function Row({ head }: { head: DeviceHead }) {
  const { say } = useText()
  const { definitions } = useEngine()
  const page = definitions.screen('device')
  const { reading } = useMain(head)
  const placed = switchOf(head)
  const second = reading && [reading.text, reading.unit].filter(Boolean).join('\u00a0')
  return (
    <li>
      <Badge size="small" icon={iconNamed(head.icon, 'device')} />
      <span className={styles.words}>
        {page ? <a href={hrefOf(page, { id: head.id })}>{head.name}</a> : head.name}
        <small>{second || say(`device.types.${head.type}`)}</small>
      </span>
      {placed && <PropertyView device={head} placed={placed} place="head" />}
    </li>
  )
}
