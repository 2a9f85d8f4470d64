import type { Fault, Pointer } from '../check/fault.ts'
import { meant } from '../check/nearest.ts'
import { isTable, type Table } from './places.ts'
import type { Row, Vocabulary } from './vocabulary.ts'

/** Within these a definition is about a row of its resource; what a section loads for itself has a shape of its own. */
const OF_ROWS: ReadonlySet<string> = new Set([
  'columns',
  'rowActions',
  'filters',
  'details',
  'selectionActions',
])

/** What the actions of a whole list are offered by is no row of it (`pageActions` in schemas/definitions/screen.json). */
const LIST: Row = { entity: 'list', fields: new Set(['total']), asked: new Set() }

/** Lists in which an entry names a field of the row, and under which names. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  columns: ['field', 'note'],
  marks: ['field'],
  filters: ['field'],
}

/** Fields that columns, filters, order and conditions name and that no row has. */
export function danglingRowFields(definition: Table, vocabulary: Vocabulary): Fault[] {
  const rowOf = (value: Table): Row | undefined =>
    typeof value.entity === 'string'
      ? vocabulary.rowOf(value)
      : typeof value.resource === 'string'
        ? vocabulary.rowOf(value.resource)
        : undefined
  const faults: Fault[] = []
  const check = (row: Row | undefined, path: unknown, at: Pointer, onKey = false): void => {
    if (!row || typeof path !== 'string') return
    const [name = ''] = path.replace(/^-/, '').split('.')
    if (row.fields.has(name) || (at.includes('filters') && row.asked.has(name))) return
    const remedy = meant(name, row.fields)
    faults.push({
      at,
      ...(onKey && { onKey }),
      says: { code: 'row.noField', entity: row.entity, name },
      ...(remedy && { remedy }),
    })
  }
  const visit = (value: unknown, at: Pointer, row: Row | undefined): void => {
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) visit(part, [...at, index], row)
      return
    }
    if (!isTable(value)) return
    const list = at.findLast((step) => typeof step === 'string')
    for (const name of typeof at.at(-1) === 'number' ? (NAMING[String(list)] ?? []) : [])
      check(row, value[name], [...at, name])
    const own = typeof value.block === 'string' ? rowOf(value) : undefined
    for (const [field, part] of Object.entries(value)) {
      const here = [...at, field]
      if (
        field === 'row' &&
        isTable(part) &&
        Object.values(part).every((one) => typeof one !== 'object' || one === null)
      )
        for (const name of Object.keys(part)) check(row, name, [...here, name], true)
      else if (field === 'listed' && isTable(part) && Array.isArray(part.fields))
        for (const [index, name] of part.fields.entries()) check(row, name, [...here, 'fields', index])
      const inside = field === 'pageActions' ? row && LIST : row
      visit(part, here, value.block === undefined ? inside : OF_ROWS.has(field) ? own : undefined)
    }
  }
  const row = rowOf(definition)
  for (const field of ['order', 'days']) check(row, definition[field], [field])
  if (typeof definition.entity === 'string') {
    check(row, definition.id, ['id'])
    const { searchIn } = isTable(definition.from) ? definition.from : {}
    if (Array.isArray(searchIn))
      for (const [index, name] of searchIn.entries()) check(row, name, ['from', 'searchIn', index])
    for (const [index, rule] of (Array.isArray(definition.live) ? definition.live : []).entries())
      if (isTable(rule) && isTable(rule.as))
        for (const name of Object.keys(rule.as)) check(row, name, ['live', index, 'as', name], true)
  }
  visit(definition, [], row)
  return faults
}
