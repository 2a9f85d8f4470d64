import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser'

/** What a generator writes: whole texts by path, and what is left for a person to do. */
export interface Draft {
  files: Readonly<Record<string, string>>
  left: readonly string[]
}

/** Why nothing is written, in a sentence for whoever has asked. */
export class Refused extends Error {}

/** On one line, as our files have what fits there; the formatter breaks what does not. */
const inline = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')

/** A text with one more value at the end of the object or list there. */
function withValue(text: string, path: JSONPath, value: unknown): string {
  const tree = parseTree(text)
  const parent = tree && findNodeAtLocation(tree, path.slice(0, -1))
  const last = parent?.children?.at(-1)
  if (!parent || !last) throw new Refused(`There is nothing at ${path.slice(0, -1).join('.')}.`)
  const end = last.offset + last.length
  const [indent = ''] = /[ ]*$/.exec(text.slice(0, last.offset)) ?? []
  const name = parent.type === 'array' ? '' : `${JSON.stringify(path.at(-1))}: `
  return `${text.slice(0, end)},\n${indent}${name}${inline(value)}${text.slice(end)}`
}

/** A JSON text of the project with further values, everything else left as it stands. */
export const withValues = (
  root: string,
  file: string,
  values: readonly (readonly [JSONPath, unknown])[],
): string =>
  values.reduce((text, [path, value]) => withValue(text, path, value), readFileSync(join(root, file), 'utf8'))

export const camel = (name: string): string =>
  name.replaceAll(/[-_](.)/g, (_all, letter: string) => letter.toUpperCase())

export const words = (name: string): string => {
  const text = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
