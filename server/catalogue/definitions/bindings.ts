import type { Fault, Pointer } from '../check/fault.ts'
import { meant } from '../check/nearest.ts'
import { isTable, type Table, tableAt } from './places.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a value can be taken from, where it is known of what shape that is. */
const SOURCES = ['row', 'route', 'form', 'gateway'] as const

/** Bindings whose first step is checked against the shape that it is taken from. `row` of a block that loads is the answer's. */
export function danglingBindings(definition: Table, vocabulary: Vocabulary): Fault[] {
  const faults: Fault[] = []
  const visit = (value: unknown, at: Pointer, loaded: boolean): void => {
    if (typeof value === 'string') {
      const [, named, field = ''] = /^([a-z]+)\.([A-Za-z_]\w*)/.exec(value) ?? []
      const source = SOURCES.find((one) => one === named)
      const known =
        source === undefined || (source === 'row' && loaded)
          ? undefined
          : fieldsOf(source, definition, vocabulary)
      if (source === undefined || !known || known.has(field)) return
      const remedy = meant(field, known)
      faults.push({
        at,
        says: { code: `binding.${source}`, binding: value, name: field },
        ...(remedy && { remedy }),
      })
      return
    }
    if (Array.isArray(value)) for (const [index, part] of value.entries()) visit(part, [...at, index], loaded)
    else if (isTable(value)) {
      for (const [field, part] of Object.entries(value)) {
        // A path within the row, not a binding (definitions/condition.json, minVersion).
        if (field === 'of' && Object.hasOwn(value, 'minVersion')) continue
        visit(part, [...at, field], loaded || Object.hasOwn(value, 'load'))
      }
    }
  }
  visit(definition, [], false)
  return faults
}

function fieldsOf(
  source: (typeof SOURCES)[number],
  definition: Table,
  vocabulary: Vocabulary,
): ReadonlySet<string> | undefined {
  if (source === 'gateway') return vocabulary.fieldsOf('gateway')
  if (source === 'route') {
    // Rows of a resource are asked for by whichever screen lists them, with the route of that screen.
    if (typeof definition.entity === 'string') return undefined
    return new Set([
      ...[...String(definition.route ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
      ...queryOf(definition),
    ])
  }
  if (source === 'form' && typeof definition.form === 'string')
    return vocabulary.fieldsOfForm(definition.form)
  if (source === 'form') return undefined
  const entity =
    typeof definition.entity === 'string'
      ? definition.entity
      : typeof definition.resource === 'string'
        ? vocabulary.entityOf(definition.resource)
        : undefined
  return entity === undefined ? undefined : vocabulary.fieldsOf(entity)
}

/** What a screen takes from the query of its address. */
const queryOf = ({ address }: Table): string[] =>
  isTable(address) && Array.isArray(address.query) ? address.query.map(String) : []

/** A form lays out fields that its schema has, each once. */
export function danglingFields(definition: Table, fields: ReadonlySet<string>): Fault[] {
  const seen = new Set<string>()
  const groups = Array.isArray(definition.groups) ? (definition.groups as unknown[]) : []
  const listed = groups.flatMap((group, row) =>
    Array.isArray(group)
      ? group.map((name: unknown, index) => ({ name: String(name), at: ['groups', row, index] }))
      : [],
  )
  const described = Object.keys(isTable(definition.fields) ? definition.fields : {}).map((name) => ({
    name,
    at: ['fields', name],
  }))
  const unknown = [...listed, ...described].flatMap(({ name, at }) => {
    if (fields.has(name)) return []
    const remedy = meant(name, fields)
    return [
      {
        at,
        ...(at[0] === 'fields' && { onKey: true }),
        says: { code: 'form.noField', name } as const,
        ...(remedy && { remedy }),
      },
    ]
  })
  const needless = Object.entries(isTable(definition.fields) ? definition.fields : {}).flatMap(
    ([name, field]) => {
      const other = tableAt(field, 'unless').field
      return typeof other !== 'string' || fields.has(other)
        ? []
        : [{ at: ['fields', name, 'unless', 'field'], says: { code: 'form.noField', name: other } as const }]
    },
  )
  const twice = listed.flatMap(({ name, at }) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ at, says: { code: 'form.twice', name } as const }]
  })
  return [...unknown, ...needless, ...twice]
}
