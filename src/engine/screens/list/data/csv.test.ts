import { expect, test } from 'vitest'
import { csvText } from '#lib/csv.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import type { Telling } from '../../../cells/cell.ts'
import { linesOf } from './csv.ts'
import { arrange } from './live-rows.ts'

const telling: Telling = {
  link: { get: () => ({ value: undefined, at: undefined, delivery: { phase: 'reported' } }) },
  widgets: new Map(),
  words: { number: String, say: (_, fallback) => fallback },
}
const words: Readonly<Record<string, string>> = {
  'fields.device.name': 'NAME',
  'fields.device.status': 'STATUS',
  'fields.device.owner': 'OWNER',
  'fields.device.serialNumber': 'SERIAL NUMBER',
  'fields.device.at': 'AT',
  'status.status.5': 'offline',
}
const lines = async (
  rows: readonly Record<string, unknown>[],
  columns: readonly Column[] = [{ field: 'name', cell: 'device' }, { field: 'status' }],
  flags: readonly string[] = [],
) =>
  (
    await csvText(
      linesOf({
        ...{ resource: 'device', columns, rows, telling },
        writing: { say: (key, fallback = key) => words[key] ?? fallback, flags: new Set(flags) },
      }),
    )
  ).split('\r\n')

test('a file of a table has the names of its columns, then a line for each row, codes as words', async () => {
  expect(await lines([{ name: 'Lampe; «Büro»', status: 5 }])).toEqual([
    '\ufeffNAME,STATUS',
    'Lampe; «Büro»,offline',
  ])
})

test('what stands below a value is a column of its own; times can be read by programs', async () => {
  const columns: Column[] = [
    { field: 'name', cell: 'title', note: 'serialNumber' },
    { field: 'at', cell: 'date' },
  ]
  const at = Date.UTC(2026, 4, 3, 12)
  expect(await lines([{ name: 'Villa', serialNumber: 'DOC4', at }, { name: 'Hut' }], columns)).toEqual([
    '\ufeffNAME,SERIAL NUMBER,AT',
    'Villa,DOC4,2026-05-03T12:00:00.000Z',
    'Hut,,',
  ])
})

test('a file tells no more of people than the page does', async () => {
  const rows = [{ owner: { username: 'seraina@example.ch', firstName: 'Seraina', lastName: 'Bühler' } }]
  const columns: Column[] = [{ field: 'owner', cell: 'person' }]
  expect((await lines(rows, columns))[1]).toBe('Seraina Bühler')
  expect((await lines(rows, columns, ['HIDE_SENSITIVE_DATA']))[1]).toBe('s•••@example.ch')
})

test.each(['=1+1', '+41', '-2', '@SUM(A1)'])(
  'a name that a spreadsheet would take for a formula is none: %s',
  async (name) => {
    expect((await lines([{ name, status: 1 }]))[1]).toMatch(/^"?'/)
  },
)

test.each([
  ['battery', ['c', 'a', 'b']],
  ['-battery', ['a', 'c', 'b']],
])(
  'rows are ordered by what the channel keeps (%s); what nobody knows stands last, whichever way',
  (order, ids) => {
    const keys = new Map<unknown, unknown>([
      ['a', 80],
      ['b', undefined],
      ['c', 7],
    ])
    const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    const found = arrange(rows, { order }, ['id'], new Intl.Collator('de'), keys)
    expect(found.map(({ id }) => id)).toEqual(ids)
  },
)
