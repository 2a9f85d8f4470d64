import { useText } from '#i18n/useText.ts'
import type { Row } from '../../../ports.ts'
import type { Selection } from '../use-selection.ts'
import styles from './choose.module.css'

interface Props {
  row: Row
  rows: readonly Row[]
  title: string
  selection: Selection
}

/** Chooses a row; with the shift key all from the last one to this one. */
export function ChooseRow({ row, rows, title, selection }: Props) {
  const { t } = useText()
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={selection.has(row)}
        aria-label={t('engine.list.choose', { name: title })}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, rows, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

/** Chooses the rows of this page. */
export function ChooseAll({ rows, selection }: Pick<Props, 'rows' | 'selection'>) {
  const { t } = useText()
  const chosen = rows.filter((row) => selection.has(row)).length
  const all = rows.length > 0 && chosen === rows.length
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all
        }}
        checked={all}
        aria-label={t('engine.list.choosePage')}
        onChange={() => selection.toggleAll(rows)}
      />
    </label>
  )
}
