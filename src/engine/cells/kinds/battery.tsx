import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { numberLimit, useEngine } from '../../engine.ts'
import type { DeviceHead } from '../../ports.ts'
import { chargeOf, useCharge } from '../../property/state/charge.ts'
import { type CellProps, defineCell, headOf } from '../cell.ts'
import styles from '../cells.module.css'

/** spec 2 §9: below 45 orange, below 15 red. */
export function levelOf(charge: number, low: number, empty: number): 'ok' | 'warn' | 'danger' {
  if (charge < empty) return 'danger'
  return charge < low ? 'warn' : 'ok'
}

function Battery({ head, card }: { head: DeviceHead; card: boolean }) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const charge = useCharge(head)
  if (charge === undefined)
    return card ? null : <span className={styles.muted}>{t('engine.device.mains')}</span>
  const level = levelOf(
    charge,
    numberLimit(definitions, 'batteryLow'),
    numberLimit(definitions, 'batteryEmpty'),
  )
  if (card && level === 'ok') return null
  return (
    <span className={`${styles.level} ${styles.charge}`} data-level={level}>
      {card && <Icon name="battery-low" size="mark" />}
      {`${words.number(charge, 0)}\u00a0%`}
    </span>
  )
}

const BatteryCell = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <Battery head={head} card={false} /> : null
}

const CardBattery = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <Battery head={head} card /> : null
}

export default defineCell({
  kind: 'battery',
  card: 'corner',
  Component: BatteryCell,
  CardComponent: CardBattery,
  live: {
    watches: ({ id, layout }) => (layout?.battery ? [{ device: id, ...layout.battery }] : []),
    key: ({ id, layout }, { link }) =>
      layout?.battery && chargeOf(link.get({ device: id, ...layout.battery }).value),
  },
})
