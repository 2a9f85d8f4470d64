import type { ReportTable } from '#gateway/lib/fleet/report-tables.ts'
import { useText } from '#i18n/useText.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import { Button } from '#ui/Button.tsx'
import type { ReportCard } from '../rules.ts'
import { Bars } from './Bars.tsx'
import { Columns } from './Columns.tsx'
import { Course } from './Course.tsx'
import styles from './cards.module.css'
import { Split } from './Split.tsx'
import { Stacks } from './Stacks.tsx'
import { TableView } from './TableView.tsx'
import { Trends } from './Trends.tsx'

export interface Drawn {
  report: FleetReport
  table: ReportTable
  spread: ReportTable | undefined
  /** What it is about, for whoever hears it. */
  name: string
}

const CHARTS = {
  columns: Columns,
  bars: Bars,
  course: Course,
  split: Split,
  stacks: Stacks,
  trends: Trends,
} satisfies Record<ReportCard['chart'], (props: Drawn) => React.ReactNode>

interface Props extends Omit<Drawn, 'name'> {
  card: ReportCard
  asTable: boolean
  onTurn(): void
}

/** One card of the report: a picture, and the same in rows. */
export function ReportCardView({ card, asTable, onTurn, ...drawn }: Props) {
  const { say, t } = useText()
  const name = say(`fleetReport.cards.${card.id}.title`)
  const Chart = CHARTS[card.chart]
  const { table, spread } = drawn
  const empty = table.rows.length === 0 || isNothing(table)
  return (
    <section className={styles.card} aria-label={name}>
      <header>
        <div>
          <h2>{name}</h2>
          <p>{say(`fleetReport.cards.${card.id}.text`)}</p>
        </div>
        {!empty && (
          <Button
            size="dense"
            look="quiet"
            icon={asTable ? 'analytics' : 'table'}
            aria-pressed={asTable}
            aria-label={`${t(asTable ? 'fleetReport.asChart' : 'fleetReport.asTable')}: ${name}`}
            onClick={onTurn}
          >
            {t(asTable ? 'fleetReport.asChart' : 'fleetReport.asTable')}
          </Button>
        )}
      </header>
      <div className={styles.body}>
        {empty ? (
          <p className={styles.quiet}>
            {t(card.id === 'failures' ? 'fleetReport.noFailures' : 'fleetReport.none')}
          </p>
        ) : asTable ? (
          <>
            <TableView name={name} table={table} />
            {spread && <TableView name={name} table={spread} />}
          </>
        ) : (
          <Chart {...drawn} name={name} />
        )}
      </div>
    </section>
  )
}

/** All of its numbers are none. */
const isNothing = ({ rows }: ReportTable): boolean =>
  rows.every((row) => row.every((cell) => typeof cell !== 'number' || cell === 0))
