import { findNodeAtLocation, getLocation, getNodeValue, parseTree } from 'jsonc-parser'
import { type Path, schemasAt } from '../schema/at.ts'
import { type Knowledge, type Suggestion, suggestionsAt } from '../schema/suggest.ts'

/** Kinds of names that are easier to see than to spell. */
const PICKED = ['icon', 'widget', 'place', 'template', 'service', 'property'] as const
export type Picked = (typeof PICKED)[number]

/** Something at the caret that can be chosen instead of typed. */
export interface Target {
  kind: Picked
  path: Path
  /** What of the text a choice takes the place of. */
  from: number
  to: number
  value: unknown
  options: readonly Suggestion[]
}

const isPicked = (kind: string | undefined): kind is Picked => PICKED.some((one) => one === kind)

/** What can be chosen where the caret is; the nearest thing around it counts. */
export function targetAt(text: string, offset: number, known: Knowledge): Target | undefined {
  const tree = parseTree(text)
  if (!tree) return undefined
  const whole: unknown = getNodeValue(tree)
  const { path, isAtPropertyKey } = getLocation(text, offset)
  if (isAtPropertyKey && findNodeAtLocation(tree, path) === undefined) return undefined
  for (let end = path.length; end > 0; end -= 1) {
    const at = path.slice(0, end)
    const node = findNodeAtLocation(tree, at)
    const kind = schemasAt(known.files, known.root, whole, at)
      .map(({ schema }) => schema['x-names'])
      .find(isPicked)
    if (!node || kind === undefined || node.type === 'object') continue
    const [from, to] = [node.offset, node.offset + node.length]
    const { options } = node.type === 'string' ? suggestionsAt(text, from + 1, known) : { options: [] }
    return { kind, path: at, from, to, value: getNodeValue(node), options }
  }
  return undefined
}
