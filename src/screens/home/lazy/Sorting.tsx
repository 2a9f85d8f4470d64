import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  pointerWithin,
  rectIntersection,
  type UniqueIdentifier,
  useDroppable,
} from '@dnd-kit/core'
import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { tell } from '#engine/objects/tell.ts'
import type { DeviceHead, FloorFacts } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useDragSensors } from '#ui/drag-sensors.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { ModeBar } from '#ui/page/ModeBar.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import { ofDevices } from '../about.ts'
import { unsortedOf } from '../floors.ts'
import { iconOf } from '../room-icons.ts'
import { ChipFace, DeviceChip } from './DeviceChip.tsx'
import styles from './Sorting.module.css'

/** Under a hand it is the room beneath it; without one, with keys, the one in which the device lies. */
const aim: CollisionDetection = (given) =>
  given.pointerCoordinates ? pointerWithin(given) : rectIntersection(given)

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/** Arrow keys go from room to room, in the order in which they stand. */
const toNextRoom: KeyboardCoordinateGetter = (
  event,
  { context: { droppableContainers, droppableRects, over, collisionRect } },
) => {
  const step = STEPS[event.code]
  if (step === undefined || !collisionRect) return undefined
  event.preventDefault()
  const rooms = droppableContainers.getEnabled().map(({ id }) => id)
  const at = over ? rooms.indexOf(over.id) : -1
  const next = rooms[Math.min(rooms.length - 1, Math.max(0, at + step))]
  const rect = next === undefined ? undefined : droppableRects.get(next)
  return (
    rect && {
      x: rect.left + (rect.width - collisionRect.width) / 2,
      y: rect.top + (rect.height - collisionRect.height) / 2,
    }
  )
}

interface Props {
  floors: readonly FloorFacts[]
  heads: readonly DeviceHead[]
  onClose(): void
}

interface Box {
  id: string
  name: string
  floor: string
  floorId: string
}

/** The room of devices that are in none. */
const NOWHERE = 'unsorted'

/** Devices are taken from room to room by mouse, touch or keys; each move holds at once and can be taken back. */
export default function Sorting({ floors, heads, onClose }: Props) {
  const { t } = useText()
  const { source } = usePorts()
  const touched = usePhone()
  const [lifted, setLifted] = useState<string>()
  /** Where devices stand that are on their way, by their ids. */
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map())
  const sensors = useDragSensors(toNextRoom)
  const boxes: readonly Box[] = floors.flatMap(({ id: floorId, name: floor, rooms }) =>
    rooms.map(({ id, name }) => ({ id, name, floor, floorId })),
  )
  const roomOf = ({ id, room }: DeviceHead): string => moving.get(id) ?? room?.id ?? NOWHERE
  const inRoom = (room: string): DeviceHead[] => heads.filter((head) => roomOf(head) === room)
  const nameOf = (id: UniqueIdentifier): string => heads.find((head) => head.id === id)?.name ?? ''
  const roomName = (id: UniqueIdentifier | undefined): string =>
    boxes.find((box) => box.id === id)?.name ?? t('rooms.unsorted')

  const placeOf = (room: string) => {
    const box = boxes.find(({ id }) => id === room)
    return box && { floor_id: box.floorId, room_id: box.id }
  }

  async function put(device: string, from: string, to: string) {
    const device_ids: [string] = [device]
    const place = placeOf(to)
    if (place) return await source.order('add_device_to_room', { ...place, device_ids })
    const left = placeOf(from) ?? { floor_id: '', room_id: from }
    return await source.order('remove_device_from_room', { ...left, device_ids })
  }

  async function dropped({ active, over }: DragEndEvent): Promise<void> {
    setLifted(undefined)
    const device = String(active.id)
    const head = heads.find(({ id }) => id === device)
    const to = over && String(over.id)
    if (!head || !to || roomOf(head) === to) return
    const from = roomOf(head)
    setMoving((before) => new Map(before).set(device, to))
    const result = await put(device, from, to)
    setMoving((before) => new Map([...before].filter(([id]) => id !== device)))
    tell(
      { toast: (message) => toasts.show(message) },
      result,
      t('rooms.sort.done', { device: head.name, room: roomName(to) }),
      { of: ofDevices([device], placeOf(to)), back: () => put(device, to, from) },
    )
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => t('rooms.sort.lifted', { device: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      t('rooms.sort.over', { device: nameOf(active.id), room: roomName(over?.id) }),
    onDragEnd: ({ active, over }) =>
      t('rooms.sort.dropped', { device: nameOf(active.id), room: roomName(over?.id) }),
    onDragCancel: ({ active }) => t('rooms.sort.cancelled', { device: nameOf(active.id) }),
  }
  const held = heads.find(({ id }) => id === lifted)
  return (
    <>
      <ModeBar hint={t(touched ? 'rooms.sort.hintTouch' : 'rooms.sort.hint')}>
        <Button look="main" onClick={onClose}>
          {t('rooms.sort.close')}
        </Button>
      </ModeBar>
      <DndContext
        sensors={sensors}
        collisionDetection={aim}
        onDragStart={({ active }) => setLifted(String(active.id))}
        onDragCancel={() => setLifted(undefined)}
        onDragEnd={(event) => void dropped(event)}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('rooms.sort.keys') } }}
      >
        <div className={styles.rooms}>
          {boxes.map((box) => (
            <RoomBox
              key={box.id}
              id={box.id}
              name={box.name}
              note={box.floor}
              icon={iconOf(roomIn(floors, box.id))}
              devices={inRoom(box.id)}
            />
          ))}
          <RoomBox
            id={NOWHERE}
            name={t('rooms.unsorted')}
            icon="devices"
            devices={moving.size === 0 ? unsortedOf(heads) : inRoom(NOWHERE)}
          />
        </div>
        <DragOverlay dropAnimation={null}>{held && <ChipFace head={held} floating />}</DragOverlay>
      </DndContext>
    </>
  )
}

const roomIn = (floors: readonly FloorFacts[], id: string): { icon?: string } =>
  floors.flatMap(({ rooms }) => rooms).find((room) => room.id === id) ?? {}

interface RoomBoxProps {
  id: string
  name: string
  note?: string
  icon: IconName
  devices: readonly DeviceHead[]
}

/** A room into which devices can be put. */
function RoomBox({ id, name, note, icon, devices }: RoomBoxProps) {
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
