import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { SourceFile } from './source-file.ts'

export type Pointer = readonly (string | number)[]

/** One thing that is wrong in a file, before it has a line and a column. */
export interface Fault {
  at: Pointer
  /** Points at the name of a field rather than at its value. */
  onKey?: boolean
  message: string
  remedy?: string
}

export function problemOf(source: SourceFile, { at, onKey, message, remedy }: Fault): CatalogueProblem {
  return { file: source.file, ...source.positionOf(at, onKey), message, ...(remedy && { remedy }) }
}

/** As compilers write it: `file:line:column message (remedy)`. */
export const spelled = ({ file, line, column, message, remedy }: CatalogueProblem): string =>
  `${file}:${line}:${column} ${message}${remedy ? ` (${remedy})` : ''}`

export const inReadingOrder = (a: CatalogueProblem, b: CatalogueProblem): number =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1
