import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { type Fault, inReadingOrder, type Pointer, problemOf } from './check/fault.ts'
import type { DefinitionSchemas } from './check/schemas.ts'
import { SourceFile } from './check/source-file.ts'

/** More nobody reads at once, and each is looked up in the text. */
const MOST_FAULTS = 100

export type Read<T> = { source: SourceFile; problems: CatalogueProblem[]; value?: T }

/** A file against its schema: the value when it is good, else what is wrong with it. `file` is how reports call it. */
export function read<T>(schemas: DefinitionSchemas, schema: string, file: string, text: string): Read<T> {
  const source = new SourceFile(file, text)
  const parsed = source.parse()
  if (!parsed.ok) return { source, problems: [{ file, ...parsed.problem }] }
  const named = forbiddenNames(parsed.value)
  const faults = named.length > 0 ? named : schemas.faultsOf(schema, parsed.value)
  const problems = faults.slice(0, MOST_FAULTS).map((fault) => problemOf(source, fault))
  if (faults.length > MOST_FAULTS)
    problems.push(
      problemOf(source, {
        at: [],
        says: { code: 'schema.more', count: faults.length - MOST_FAULTS },
      }),
    )
  // A field that stands twice is lost by JSON.parse, so only the text can tell.
  if (mayRepeat(text, parsed.value)) problems.push(...source.twice())
  if (problems.length > 0) return { source, problems: problems.toSorted(inReadingOrder) }
  return { source, problems: [], value: parsed.value as T }
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Names that would reach into the machinery of the language; no file may have them, at any depth. */
function forbiddenNames(value: unknown, at: Pointer = []): Fault[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((part, index) => forbiddenNames(part, [...at, index]))
  return Object.entries(value).flatMap(([name, part]) => {
    const here = [...at, name]
    const faults = forbiddenNames(part, here)
    return FORBIDDEN.has(name)
      ? [{ at: here, onKey: true, says: { code: 'schema.forbidden', name } }, ...faults]
      : faults
  })
}

/** Cheap look before the text is parsed a second time: more names in the text than in the value. */
const mayRepeat = (text: string, value: unknown): boolean =>
  (text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0) !== namesIn(value)

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + namesIn(part), Array.isArray(value) ? 0 : parts.length)
}
