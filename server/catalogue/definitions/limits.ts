import type { Fault, Pointer } from '../check/fault.ts'
import { isTable, type Table } from './places.ts'

type Shape = 'number' | 'list' | 'sizes'

/** What a limit that is named here must be: a number, several to choose from, or one for each size of window. */
const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  pageSize: ['number'],
  pageSizes: ['list'],
  first: ['number', 'sizes'],
  every: ['number'],
  delay: ['number'],
  retry: ['number'],
  rest: ['number'],
}

const isOf: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  list: (value) => Array.isArray(value),
  sizes: isTable,
}

/** Limits that are there, but hold something else than what is asked of them. */
export function misshapenLimits(definition: Table, limits: Table): Fault[] {
  const faults: Fault[] = []
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, part] of value.entries()) visit(part, [...at, index])
    if (!isTable(value)) return
    for (const [field, part] of Object.entries(value)) {
      const shapes = SHAPES[field]
      const limit = typeof part === 'string' ? limits[part] : undefined
      if (shapes && isTable(limit) && !shapes.some((shape) => isOf[shape](limit.value)))
        faults.push({
          at: [...at, field],
          says: { code: shapes.includes('list') ? 'limit.notList' : 'limit.notNumber', name: String(part) },
        })
      visit(part, [...at, field])
    }
  }
  visit(definition, [])
  return faults
}
