import {
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core'

/** Under a hand it is the room beneath it; without one, with keys, the one in which the device lies. */
export const aim: CollisionDetection = (given) =>
  given.pointerCoordinates ? pointerWithin(given) : rectIntersection(given)

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/** Arrow keys go from room to room, in the order in which they stand. */
export const toNextRoom: KeyboardCoordinateGetter = (
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
