import type { Block } from '#schemas/generated/definitions/screen.ts'

/** Those that share the card of one before them, where that is shown. */
export function joinedIn<B extends Pick<Block, 'id' | 'joined'>>(
  all: readonly B[],
  shown: readonly B[],
): ReadonlySet<string> {
  const joined = new Set<string>()
  let begun = false
  for (const block of all) {
    if (!block.joined) begun = false
    if (!shown.includes(block)) continue
    if (begun) joined.add(block.id)
    begun = true
  }
  return joined
}
