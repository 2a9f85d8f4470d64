/** All ids with some of them in another order: these share out the places that they had among them. */
export function withMoved(all: readonly string[], moved: readonly string[]): readonly string[] {
  const among = new Set(moved)
  const next = moved.filter((id) => all.includes(id))
  let at = 0
  return all.map((id) => (among.has(id) ? (next[at++] ?? id) : id))
}

export const withFirst = (all: readonly string[], id: string): readonly string[] => [
  id,
  ...all.filter((other) => other !== id),
]
