import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell, headOf, textOf } from '../cell.ts'
import styles from '../cells.module.css'
import { liveCells } from '../live/late.ts'

function Device({ row, value }: CellProps) {
  const { say } = useText()
  const head = headOf(row)
  const DeviceBadge = liveCells.current()?.DeviceBadge
  if (!head) return <span className={styles.title}>{textOf(value)}</span>
  return (
    <span className={styles.device}>
      {DeviceBadge && <DeviceBadge head={head} size="small" />}
      <span className={styles.words}>
        <span className={styles.title}>{head.name}</span>
        <small className={styles.note}>{say(`status.type.${head.type}`, head.type)}</small>
      </span>
    </span>
  )
}

const Name = ({ row, value }: CellProps) => (
  <span className={styles.title}>{headOf(row)?.name ?? textOf(value)}</span>
)

export default defineCell({ kind: 'device', card: 'head', Component: Device, CardComponent: Name })
