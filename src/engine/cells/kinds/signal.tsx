import { useText } from '#i18n/useText.ts'
import { heardAt } from '../../property/state/signal.ts'
import { type CellProps, defineCell, headOf } from '../cell.ts'
import styles from '../cells.module.css'
import { SignalBars } from '../SignalBars.tsx'

function Signal({ row }: CellProps) {
  const { t, say } = useText()
  const head = headOf(row)
  if (!head) return null
  const level = heardAt(head)
  return (
    <span className={styles.signal}>
      {level !== undefined && <SignalBars level={level} label={t(`device.page.signal${level}`)} />}
      {say(`device.network.${head.networkType}`, head.networkType)}
    </span>
  )
}

export default defineCell({ kind: 'signal', Component: Signal })
