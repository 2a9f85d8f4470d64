import { isTable, type Table, tableAt } from './places.ts'

/** Notes for readers of a schema: words of the page come from the locales. */
const NOTES: ReadonlySet<string> = new Set(['$schema', '$id', 'title', 'description', '$defs', 'definitions'])

/** What a reference means, as the file and the place within it. */
const placeOf = (ref: string, base: string): { id: string; file: string; at: string[] } => {
  const id = new URL(ref, `schema:/${base}`).href.replace('schema:/', '')
  const [file = '', inside = ''] = id.split('#')
  return { id, file, at: inside.split('/').filter((step) => step !== '') }
}

function inlined(
  schema: unknown,
  base: string,
  fileAt: (path: string) => unknown,
  above: readonly string[] = [],
): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, base, fileAt, above))
  if (!isTable(schema)) return schema
  if (typeof schema.$ref === 'string') {
    const { id, file, at } = placeOf(schema.$ref, base)
    if (above.includes(id)) throw new Error(id)
    const whole = fileAt(file)
    const meant = at.length === 0 ? whole : tableAt(whole, ...at)
    if (!isTable(meant) || Object.keys(meant).length === 0) throw new Error(id)
    return inlined(meant, file, fileAt, [...above, id])
  }
  const parts = Object.entries(schema).filter(([key]) => !NOTES.has(key))
  return Object.fromEntries(
    parts.map(([key, part]) => [
      key,
      // Names of properties are not keywords: one may be called `title`.
      key === 'properties' && isTable(part)
        ? Object.fromEntries(
            Object.entries(part).map(([name, one]) => [name, inlined(one, base, fileAt, above)]),
          )
        : inlined(part, base, fileAt, above),
    ]),
  )
}

/**
 * A schema without references, and without what only its readers need: a form has this one document. `fileAt` answers a
 * file of `schemas` by its path. Throws the id of what is not there, or contains itself: no form can be made of it.
 */
export const inOnePiece = (id: string, fileAt: (path: string) => unknown): Table => ({
  $id: id,
  ...(inlined({ $ref: id }, '', fileAt) as Table),
})
