import { useText } from '#i18n/useText.ts'
import { Breakable } from '#ui/Breakable.tsx'
import { defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

export default defineCell({
  kind: 'text',
  card: 'line',
  Component: ({ value, as }) => {
    const { say } = useText()
    const given = textOf(value)
    const text = as === undefined ? given : say(`status.${as}.${given}`, given)
    // What is not there leaves no place behind either, nor a dot before it.
    return text === '' ? null : (
      <span className={styles.muted}>
        <Breakable text={text} />
      </span>
    )
  },
})
