import { type ReactNode, useRef, useState } from 'react'
import { Chart } from '#engine/charts/Chart.tsx'
import { ChartTable } from '#engine/charts/ChartTable.tsx'
import { daysBetween, type Range } from '#engine/charts/model/range.ts'
import type { BandSeries, LineSeries, Mark } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { downloadCsv } from '#lib/csv.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import styles from './history.module.css'
import { Moved } from './Moved.tsx'
import type { View } from './use-view.ts'

interface Props {
  name: string
  view: View
  /** All of its days. */
  whole: Range
  zone: string
  now: number
  lines: readonly (LineSeries & { device: string })[]
  bands: readonly (BandSeries & { device: string })[]
  marks: readonly Mark[]
  gaps: readonly Range[]
  /** What else there is to do with it. */
  tools?: ReactNode
  /** Beside the controls of its device: it has little room, and what moved it stands there already. */
  beside?: boolean
  onTable(on: boolean): void
}

const HOUR = 3_600_000

/** A chart or its table, and what can be taken along of it. */
export function HistoryCard({
  name,
  view,
  whole,
  zone,
  now,
  lines,
  bands,
  marks,
  gaps,
  tools,
  beside = false,
  onTable,
}: Props) {
  const { t } = useText()
  const { definitions, situation } = useEngine()
  const times = useTimes(zone)
  const only = usePhone() || beside
  const { first, last } = view.days
  const [zoom, setZoom] = useState<Range>()
  const [mark, setMark] = useState<Mark>()
  const [failed, setFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(undefined)
  // They are told anew whenever something changes.
  const chosen = marks.find(({ at, what }) => at === mark?.at && what === mark.what)
  const seen = zoom && zoom.from >= whole.from && zoom.to <= whole.to ? zoom : whole
  const file = `${name} ${first} - ${last}`.replaceAll(/[/\\:*?"<>|]/g, '-')
  const [alone] = lines.length === 1 ? lines : lines.length + bands.length === 1 ? bands : []
  const usual = numberLimit(definitions, 'chartInterval')
  const length = daysBetween(first, last)
  const interval = length <= 1 ? HOUR : length <= 7 ? usual : 4 * usual

  const writeCsv = async (): Promise<void> => {
    const { linesOf } = await import('./csv.ts')
    const columns = ['time', 'device', 'value', 'reading', 'unit'] as const
    const told = linesOf({ lines, bands, seen, head: columns.map((id) => t(`history.csvHead.${id}`)) })
    // Its head alone tells nothing.
    if (told.length < 2) toasts.show({ text: t('history.noData') })
    else await downloadCsv(file, told)
  }
  // spec 2 §8
  const takeCsv = (): void => void writeCsv().catch(() => setFailed(true))
  const takePicture = async (): Promise<void> => {
    const { pictureOf } = await import('./picture.ts')
    await pictureOf({
      title: `${name}, ${times.days(seen)}`,
      file: `${file}.png`,
      plot: canvas.current,
      lines,
      bands,
      seen,
    })
  }
  return (
    <div className={styles.stack}>
      <Dialog
        open={failed}
        title={t('history.csvFailed.title')}
        onClose={() => setFailed(false)}
        actions={
          <Button look="main" onClick={() => setFailed(false)}>
            {t('shell.close')}
          </Button>
        }
      >
        <p>{t('history.csvFailed.text')}</p>
      </Dialog>
      <Card
        title={beside ? t('history.open') : (alone?.label ?? t('history.values'))}
        aside={
          <div className={styles.tools}>
            <Button
              size="dense"
              only={only}
              icon={view.table ? 'analytics' : 'table'}
              onClick={() => onTable(!view.table)}
            >
              {t(view.table ? 'history.chart' : 'history.table')}
            </Button>
            {tools}
            {situation.flags.has('EXPORT_DATA') && (
              <Button size="dense" only={only} icon="download" onClick={takeCsv}>
                {t('history.csv')}
              </Button>
            )}
            {!view.table && (
              <Button size="dense" only icon="picture" onClick={() => void takePicture()}>
                {t('history.picture')}
              </Button>
            )}
          </div>
        }
      >
        {view.table ? (
          <ChartTable
            {...{ lines, bands, seen, now, interval, times }}
            caption={`${name}, ${times.days(seen)}`}
          />
        ) : (
          <Chart
            {...{ name, lines, bands, marks, mark: chosen, whole, seen, now, zone, gaps }}
            see={setZoom}
            choose={setMark}
            periods={{ now: t('history.now'), before: t('history.before') }}
            onDrawn={(drawn) => {
              canvas.current = drawn
            }}
          />
        )}
      </Card>
      {!view.table && !beside && (
        <Moved
          marks={marks}
          chosen={chosen}
          times={times}
          choose={(next) => {
            setMark(next)
            if (next && (next.at < seen.from || next.at > seen.to)) setZoom(undefined)
          }}
        />
      )}
    </div>
  )
}
