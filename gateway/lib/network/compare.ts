import { type NetworkNode, STANDINGS } from './network.ts'

/** What became of a device between two moments, in the order in which it is told. */
const CHANGES = ['appeared', 'vanished', 'weaker', 'stronger', 'same'] as const
export type NetworkChange = (typeof CHANGES)[number]

export interface Compared {
  id: string
  change: NetworkChange
  before: NetworkNode | undefined
  after: NetworkNode | undefined
}

type Nodes = ReadonlyMap<string, NetworkNode>

/** Every device of either moment, what changed most first. */
export function compared(before: Nodes, after: Nodes): Compared[] {
  const ids = new Set([...after.keys(), ...before.keys()])
  return [...ids]
    .map((id) => between(id, before.get(id), after.get(id)))
    .toSorted((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change))
}

function between(id: string, before: NetworkNode | undefined, after: NetworkNode | undefined): Compared {
  const was = rankOf(before)
  const is = rankOf(after)
  const change =
    was === is ? 'same' : was === 0 ? 'appeared' : is === 0 ? 'vanished' : is < was ? 'weaker' : 'stronger'
  return { id, change, before, after }
}

/** 0 is not there; a device without any sign of signal counts as a good one. */
function rankOf(node: NetworkNode | undefined): number {
  if (!node || node.standing === STANDINGS[0]) return 0
  return node.level === 0 ? 3 : node.level
}
