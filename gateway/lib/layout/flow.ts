import type { GridPosition } from '#schemas/generated/definitions/placement.ts'

const COLUMNS = 4

/** Where things of given sizes stand when they are put one after the other, each in the first gap that holds it. */
export function flow(
  sizes: readonly (readonly [width: number, height: number])[],
  firstRow = 0,
): GridPosition[] {
  const taken = new Set<string>()
  return sizes.map(([width, height]) => {
    for (let row = firstRow; ; row += 1) {
      for (let column = 0; column + width <= COLUMNS; column += 1) {
        const cells = cellsOf([row, column, width, height])
        if (cells.some((cell) => taken.has(cell))) continue
        for (const cell of cells) taken.add(cell)
        return [row, column, width, height]
      }
    }
  })
}

/** The cells that a position covers, as `row:column`. */
export function cellsOf([row, column, width, height]: GridPosition): string[] {
  return Array.from(
    { length: width * height },
    (_, cell) => `${row + Math.floor(cell / width)}:${column + (cell % width)}`,
  )
}

/** The first row below everything. */
export const rowBelow = (positions: readonly GridPosition[]): number =>
  positions.reduce((below, [row, , , height]) => Math.max(below, row + height), 0)
