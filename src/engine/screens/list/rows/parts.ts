import { valueAt } from '#lib/value-at.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { textOf, timeOf } from '../../../cells/cell.ts'
import type { Row } from '../../../ports.ts'

export interface Part {
  /** Apart from the others of its list. */
  key: string
  /** What stands above its rows: the first moment of a day, or the name of a group, which may be none. */
  heading?: { at: number } | { name: string }
  rows: readonly Row[]
}

/** Rows in the order in which they come, parted where a day ends by the clocks of whoever reads, or a group does. */
export function partsOf(rows: readonly Row[], { days, groups }: Pick<ListScreen, 'days' | 'groups'>): Part[] {
  const whole = [{ key: 'all', rows }]
  if (days !== undefined)
    return parted(rows, (row) => {
      const time = timeOf(valueAt(row, days))
      return time === undefined ? undefined : { at: new Date(time).setHours(0, 0, 0, 0) }
    })
  if (groups === undefined || !rows.some((row) => valueAt(row, groups))) return whole
  return parted(rows, (row) => ({ name: textOf(valueAt(row, groups)) }))
}

function parted(rows: readonly Row[], headingOf: (row: Row) => Part['heading']): Part[] {
  const parts: (Part & { rows: Row[] })[] = []
  for (const row of rows) {
    const heading = headingOf(row)
    const key = heading ? Object.values(heading).join() : 'all'
    const last = parts.at(-1)
    if (last?.key === key) last.rows.push(row)
    else parts.push({ key, ...(heading && { heading }), rows: [row] })
  }
  return parts
}
