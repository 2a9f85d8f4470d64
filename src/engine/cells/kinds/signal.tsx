import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell, headOf } from '../cell.ts'
import styles from '../cells.module.css'
import { SignalBars } from '../SignalBars.tsx'

/** spec 2 §4: levels 0 to 4: unknown, low, medium, high, excellent; link quality counts to 255. */
export function signalLevel(lqi: number | undefined): 0 | 1 | 2 | 3 | 4 {
  if (lqi === undefined || lqi <= 0) return 0
  if (lqi < 64) return 1
  if (lqi < 128) return 2
  return lqi < 192 ? 3 : 4
}

function Signal({ row }: CellProps) {
  const { t, say } = useText()
  const head = headOf(row)
  if (!head) return null
  const level = head.status === 5 ? 0 : signalLevel(head.lqi)
  return (
    <span className={styles.signal}>
      <SignalBars level={level} label={t(`device.page.signal${level}`)} />
      {say(`device.network.${head.networkType}`, head.networkType)}
    </span>
  )
}

export default defineCell({ kind: 'signal', Component: Signal })
