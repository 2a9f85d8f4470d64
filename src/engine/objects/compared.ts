/** Which lines one text has more often than the other, each told once. */
export function compared(
  before: readonly string[],
  after: readonly string[],
): { gone: readonly string[]; come: readonly string[] } {
  return { gone: without(before, after), come: without(after, before) }
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  const more = lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...new Set(more)]
}
