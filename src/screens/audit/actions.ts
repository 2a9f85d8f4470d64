import { http } from '#data/http.ts'
import { type CodeAction, done } from '#engine/actions/code-action.ts'
import { filtersIn } from '#engine/screens/list/data/found.ts'
import { text } from '#i18n/useText.ts'
import { downloadCsv } from '#lib/csv.ts'

/** Most rows of one answer. */
const MOST = 10_000
const COLUMNS = ['at', 'what', 'who', 'account', 'whom', 'gateway', 'serialNumber', 'from', 'result'] as const

const FILTERS = [{ field: 'result' }, { field: 'period' }]

/** What the page shows, all of its pages, as a file for a spreadsheet. */
export const exportAudit: CodeAction = async () => {
  const asked = new URLSearchParams(location.search)
  const { data } = await http.call('listAudit', {
    ...filtersIn(asked, FILTERS),
    limit: MOST,
    searchText: asked.get('q') ?? undefined,
  })
  const rows = data.data.map((line) =>
    COLUMNS.map((column) =>
      column === 'what' ? text.say(`status.what.${line.what}`, line.what) : line[column],
    ),
  )
  await downloadCsv('gatehouse-audit', [COLUMNS, ...rows])
  return done()
}
