import { useEffect, useRef, useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { downloadCsv } from '#lib/csv.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts/toasts.ts'

interface Props {
  operation: BulkOperation
  /** The rows stand there: what the file holds is known. */
  ready: boolean
  /** What search and filters leave. */
  asked: {
    bulkId: string
    filterBy: 'all' | 'successful' | 'failed' | 'canceled'
    code?: string
    searchText?: string
  }
}

const COLUMNS = [
  'gateway',
  'serialNumber',
  'wave',
  'result',
  'happened',
  'code',
  'message',
  'remedy',
  'tries',
  'started',
  'ended',
  'took',
] as const

/** Every gateway that search and filters leave as a file: what came of it, and what it said. */
export function TasksFile({ operation, ready, asked: { bulkId, filterBy, code, searchText } }: Props) {
  const text = useText()
  const { t, say } = text
  const { source } = usePorts()
  const { definitions } = useEngine()
  const limit = numberLimit(definitions, 'filePage')
  const [busy, setBusy] = useState(false)
  const taking = useRef<AbortController>(undefined)
  // Whoever has left the page does not get its file somewhere else.
  useEffect(() => () => taking.current?.abort(), [])

  const lineOf = (task: BulkTask): (string | number)[] => {
    const { device, deviceName = '', wave = 0, taskOptions, errorFeedback, says, triedCounter } = task
    const cause = errorFeedback?.code
    const happened =
      says === undefined ? cause && say(`bulk.causes.${cause}.title`, cause) : t(`bulk.says.${says}`)
    return [
      ...[deviceName, device, wave, t(`bulk.results.${taskOptions.status}`), happened ?? '', cause ?? ''],
      ...[
        errorFeedback?.customMsg ?? '',
        cause === undefined ? '' : say(`bulk.causes.${cause}.text`),
        triedCounter,
      ],
      ...[
        task.timeOfTaskStart ?? '',
        task.taskFinishedTimestamp ?? '',
        task.took === undefined ? '' : task.took / 1000,
      ],
    ]
  }
  const take = async (): Promise<void> => {
    setBusy(true)
    taking.current = new AbortController()
    const { signal } = taking.current
    try {
      // One that moves between two pages meanwhile is in the file once.
      const tasks = new Map<string, BulkTask>()
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const more = { ...(code && { code }), ...(searchText && { searchText }) }
        const { data, count } = await source.load(
          'listCampaignTasks',
          { bulkId, filterBy, limit, page, ...more },
          signal,
        )
        for (const task of data) tasks.set(task._id, task)
        pages = Math.ceil(count / limit)
      }
      if (signal.aborted) return
      const rows = [COLUMNS.map((id) => t(`bulk.file.${id}`)), ...[...tasks.values()].map(lineOf)]
      await downloadCsv(operation.operation_name, rows, signal)
    } catch (error) {
      if (!signal.aborted) toasts.show({ text: failureText(error, text), tone: 'danger' })
    }
    setBusy(false)
  }
  return (
    <Button
      size="dense"
      icon="download"
      busy={busy}
      disabled={!ready || operation.taskCounters.total === 0}
      onClick={() => void take()}
    >
      {t('engine.list.csv')}
    </Button>
  )
}
