import { mean } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './report.module.css'
import { useTell } from './tell.ts'

const MONTH = 30

/** The four figures that are read first (docs/look.md, "Statistics"). */
export function KeyFigures({ report }: { report: FleetReport }) {
  const { t } = useText()
  const tell = useTell()
  const { gateways, before, devices, scenes, counted, days = [] } = report
  const online = (some: typeof days): number =>
    mean(
      some.reduce((sum, one) => sum + one.online, 0),
      some.length,
    )
  const [month, past] = [days.slice(-MONTH), days.slice(-2 * MONTH, -MONTH)]
  const points = online(month) - online(past)
  return (
    <dl className={styles.figures}>
      <Figure icon="gateway" label={t('fleetReport.figures.gateways')} value={tell.number(gateways)}>
        {before !== undefined &&
          t('fleetReport.figures.sinceMonth', { change: tell.change(gateways - before) })}
      </Figure>
      <Figure icon="devices" label={t('fleetReport.figures.devices')} value={tell.number(devices)}>
        {counted > 0 && t('fleetReport.figures.each', { average: tell.number(devices / counted, 1) })}
      </Figure>
      <Figure icon="scenes" label={t('fleetReport.figures.scenes')} value={tell.number(scenes)}>
        {report.sceneFigures &&
          t('fleetReport.figures.each', { average: tell.number(report.sceneFigures.average, 1) })}
      </Figure>
      {month.length > 0 && (
        <Figure
          icon="wifi"
          label={t('fleetReport.figures.online')}
          value={tell.percent(online(month))}
          worse={past.length > 0 && points < -0.05}
        >
          {past.length > 0 && t('fleetReport.figures.points', { change: tell.change(points, 1) })}
        </Figure>
      )}
    </dl>
  )
}

interface FigureProps {
  icon: IconName
  label: string
  value: string
  worse?: boolean
  children: React.ReactNode
}

function Figure({ icon, label, value, worse, children }: FigureProps) {
  return (
    <div>
      <dt>
        <Icon name={icon} size="small" />
        {label}
      </dt>
      <dd>
        <b>{value}</b> {children && <small data-worse={worse || undefined}>{children}</small>}
      </dd>
    </div>
  )
}
