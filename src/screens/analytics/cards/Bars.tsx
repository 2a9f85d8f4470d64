import { bandSaid } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'
import type { Drawn } from './ReportCardView.tsx'

const SPREAD = ['min', 'median', 'average', 'max'] as const

/** Gateways by their number of scenes as bars, with what is least, usual and most. */
export function Bars({ report: { sceneBands, sceneFigures } }: Drawn) {
  const { say } = useText()
  const tell = useTell()
  const most = Math.max(1, ...sceneBands.map(({ gateways }) => gateways))
  return (
    <div className={styles.scenes}>
      <ul className={styles.bars}>
        {sceneBands.map((band) => (
          <li key={band.from}>
            <span>{tell.said(bandSaid(band))}</span>
            <span className={styles.lane} aria-hidden="true">
              {band.gateways > 0 && <i style={{ inlineSize: `${(band.gateways / most) * 100}%` }} />}
            </span>
            <span className={styles.number}>{tell.number(band.gateways)}</span>
          </li>
        ))}
      </ul>
      {sceneFigures && (
        <dl className={styles.four}>
          {SPREAD.map((id) => (
            <div key={id}>
              <dt>{say(`fleetReport.spread.${id}`)}</dt>
              <dd>{tell.number(sceneFigures[id], Number.isInteger(sceneFigures[id]) ? 0 : 1)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
