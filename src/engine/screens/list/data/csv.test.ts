import { expect, test } from 'vitest'
import type { Telling } from '../../../cells/cell.ts'
import { csvOf } from './csv.ts'
import { arrange } from './live-rows.ts'

const telling: Telling = {
  link: { get: () => ({ value: undefined, at: undefined, delivery: { phase: 'reported' } }) },
  widgets: new Map(),
  words: { number: String, say: (_, fallback) => fallback },
}
const lines = (rows: readonly Record<string, unknown>[]) =>
  csvOf({
    columns: [{ field: 'name', cell: 'device' }, { field: 'status' }],
    rows,
    nameOf: (field) => field.toUpperCase(),
    wordOf: (field, value) => (field === 'status' && value === 5 ? 'offline' : ''),
    telling,
  }).split('\r\n')

test('a file of a table has the names of its columns, then a line for each row, codes as words', () => {
  expect(lines([{ name: 'Lampe; «Büro»', status: 5 }])).toEqual([
    '\ufeffNAME,STATUS',
    'Lampe; «Büro»,offline',
  ])
})

test.each(['=1+1', '+41', '-2', '@SUM(A1)'])(
  'a name that a spreadsheet would take for a formula is none: %s',
  (name) => {
    expect(
      lines([{ name, status: 1 }])[1]?.startsWith(`'${name}`) ||
        lines([{ name, status: 1 }])[1]?.startsWith(`"'${name}`),
    ).toBe(true)
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
