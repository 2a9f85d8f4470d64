import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import type { SourceFile } from './source-file.ts'

export type Pointer = readonly (string | number)[]

/** One thing that is wrong in a file, before it has a line and a column. */
export interface Fault {
  at: Pointer
  /** Points at the name of a field rather than at its value. */
  onKey?: boolean
  says: CatalogueSaying
  remedy?: CatalogueSaying
  /** What sets it right, where that is sure enough to be offered: a value, or the name of a field, in another's place. */
  fix?: Fix
}

interface Fix {
  at: Pointer
  onKey?: boolean
  put: string | number | boolean
}

export function problemOf(source: SourceFile, { at, onKey, says, remedy, fix }: Fault): CatalogueProblem {
  const span = fix && source.spanOf(fix.at, fix.onKey)
  return {
    file: source.file,
    ...source.positionOf(at, onKey),
    says,
    ...(remedy && { remedy }),
    ...(fix && span && { fix: { ...span, text: JSON.stringify(fix.put) } }),
  }
}

export const inReadingOrder = (a: CatalogueProblem, b: CatalogueProblem): number =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1
