import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell, headOf, textOf } from '../cell.ts'
import styles from '../cells.module.css'

function Room({ row, value }: CellProps) {
  const { t } = useText()
  const name = headOf(row)?.room?.name ?? textOf(value)
  return name || <span className={styles.faint}>{t('device.tiles.unsorted')}</span>
}

export default defineCell({ kind: 'room', card: 'line', Component: Room })
