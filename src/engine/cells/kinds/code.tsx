import { Breakable } from '#ui/Breakable.tsx'
import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'code',
  card: 'line',
  Component: ({ value }) => {
    const text = textOf(value)
    return text === '' ? null : (
      <span className={styles.code}>
        <Breakable text={text} />
      </span>
    )
  },
})
