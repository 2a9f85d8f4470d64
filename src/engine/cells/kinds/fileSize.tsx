import { useWords } from '#i18n/useWords.ts'
import { type CellProps, defineCell } from '../cell.ts'

const KILO = 1000
const MEGA = KILO * KILO

/** Bytes, as people say them. */
function FileSize({ value }: CellProps) {
  const words = useWords()
  if (typeof value !== 'number') return null
  if (value >= MEGA) return `${words.number(value / MEGA, 1)}\u00a0MB`
  return `${words.number(Math.max(1, Math.round(value / KILO)), 0)}\u00a0kB`
}

export default defineCell({ kind: 'fileSize', card: 'line', Component: FileSize })
