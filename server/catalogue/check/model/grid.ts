import { cellsOf } from '#gateway/lib/layout/flow.ts'
import { placementId } from '#gateway/lib/models/extends.ts'
import type { Fault } from '../fault.ts'
import { type ModelCheck, placed, whereIs } from './subject.ts'

/** No placement leaves the four columns of its section or lies over another one. */
export const gridFits: ModelCheck = (subject) => {
  const faults: Fault[] = []
  const owners = new Map<string, string>()
  for (const placement of placed(subject)) {
    const { grid, section = 'control' } = placement
    const id = placementId(placement)
    const at = [...whereIs(subject, placement), 'grid']
    const [, column, width] = grid
    if (column + width > 4) {
      faults.push({
        at,
        says: { code: 'model.offGrid', name: id, column, width },
        remedy: { code: 'remedy.width', count: 4 - column },
        fix: { at: [...at, 2], put: 4 - column },
      })
    }
    const cells = cellsOf(grid).map((cell) => `${section} ${cell}`)
    const other = cells.map((cell) => owners.get(cell)).find((owner) => owner !== undefined)
    if (other !== undefined) {
      const below = Math.max(
        ...placed(subject)
          .filter((one) => (one.section ?? 'control') === section)
          .map((one) => one.grid[0] + one.grid[3]),
      )
      faults.push({
        at,
        says: { code: 'model.overlaps', name: id, other, section },
        remedy: { code: 'remedy.row', count: below },
        fix: { at: [...at, 0], put: below },
      })
    }
    for (const cell of cells) if (!owners.has(cell)) owners.set(cell, id)
  }
  return faults
}

/** Each placement of a file has an id of its own. */
export const namedOnce: ModelCheck = ({ own }) => {
  const seen = new Set<string>()
  return (own.properties ?? []).flatMap((placement, index) => {
    const id = placementId(placement)
    const fault: Fault = {
      at: ['properties', index],
      says: { code: 'model.placedTwice', name: id },
      remedy: { code: 'remedy.ownId' },
    }
    if (seen.has(id)) return [fault]
    seen.add(id)
    return []
  })
}
