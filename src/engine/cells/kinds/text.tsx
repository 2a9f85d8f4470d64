import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'text',
  card: 'line',
  Component: ({ value }) => <span className={styles.muted}>{textOf(value)}</span>,
})
