import { useText } from '#i18n/useText.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'
import type { Drawn } from './ReportCardView.tsx'

const KINDS = ['actuator', 'sensor'] as const

/** How devices divide into actuators and sensors, and each class as a bar of its kind. */
export function Split({ report: { classes } }: Drawn) {
  const { say } = useText()
  const tell = useTell()
  const sum = (kind: (typeof KINDS)[number]): number =>
    classes.reduce((all, one) => all + (one.kind === kind ? one.devices : 0), 0)
  const whole = Math.max(1, sum('actuator') + sum('sensor'))
  const most = Math.max(1, ...classes.map(({ devices }) => devices))
  return (
    <div className={styles.split}>
      <div className={styles.stack} aria-hidden="true">
        {KINDS.map((kind) => (
          <i key={kind} data-kind={kind} style={{ flexGrow: sum(kind) }} />
        ))}
      </div>
      <ul className={styles.halves}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <i className={styles.key} data-kind={kind} aria-hidden="true" />
            <b>{tell.percent((sum(kind) / whole) * 100)}</b> {say(`fleetReport.kindsOf.${kind}`)}{' '}
            <small>{tell.number(sum(kind))}</small>
          </li>
        ))}
      </ul>
      <ul className={styles.bars} data-wide>
        {classes.map(({ id, kind, devices }) => (
          <li key={id}>
            <span>{say(`fleetReport.classes.${id}`)}</span>
            <span className={styles.lane} aria-hidden="true">
              {devices > 0 && <i data-kind={kind} style={{ inlineSize: `${(devices / most) * 100}%` }} />}
            </span>
            <span className={styles.number}>{tell.number(devices)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
