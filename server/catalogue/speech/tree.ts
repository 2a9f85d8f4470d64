import type { OwnWords } from '#schemas/generated/entities/device-speech.ts'

const isTree = (value: unknown): value is OwnWords => typeof value === 'object' && value !== null

/** The text or the branch below a path, whoever has named it. */
export function at(tree: OwnWords | undefined, path: readonly string[]): string | OwnWords | undefined {
  let found: string | OwnWords | undefined = tree
  for (const name of path) {
    if (!isTree(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** A branch at its place; names may be any, so that none of them reaches a prototype. */
export const branch = (path: readonly string[], end: string | OwnWords): OwnWords =>
  path.reduceRight<string | OwnWords>((below, name) => Object.fromEntries([[name, below]]), end) as OwnWords

/** Both together; where both say something, the second does. */
export function merged(base: OwnWords, more: OwnWords): OwnWords {
  const all = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(more)) {
    const before = all.get(name)
    all.set(name, isTree(before) && isTree(value) ? merged(before, value) : value)
  }
  return Object.fromEntries(all)
}
