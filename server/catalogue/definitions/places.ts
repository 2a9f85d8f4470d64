import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the parts of a project stand that a check looks at. */
export interface Places {
  catalogue: string
  schemas: string
  locales: string
}

export const projectPlaces = (root: string): Places => ({
  catalogue: join(root, 'catalogue'),
  schemas: join(root, 'schemas'),
  locales: join(root, 'locales'),
})

export interface FoundText {
  /** Path from the catalogue's folder, with slashes. */
  path: string
  text: string
}

/** All JSON files of the catalogue, by path. */
export const textsIn = (folder: string): FoundText[] =>
  globSync('**/*.json', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

export type Table = Readonly<Record<string, unknown>>

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const tableAt = (value: unknown, ...path: readonly string[]): Table => {
  let at: unknown = value
  for (const step of path) at = isTable(at) && Object.hasOwn(at, step) ? at[step] : undefined
  return isTable(at) ? at : {}
}

/** A JSON file that the check itself relies on; empty when it can't be read. */
export function jsonAt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}
