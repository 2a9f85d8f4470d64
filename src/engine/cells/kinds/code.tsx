import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'code',
  card: 'line',
  Component: ({ value }) => <span className={styles.code}>{textOf(value)}</span>,
})
