import { useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { downloadCsv } from '#lib/csv.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf } from '../../cells/cell.ts'
import { cells } from '../../cells/registry.tsx'
import { useEngine, usePorts } from '../../engine.ts'
import type { Row } from '../../ports.ts'
import { lateWidgets } from '../../property/state/late-widgets.ts'
import type { WidgetRegistry } from '../../widget.ts'
import { settled } from './live/live-keys.ts'

/** Rows of people, gateways and jobs have no values of devices. */
const NONE: WidgetRegistry = new Map()

interface Props {
  resource: string
  title: string
  columns: readonly Column[]
  /** The list stands there: what it holds is known. */
  ready?: boolean
  /** Every row that search and filters leave; asked for once the file is wanted. */
  rowsOf(signal: AbortSignal): Promise<readonly Row[]>
}

/** Takes along what search and filters leave, on every page, as it is now. */
export function CsvButton({ resource, title, columns, ready = true, rowsOf }: Props) {
  const { t, say } = useText()
  const words = useWords()
  const ports = usePorts()
  const { flags } = useEngine().situation
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const taking = useRef<AbortController>(undefined)
  // Whoever has left the list does not get its file somewhere else.
  useEffect(() => () => taking.current?.abort(), [])
  const write = async (rows: readonly Row[], signal: AbortSignal) => {
    const watched = rows.flatMap((row) => {
      const head = headOf(row)
      return head ? columns.flatMap(({ cell }) => (cell && cells.get(cell)?.live?.watches(head)) ?? []) : []
    })
    const { link } = ports
    const [{ linesOf }, widgets] = await Promise.all([
      import('./data/csv.ts'),
      watched.length > 0 ? lateWidgets(ports) : NONE,
      settled(link, watched, signal),
    ])
    if (signal.aborted) return
    const lines = linesOf({
      ...{ resource, columns, rows },
      writing: { say, flags },
      telling: { link, widgets, words },
    })
    await downloadCsv(title, lines, signal)
  }
  /** spec 3 §8: EXPORT_NO_DATA_IN_RANGE, and what is said of a file that could not be made. */
  const take = async () => {
    setBusy(true)
    taking.current = new AbortController()
    const { signal } = taking.current
    try {
      const rows = await rowsOf(signal)
      if (rows.length === 0) toasts.show({ text: say('toasts.EXPORT_NO_DATA_IN_RANGE') })
      else await write(rows, signal)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <>
      <Button size="dense" icon="download" busy={busy} disabled={!ready} onClick={() => void take()}>
        {t('engine.list.csv')}
      </Button>
      <Dialog
        open={failed}
        title={t('engine.list.csvFailed.title')}
        onClose={() => setFailed(false)}
        actions={
          <Button look="main" onClick={() => setFailed(false)}>
            {t('shell.close')}
          </Button>
        }
      >
        <p>{t('engine.list.csvFailed.text')}</p>
      </Dialog>
    </>
  )
}
