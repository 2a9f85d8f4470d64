import type { DeviceHead } from '../../ports.ts'
import { phrase } from '../../property/state/words-of.ts'
import { type CellProps, defineCell, headOf, textOf } from '../cell.ts'
import styles from '../cells.module.css'
import { mainLive, useMain } from '../main-value.ts'

function Main({ head }: { head: DeviceHead }) {
  const { reading } = useMain(head)
  if (!reading) return null
  return (
    <span className={`${styles.level} ${styles.reading}`} data-level={reading.level}>
      {phrase(reading)}
    </span>
  )
}

function ReadingCell({ row, value }: CellProps) {
  const head = headOf(row)
  return head ? <Main head={head} /> : textOf(value)
}

export default defineCell({
  kind: 'reading',
  card: 'line',
  Component: ReadingCell,
  live: {
    watches: mainLive.watches,
    key(head, telling) {
      const { reading } = mainLive.state(head, telling)
      return reading && phrase(reading)
    },
  },
})
