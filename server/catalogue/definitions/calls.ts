import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import type { Fault, Pointer } from '../check/fault.ts'
import { meant } from '../check/nearest.ts'
import type { DescribedCall } from './described-calls.ts'
import { isTable, type Table, tableAt } from './places.ts'
import type { Vocabulary } from './vocabulary.ts'

type Said = (name: string) => CatalogueSaying

/** What a definition gives to a call, or takes from its answer, that the call does not have; links that lack their goal. */
export function danglingCalls(definition: Table, vocabulary: Vocabulary): Fault[] {
  const faults: Fault[] = []
  const unless = (known: ReadonlySet<string> | undefined, name: unknown, at: Pointer, said: Said): void => {
    if (typeof name !== 'string' || !known || known.has(name)) return
    const remedy = meant(name, known)
    faults.push({
      at,
      ...(at.at(-1) === name && { onKey: true }),
      says: said(name),
      ...(remedy && { remedy }),
    })
  }
  const call = (of: Table, at: Pointer, name: string, described: DescribedCall | undefined): void => {
    if (!described) return
    const { params, body, answer, needed } = described
    const notTaken: Said = (field) => ({ code: 'call.noParameter', call: name, name: field })
    const inBody = of.in === 'body'
    const asked = inBody && body ? new Set([...params, ...body]) : params
    for (const field of ['params', 'fixed'])
      for (const key of Object.keys(tableAt(of, field))) unless(asked, key, [...at, field, key], notTaken)
    for (const key of Object.keys(tableAt(of, 'body'))) unless(body, key, [...at, 'body', key], notTaken)
    for (const [key, value] of Object.entries(tableAt(of, 'query')))
      unless(asked, value, [...at, 'query', key], notTaken)
    // Of a path its beginning: what is inside a list that an answer has stands in no list of fields.
    for (const field of ['rows', 'total', 'asOf'])
      unless(
        answer,
        typeof of[field] === 'string' ? of[field].split('.')[0] : of[field],
        [...at, field],
        (key) => ({ code: 'call.noAnswer', call: name, name: key }),
      )
    const given = { ...tableAt(of, 'params'), ...tableAt(of, 'fixed') }
    const missing = isTable(of.params) ? needed.find((one) => !Object.hasOwn(given, one)) : undefined
    if (missing !== undefined)
      faults.push({ at: [...at, 'params'], says: { code: 'call.needs', call: name, name: missing } })
  }
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, part] of value.entries()) visit(part, [...at, index])
    if (!isTable(value)) return
    const { operation, command, goto, params } = value
    if (typeof operation === 'string') call(value, at, operation, vocabulary.calls.operations.get(operation))
    if (typeof command === 'string') call(value, at, command, vocabulary.calls.commands.get(command))
    if (typeof goto === 'string')
      for (const key of Object.keys(tableAt(params)))
        unless(vocabulary.goalsOf(goto), key, [...at, 'params', key], (name) => ({
          code: 'screen.noParameter',
          screen: goto,
          name,
        }))
    for (const [field, part] of Object.entries(value)) visit(part, [...at, field])
  }
  visit(definition, [])
  return faults
}
