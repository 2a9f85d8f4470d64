/** What our code says and hands on, read from its syntax tree. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Parsed = ReturnType<typeof parseSync>

const parsed = new Map<string, Parsed>()

export function parse(file: string): Parsed {
  const tree = parsed.get(file) ?? parseSync(file, readFileSync(file, 'utf8'))
  parsed.set(file, tree)
  return tree
}

/** Production files; tests say what they like. */
export const codeIn = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(`${pattern}.{ts,tsx}`)).filter((file) => !/\.test\.tsx?$/.test(file))

export interface Said {
  /** Texts as they stand in code. */
  whole: ReadonlySet<string>
  /** Beginnings of texts whose rest is worked out. */
  begun: ReadonlySet<string>
}

interface Node {
  type: string
  value?: unknown
  quasis?: readonly { value: { cooked: string } }[]
  importKind?: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const said = new Map<string, Said>()

function saidBy(file: string): Said {
  const whole = new Set<string>()
  const begun = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one)
      return
    }
    if (!isNode(node) || node.type.startsWith('Import')) return
    if (node.type === 'Literal' && typeof node.value === 'string') whole.add(node.value)
    const [first, ...rest] = node.quasis ?? []
    if (first) (rest.length === 0 ? whole : begun).add(first.value.cooked)
    for (const part of Object.values(node)) visit(part)
  }
  visit(parse(file).program.body)
  return { whole, begun }
}

/** The texts that files say: `t('shell.close')`, `` t(`device.state.${state}`) ``. */
export function saidIn(files: readonly string[]): Said {
  const all = files.map((file) => {
    const now = said.get(file) ?? saidBy(file)
    said.set(file, now)
    return now
  })
  return {
    whole: new Set(all.flatMap(({ whole }) => [...whole])),
    begun: new Set(all.flatMap(({ begun }) => [...begun])),
  }
}

/** Names of values that a file exports, also those of files that it hands on. */
export function exportsOf(file: string): string[] {
  return parse(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, importName, moduleRequest, isType }) => {
      if (isType) return []
      if (importName.kind === 'AllButDefault' && moduleRequest)
        return exportsOf(join(dirname(file), moduleRequest.value))
      return exportName.name ?? []
    }),
  )
}
