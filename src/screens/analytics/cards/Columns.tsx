import { mean, sizeSaid } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'
import type { Drawn } from './ReportCardView.tsx'

/** Gateways of each size as columns, with how many devices they have on average. */
export function Columns({ report: { sizes } }: Drawn) {
  const { t } = useText()
  const tell = useTell()
  const most = Math.max(1, ...sizes.map(({ gateways }) => gateways))
  return (
    <ul className={styles.columns}>
      {sizes.map((size) => (
        <li key={size.id}>
          <span className={styles.top}>{tell.number(size.gateways)}</span>
          <span className={styles.shaft} aria-hidden="true">
            <i style={{ blockSize: `${(size.gateways / most) * 100}%` }} />
          </span>
          <b>{size.id}</b>
          <small>{tell.said(sizeSaid(size))}</small>
          <span className={styles.average}>
            {t('fleetReport.averageOf', { average: tell.number(mean(size.devices, size.gateways), 1) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
