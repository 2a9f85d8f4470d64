/** Where cards lie on the board, in px of the window; cards are found by `data-slot`. */
export type Arrow = 'left' | 'right' | 'up' | 'down'

const ROW = 78

export const slotAt = (board: HTMLElement | null, id: string): HTMLElement | undefined =>
  [...(board?.children ?? [])].find(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset.slot === id,
  )

export const columnsOf = (board: HTMLElement | null): number =>
  (board && Number(getComputedStyle(board).getPropertyValue('--columns'))) || 1

const gapOf = (board: HTMLElement): number => Number.parseFloat(getComputedStyle(board).columnGap) || 0

/** How large a card is whose corner lies there; undefined where cards have no size. */
export function sizeAt(
  board: HTMLElement,
  id: string,
  corner: { x: number; y: number },
): { width: number; height: number } | undefined {
  const columns = columnsOf(board)
  const slot = slotAt(board, id)?.getBoundingClientRect()
  if (columns === 1 || !slot) return undefined
  const gap = gapOf(board)
  const column = (board.clientWidth + gap) / columns
  return {
    width: Math.max(1, Math.round((corner.x - slot.left + gap) / column)),
    height: Math.max(1, Math.round((corner.y - slot.top + gap) / (ROW + gap))),
  }
}

/** The place in the order of what lies in that direction; undefined at the edge. */
export function neighbourOf(board: HTMLElement | null, id: string, arrow: Arrow): number | undefined {
  const slots = [...(board?.children ?? [])].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset.slot !== undefined,
  )
  const at = slots.findIndex((slot) => slot.dataset.slot === id)
  const from = slots[at]?.getBoundingClientRect()
  if (!from) return undefined
  if (arrow === 'left') return at > 0 ? at - 1 : undefined
  if (arrow === 'right') return at < slots.length - 1 ? at + 1 : undefined
  const middle = from.left + from.width / 2
  const beyond = slots
    .map((slot, place) => ({ place, box: slot.getBoundingClientRect() }))
    .filter(({ box }) => (arrow === 'up' ? box.top < from.top : box.top > from.top))
    .toSorted(
      (a, b) =>
        Math.abs(a.box.top - from.top) - Math.abs(b.box.top - from.top) ||
        Math.abs(a.box.left + a.box.width / 2 - middle) - Math.abs(b.box.left + b.box.width / 2 - middle),
    )
  return beyond[0]?.place
}
