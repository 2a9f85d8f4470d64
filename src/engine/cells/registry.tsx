import type { Cell } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../ports.ts'
import { type CellKind, type CellProps, textOf, type Writing } from './cell.ts'

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

/** What something is called in a sentence: in the words that its cell has for it, which may hide a person's name. */
export function calledBy(cell: Cell | undefined, value: unknown, row: Row, writing: Writing): string {
  const written = cell && cells.get(cell)?.written
  return written ? written(value, row, writing) : textOf(value)
}
