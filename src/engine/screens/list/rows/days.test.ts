import { expect, test } from 'vitest'
import { daysOf } from './days.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()
const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => id)

test('rows stand below their day by the clocks of whoever reads, in the order in which they come', () => {
  const rows = [
    { id: 1, at: at(29, 0, 1) },
    { id: 2, at: new Date(at(28, 23, 59)).toISOString() },
    { id: 3, at: at(28, 0) },
    { id: 4, at: at(27, 12) },
  ]
  const days = daysOf(rows, 'at')
  expect(days.map((day) => [day.at, idsOf(day.rows)])).toEqual([
    [at(29, 0), [1]],
    [at(28, 0), [2, 3]],
    [at(27, 0), [4]],
  ])
})

test('what has no time stands below no day, and a list without days is one', () => {
  const rows = [{ id: 1, at: null }, { id: 2 }, { id: 3, at: at(27, 12) }]
  expect(daysOf(rows, 'at').map((day) => [day.at, idsOf(day.rows)])).toEqual([
    [undefined, [1, 2]],
    [at(27, 0), [3]],
  ])
  expect(daysOf(rows, undefined)).toEqual([{ at: undefined, rows }])
})
