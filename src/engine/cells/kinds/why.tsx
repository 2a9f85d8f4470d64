import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

/** Why something failed: the sentence of its code. */
function Why({ value }: CellProps) {
  const { say } = useText()
  const code = textOf(value)
  return code === '' ? null : <span className={styles.why}>{say(`codes.${code}`, code)}</span>
}

export default defineCell({ kind: 'why', card: 'line', Component: Why })
