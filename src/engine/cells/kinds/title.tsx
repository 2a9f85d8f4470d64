import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'title',
  card: 'head',
  Component: ({ value, note, noteCell }) => (
    <span className={styles.title}>
      {textOf(value)}
      {note !== undefined && (
        <small className={`${styles.note} ${noteCell === 'code' ? styles.code : ''}`}>{textOf(note)}</small>
      )}
    </span>
  ),
})
