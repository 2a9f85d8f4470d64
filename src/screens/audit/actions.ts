import { http } from '#data/http.ts'
import { type CodeAction, done } from '#engine/actions/code-action.ts'
import { filtersIn } from '#engine/screens/list/data/found.ts'
import { text } from '#i18n/useText.ts'
import { downloadCsv } from '#lib/csv.ts'
import type { AuditLine } from '#schemas/generated/entities/audit-line.ts'

/** Most rows of one answer. */
const MOST = 10_000
const COLUMNS = ['at', 'what', 'who', 'account', 'whom', 'gateway', 'serialNumber', 'from', 'result'] as const

const wordOf = (area: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : text.say(`status.${area}.${value}`, value)

/** As the page says it: of what was not done, that it was tried. */
function told(line: AuditLine, column: (typeof COLUMNS)[number]): string | undefined {
  if (column === 'result') return wordOf('result', line.result)
  if (column !== 'what') return line[column]
  const words = wordOf('what', line.what) ?? ''
  return line.result === 'ok'
    ? words
    : text.say(`status.attempt.${line.what}`, text.say('status.attempt.other', words, { words }))
}

const FILTERS = [{ field: 'result' }, { field: 'period' }]

/** What the page shows, all of its pages, as a file for a spreadsheet. */
export const exportAudit: CodeAction = async () => {
  const asked = new URLSearchParams(location.search)
  const { data } = await http.call('listAudit', {
    ...filtersIn(asked, FILTERS),
    limit: MOST,
    searchText: asked.get('q') ?? undefined,
  })
  const rows = data.data.map((line) => [
    ...COLUMNS.map((column) => told(line, column)),
    wordOf('backupName', line.changed?.snapshotName),
  ])
  const head = [...COLUMNS, 'changed.snapshotName'].map((column) => text.say(`fields.audit.${column}`))
  await downloadCsv(text.say('screens.audit.title'), [head, ...rows])
  return done()
}
