import type { Cell } from '#schemas/generated/definitions/screen.ts'
import type { CellKind, CellProps } from './cell.ts'

const files = import.meta.glob<CellKind>('./kinds/**/*.tsx', { eager: true, import: 'default' })

/** Every file in `kinds` is a cell; adding one needs no edit here. */
export const cells: ReadonlyMap<Cell, CellKind> = new Map(
  Object.values(files).map((cell) => [cell.kind, cell]),
)

export function CellView({ cell = 'text', card, ...props }: CellProps & { cell?: Cell; card?: boolean }) {
  const kind = cells.get(cell)
  const Component = card ? (kind?.CardComponent ?? kind?.Component) : kind?.Component
  return Component ? <Component {...props} /> : null
}
