import { valueAt } from '#lib/value-at.ts'
import { timeOf } from '../../../cells/cell.ts'
import type { Row } from '../../../ports.ts'

export interface Day {
  /** The first moment of it, for the words above its rows; undefined where rows belong to no day. */
  at: number | undefined
  rows: readonly Row[]
}

/** Rows in the order in which they come, parted where a day ends by the clocks of whoever reads. */
export function daysOf(rows: readonly Row[], field: string | undefined): readonly Day[] {
  if (field === undefined) return [{ at: undefined, rows }]
  const days: { at: number | undefined; rows: Row[] }[] = []
  for (const row of rows) {
    const time = timeOf(valueAt(row, field))
    const at = time === undefined ? undefined : new Date(time).setHours(0, 0, 0, 0)
    const last = days.at(-1)
    if (last && last.at === at) last.rows.push(row)
    else days.push({ at, rows: [row] })
  }
  return days
}
