import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { useDragSensors } from '#ui/drag-sensors.ts'
import type { Hold } from '../SetStep.tsx'

interface Props {
  sets: readonly ActionSet[]
  nameOf(set: ActionSet): string
  /** Draws one step, `n` from 0. */
  stepOf(set: ActionSet, n: number, hold: Hold): ReactNode
  listOf(steps: ReactNode): ReactNode
  /** `to` counts from 0. */
  onMove(id: string, to: number): void
}

/** Steps that mouse, touch and keys put in another order. */
export default function MovableSteps({ sets, nameOf, stepOf, listOf, onMove }: Props) {
  const { t } = useText()
  const sensors = useDragSensors(sortableKeyboardCoordinates)
  const ids = sets.map(({ id }) => id)
  const said = (id: UniqueIdentifier, over: UniqueIdentifier | undefined) => {
    const set = sets.find((one) => one.id === id)
    return { name: set ? nameOf(set) : '', place: ids.indexOf(String(over ?? id)) + 1, count: ids.length }
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('builder.move.lifted', said(active.id, active.id)),
    onDragOver: ({ active, over }) => t('builder.move.moved', said(active.id, over?.id)),
    onDragEnd: ({ active, over }) => t('builder.move.dropped', said(active.id, over?.id)),
    onDragCancel: ({ active }) => t('builder.move.cancelled', said(active.id, active.id)),
  }
  const dropped = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) onMove(String(active.id), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('builder.move.keys') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {listOf(
          sets.map((set, n) => (
            <Movable key={set.id} id={set.id}>
              {(hold) => stepOf(set, n, hold)}
            </Movable>
          )),
        )}
      </SortableContext>
    </DndContext>
  )
}

function Movable({ id, children }: { id: string; children(hold: Hold): ReactNode }) {
  const { t } = useText()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { role: 'button', roleDescription: t('builder.move.role') },
  })
  return children({
    step: setNodeRef,
    handle: { ...attributes, ...listeners },
    style: { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition },
    dragging: isDragging,
  })
}
