import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeIn, parse } from '../quality/source.ts'
import { whileUnchanged } from '../quality/unchanged.ts'

/** What comes when it is used, and the areas of words, or branches of them, that its code says to bring with it. */
export interface Brought {
  /** Modules as the code asks for them: `./Ideas.tsx`. */
  modules: readonly string[]
  areas: readonly string[]
}

interface Node {
  type: string
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** In the order in which they stand. */
function within(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const one of value) within(one, found)
  else if (isNode(value)) {
    found.push(value)
    for (const part of Object.values(value)) within(part, found)
  }
  return found
}

/** `lazyPart(() => import('./Ideas.tsx'), ['recipes'])`: which argument lists the areas, and what stands for none. */
const BRINGING: Readonly<Record<string, { at: number; areas: readonly string[] }>> = {
  lazyPart: { at: 1, areas: ['handling', 'shell'] },
  withWords: { at: 1, areas: [] },
  lazyWidget: { at: 2, areas: ['panels'] },
}

const CALLS = new RegExp(`\\b(?:${Object.keys(BRINGING).join('|')})\\(`)

/** The texts of a list: its own, and those of constants of the same file that it names. */
function listed(list: unknown, constants: ReadonlyMap<string, unknown>): readonly string[] {
  if (!isNode(list)) return []
  if (list.type === 'TSAsExpression' || list.type === 'TSSatisfiesExpression')
    return listed(list.expression, constants)
  if (list.type === 'Identifier') return listed(constants.get(String(list.name)), constants)
  if (list.type !== 'ArrayExpression') throw new Error('areas of words are to stand in a list')
  return (list.elements as readonly Node[]).flatMap((one) =>
    one.type === 'SpreadElement' ? listed(one.argument, constants) : String(one.value),
  )
}

/** What a file brings later. */
export function broughtBy(file: string): readonly Brought[] {
  // Few files bring anything: the others are not worth their trees.
  if (!CALLS.test(readFileSync(file, 'utf8'))) return []
  const nodes = within(parse(file).program.body)
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(id) ? [[String(id.name), init] as const] : [],
    ),
  )
  return nodes.flatMap(({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
    const bringing = BRINGING[String(callee.name)]
    if (!bringing) return []
    const modules = within(given).flatMap(({ type: kind, source }) =>
      kind === 'ImportExpression' && isNode(source) ? [String(source.value)] : [],
    )
    if (modules.length === 0) return []
    const list: unknown = given[bringing.at]
    return [{ modules, areas: list === undefined ? bringing.areas : listed(list, constants) }]
  })
}

/** Areas of words that each component of a screen brings with it, by its file. */
export function areasOfComponents(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('src/screens/*/blocks.{ts,tsx}').sort()
  return whileUnchanged(
    'areas of components',
    files,
    () =>
      new Map(
        files.flatMap((blocks) =>
          broughtBy(blocks).flatMap(({ modules, areas }) =>
            modules.map((module) => [join(dirname(blocks), module), areas] as const),
          ),
        ),
      ),
  )
}

/** All areas and branches that code brings by themselves. */
export function areasBrought(): ReadonlySet<string> {
  const files = codeIn('{src,widgets}/**/*')
  return whileUnchanged(
    'areas brought',
    files,
    () => new Set(files.flatMap((file) => broughtBy(file).flatMap(({ areas }) => [...areas]))),
  )
}
