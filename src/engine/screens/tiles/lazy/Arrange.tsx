import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useDragSensors } from '#ui/drag-sensors.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { ModeBar } from '#ui/page/ModeBar.tsx'
import { useFocusKept } from '#ui/page/use-focus-kept.ts'
import { Badge } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import type { ActionRunner } from '../../../actions/use-actions.tsx'
import type { NamedAction } from '../../../actions/use-of.ts'
import { usePorts } from '../../../engine.ts'
import type { DeviceHead } from '../../../ports.ts'
import styles from './Arrange.module.css'
import { withFirst, withMoved } from './new-order.ts'

interface Props {
  /** The devices that are shown, of all that there are. */
  heads: readonly DeviceHead[]
  all: readonly DeviceHead[]
  keep: NamedAction
  runner: ActionRunner
  onClose(): void
}

/** Puts the tiles into another order by mouse, touch or keys; it is kept when one is done. */
export default function Arrange({ heads, all, keep, runner, onClose }: Props) {
  const { t } = useText()
  const { home } = usePorts()
  const touched = usePhone()
  useFocusKept()
  const [order, setOrder] = useState<readonly string[]>(() => all.map(({ id }) => id))
  const [busy, setBusy] = useState(false)
  const sensors = useDragSensors(sortableKeyboardCoordinates)
  const place = new Map(order.map((id, at) => [id, at]))
  const placeOf = ({ id }: DeviceHead): number => place.get(id) ?? order.length
  const shown = heads.toSorted((a, b) => placeOf(a) - placeOf(b))
  const ids = shown.map(({ id }) => id)
  const nameOf = (id: UniqueIdentifier): string => all.find((head) => head.id === id)?.name ?? ''
  const said = (id: UniqueIdentifier, over: UniqueIdentifier | undefined) => ({
    name: nameOf(id),
    place: ids.indexOf(String(over ?? id)) + 1,
    count: ids.length,
  })

  const dropped = ({ active, over }: DragEndEvent): void => {
    if (!over || active.id === over.id) return
    const moved = arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
    setOrder(withMoved(order, moved))
  }

  async function save(next: readonly string[]): Promise<boolean> {
    const before = home.order()
    home.arrange(next)
    const done = await runner.run(keep.name, keep.action, { form: { devices: next } })
    if (!done?.result.ok) home.arrange(before)
    return done?.result.ok ?? false
  }

  async function close(next: readonly string[]): Promise<void> {
    const before = home.order()
    setBusy(true)
    const kept = await save(next).finally(() => setBusy(false))
    if (!kept) return
    toasts.show({ text: t('handling.arrange.kept'), about: ['order'], undo: () => void save(before) })
    onClose()
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => t('handling.arrange.lifted', said(active.id, active.id)),
    onDragOver: ({ active, over }) => t('handling.arrange.moved', said(active.id, over?.id)),
    onDragEnd: ({ active, over }) => t('handling.arrange.dropped', said(active.id, over?.id)),
    onDragCancel: ({ active }) => t('handling.arrange.cancelled', { name: nameOf(active.id) }),
  }
  return (
    <>
      <ModeBar hint={t(touched ? 'handling.arrange.hintTouch' : 'handling.arrange.hint')}>
        <Button look="quiet" disabled={busy} onClick={() => void close([])}>
          {t('handling.arrange.byName')}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button look="main" busy={busy} onClick={() => void close(order)}>
          {t('handling.arrange.done')}
        </Button>
      </ModeBar>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t('handling.arrange.keys') },
        }}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ol className={styles.tiles} aria-label={t('device.tiles.arrange')}>
            {shown.map((head) => (
              <ArrangedTile
                key={head.id}
                head={head}
                first={order[0] === head.id}
                onFirst={() => setOrder(withFirst(order, head.id))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  )
}

interface ArrangedTileProps {
  head: DeviceHead
  first: boolean
  onFirst(): void
}

/** A tile while it can be moved: what it is and where it is, without its controls. */
function ArrangedTile({ head, first, onFirst }: ArrangedTileProps) {
  const { t, say } = useText()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: head.id,
    attributes: { role: 'button', roleDescription: t('handling.arrange.role') },
  })
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <button type="button" className={styles.hand} {...attributes} {...listeners}>
        <Badge icon={iconNamed(head.icon, 'device')} tone="plain" />
        <span className={styles.names}>
          <span className={styles.name}>{head.name}</span>
          <small>{head.room?.name ?? say('device.tiles.unsorted')}</small>
        </span>
        <Icon name="sort" size="small" />
      </button>
      {!first && (
        <Button only look="quiet" size="dense" icon="arrow-up" onClick={onFirst}>
          {t('handling.arrange.first', { name: head.name })}
        </Button>
      )}
    </li>
  )
}
