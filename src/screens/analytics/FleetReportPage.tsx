import { type CSSProperties, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useRemoteChoices } from '#engine/forms/use-remote-choices.ts'
import { hrefOf } from '#engine/href.ts'
import { tablesOf } from '#gateway/lib/fleet/report-tables.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { downloadCsv } from '#lib/csv.ts'
import { download } from '#lib/download.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { AgeBar } from './AgeBar.tsx'
import { ReportCardView } from './cards/ReportCardView.tsx'
import { linesOfReport } from './csv.ts'
import { KeyFigures } from './KeyFigures.tsx'
import styles from './report.module.css'
import { cards, places } from './rules.ts'
import { useTell } from './tell.ts'
import { useReport } from './use-report.ts'

const GROUPS = {
  operation: 'searchGroups',
  fixed: { limit: 1000 },
  rows: 'data',
  value: '_id',
  label: 'groupName',
} as const

const areas = (rows: readonly string[]): string => rows.map((row) => `"${row}"`).join(' ')

/** What all gateways, or those of a group, consist of and how they do (mock 24-analytics; decision 0163). */
export function FleetReportPage({ screen }: BlockProps) {
  const text = useText()
  const { say, t } = text
  const tell = useTell()
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const [search, change] = useAddress()
  const [printing, setPrinting] = useState(false)
  const group = search.get('group') ?? ''
  const asTable = new Set(search.get('table')?.split(',') ?? [])
  const { report, isPending, error, refetch, request } = useReport(group)
  const tables = report && tablesOf(report)
  const query = definitions.screen('analytics')
  const may = !isOutOfReach({ operations: ['requestStatistics'] }, situation)

  const put = (name: string, value: string): void => change({ [name]: value || undefined })
  const turn = (id: string): void => {
    const next = new Set(asTable)
    if (!next.delete(id)) next.add(id)
    put('table', [...next].join(','))
  }
  const title = say(`screens.${screen?.id ?? 'statistics_report'}.title`)
  const takeCsv = async (): Promise<void> => {
    if (!report || !tables) return
    const all = [...tables].map(([id, table]) => ({
      name: say(`fleetReport.cards.${id === 'sceneFigures' ? 'scenes' : id}.title`),
      table,
    }))
    const lines = linesOfReport(all, tell, (id) => say(`fleetReport.columns.${id}`))
    const day = new Date().toISOString().slice(0, 10)
    await downloadCsv(`${report.group ?? title} ${day}`, lines)
  }
  const takePdf = async (): Promise<void> => {
    setPrinting(true)
    const result = await source.call(
      'fleetReportPdf',
      {
        ...(group !== '' && { group }),
        language: language(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      { told: ['other'] },
    )
    setPrinting(false)
    if (!result.ok) return void toasts.show({ text: t('fleetReport.pdfFailed'), tone: 'danger' })
    const bytes = Uint8Array.from(atob(result.data.pdf), (char) => char.charCodeAt(0))
    download(result.data.name, bytes, 'application/pdf')
  }

  return (
    <>
      <PageHeader
        title={title}
        context={
          report && (
            <>
              {t('fleetReport.context', { count: report.gateways })}
              {report.group !== undefined && `, ${report.group}`}
            </>
          )
        }
        actions={
          <>
            {holds({ module: 'groups' }, situation) && (
              <GroupChoice value={group} onChoose={(next) => put('group', next)} />
            )}
            {query && (
              <a href={hrefOf(query)} {...buttonLook({})}>
                <Icon name="search" size="small" />
                {t('fleetReport.query')}
              </a>
            )}
            <Button icon="print" disabled={!report} busy={printing} onClick={() => void takePdf()}>
              {t('fleetReport.pdf')}
            </Button>
            <Button icon="download" disabled={!report} onClick={() => void takeCsv()}>
              {t('fleetReport.csv')}
            </Button>
          </>
        }
      />
      {isPending ? (
        <Skeleton height="420px" />
      ) : error || !report || !tables ? (
        <ErrorState title={t('fleetReport.failedTitle')} onRetry={refetch}>
          {error ? failureText(error, text) : t('fleetReport.failed')}
        </ErrorState>
      ) : (
        <div className={styles.stack}>
          <AgeBar report={report} {...(may && { onRequest: request })} />
          <KeyFigures report={report} />
          <div
            className={styles.report}
            data-placed={cards.every(({ id }) => tables.has(id)) || undefined}
            style={{ '--two': areas(places.two), '--three': areas(places.three) } as CSSProperties}
          >
            {cards.map((card) => {
              const table = tables.get(card.id)
              return (
                table && (
                  <div key={card.id} className={styles.place} style={{ '--place': card.id } as CSSProperties}>
                    <ReportCardView
                      {...{ card, report, table }}
                      spread={card.id === 'scenes' ? tables.get('sceneFigures') : undefined}
                      asTable={asTable.has(card.id)}
                      onTurn={() => turn(card.id)}
                    />
                  </div>
                )
              )
            })}
          </div>
        </div>
      )}
    </>
  )
}

/** Whose gateways; nothing where there is no group. */
function GroupChoice({ value, onChoose }: { value: string; onChoose(value: string): void }) {
  const { t } = useText()
  const [come] = useRemoteChoices(GROUPS)
  const groups = Array.isArray(come) ? come : []
  if (groups.length === 0 && value === '') return null
  const unknown = value !== '' && !groups.some((one) => one.value === value)
  return (
    <div className={styles.group}>
      <Select
        aria-label={t('fleetReport.group')}
        value={value}
        choices={[
          { value: '', label: t('fleetReport.allGateways') },
          ...(unknown ? [{ value, label: value }] : []),
          ...groups,
        ]}
        onChange={onChoose}
      />
    </div>
  )
}
