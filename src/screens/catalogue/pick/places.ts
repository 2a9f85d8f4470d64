import type { Placement } from '#schemas/generated/definitions/placement.ts'

/** Columns of a section, and how many rows more than there are can be chosen. */
export const COLUMNS = 4
const SPARE = 2

/** What lies where in a section, apart from one placement. */
export interface Places {
  rows: number
  /** By `row column`: what is there. */
  taken: ReadonlyMap<string, string>
}

type Grid = readonly [row: number, column: number, width: number, height: number]

const isGrid = (grid: unknown): grid is Grid =>
  Array.isArray(grid) && grid.length === 4 && grid.every((part) => Number.isInteger(part))

/** A text is edited while it is read: whatever is no placement takes no place. */
const isPlacement = (value: unknown): value is Placement =>
  typeof value === 'object' && value !== null && isGrid((value as { grid?: unknown }).grid)

/** No section is drawn longer than this here; what is placed below can be typed. */
const MOST_ROWS = 40

export function placesAround(properties: unknown, index: number): Places {
  const all = Array.isArray(properties) ? properties : []
  const own: unknown = all[index]
  const sectionOf = (one: unknown): string =>
    (typeof one === 'object' && one !== null && (one as Placement).section) || 'control'
  const section = sectionOf(own)
  const others = all.filter(
    (one, at): one is Placement => at !== index && isPlacement(one) && sectionOf(one) === section,
  )
  const taken = new Map<string, string>()
  for (const { grid, service, property } of others) {
    const [row, column, width, height] = grid
    for (let down = row; down < Math.min(row + height, MOST_ROWS); down += 1)
      for (let right = column; right < Math.min(column + width, COLUMNS); right += 1)
        taken.set(`${down} ${right}`, `${service}/${property}`)
  }
  const last = Math.max(0, ...others.map(({ grid }) => grid[0] + grid[3]))
  return { rows: Math.min(last + SPARE, MOST_ROWS), taken }
}

export const gridOf = (value: unknown): Grid => (isGrid(value) ? value : [0, 0, 1, 1])

/** Whether a rectangle stays within the columns and over nothing else. */
export function isFree({ taken }: Places, [row, column, width, height]: Grid): boolean {
  if (column + width > COLUMNS) return false
  for (let down = row; down < row + height; down += 1)
    for (let right = column; right < column + width; right += 1)
      if (taken.has(`${down} ${right}`)) return false
  return true
}
