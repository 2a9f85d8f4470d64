import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()
const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => id)

test('rows stand below their day by the clocks of whoever reads, in the order in which they come', () => {
  const rows = [
    { id: 1, at: at(29, 0, 1) },
    { id: 2, at: new Date(at(28, 23, 59)).toISOString() },
    { id: 3, at: at(28, 0) },
    { id: 4, at: at(27, 12) },
  ]
  const days = partsOf(rows, { days: 'at' })
  expect(days.map(({ heading, rows }) => [heading, idsOf(rows)])).toEqual([
    [{ at: at(29, 0) }, [1]],
    [{ at: at(28, 0) }, [2, 3]],
    [{ at: at(27, 0) }, [4]],
  ])
})

test('what has no time stands below no day, and a list without days is one', () => {
  const rows = [{ id: 1, at: null }, { id: 2 }, { id: 3, at: at(27, 12) }]
  expect(partsOf(rows, { days: 'at' }).map((part) => [part.heading, idsOf(part.rows)])).toEqual([
    [undefined, [1, 2]],
    [{ at: at(27, 0) }, [3]],
  ])
  expect(partsOf(rows, {})).toEqual([{ key: 'all', rows }])
})

test('rows of one group stand below its name, those of none below their own; a list whose rows have none is whole', () => {
  const rows = [{ id: 1, in: 'Evening' }, { id: 2, in: 'Evening' }, { id: 3 }]
  expect(partsOf(rows, { groups: 'in' }).map((part) => [part.heading, idsOf(part.rows)])).toEqual([
    [{ name: 'Evening' }, [1, 2]],
    [{ name: '' }, [3]],
  ])
  expect(partsOf([{ id: 3 }], { groups: 'in' })).toEqual([{ key: 'all', rows: [{ id: 3 }] }])
})
