import { changeOf } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'
import type { Drawn } from './ReportCardView.tsx'

/** Much more than before: from here on it is worth a colour. */
const WORSE = 10

/** What failed, week by week, and whether it gets more. */
export function Trends({ report: { failures = [] }, name }: Drawn) {
  const { say, t } = useText()
  const tell = useTell()
  return (
    <div className={styles.table}>
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {['failure', 'weeks', 'month', 'change'].map((id) => (
              <th key={id} scope="col" data-number={id === 'month' || id === 'change' || undefined}>
                {say(`fleetReport.columns.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {failures.map(({ id, weeks, month, before }) => {
            const change = changeOf(month, before)
            const worse = (change ?? 0) > WORSE || (change === undefined && month > 0)
            const most = Math.max(1, ...weeks)
            return (
              <tr key={id}>
                <th scope="row">{say(`fleetReport.failures.${id}`)}</th>
                <td>
                  <span
                    className={styles.spark}
                    data-worse={worse || undefined}
                    role="img"
                    aria-label={weeks.map((one) => tell.number(one)).join(', ')}
                  >
                    {weeks
                      .map((times, at) => ({ week: at, times }))
                      .map(({ week, times }) => (
                        <i key={week} style={{ blockSize: `${Math.max(4, (times / most) * 100)}%` }} />
                      ))}
                  </span>
                </td>
                <td data-number>{tell.number(month)}</td>
                <td data-number data-worse={worse || undefined} className={styles.change}>
                  {change === undefined
                    ? month > 0
                      ? t('fleetReport.new')
                      : '–'
                    : `${tell.change(change)}\u00a0%`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
