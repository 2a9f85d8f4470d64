import { Breakable } from '#ui/Breakable.tsx'
import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'title',
  card: 'head',
  Component: ({ value, note, noteCell }) => (
    <span className={styles.title}>
      <Breakable text={textOf(value)} />
      {note !== undefined && (
        <small className={`${styles.note} ${noteCell === 'code' ? styles.code : ''}`}>
          <Breakable text={textOf(note)} />
        </small>
      )}
    </span>
  ),
})
