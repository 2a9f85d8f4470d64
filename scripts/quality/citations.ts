/** What looks like the start of a test. */
const testLine = /\b(test|it|describe)(\.\w+)*(<[^(]*>)?\s*[(`]/

/** Ids that tests cite: on a test's line (or the ones that finish its name), or in the comment lines right above it. */
export function citations(source: string, pattern: RegExp): { id: string; line: number }[] {
  const lines = source.split('\n')
  const found: { id: string; line: number }[] = []
  const take = (text: string, line: number) => {
    for (const [id] of text.matchAll(pattern)) found.push({ id, line })
  }
  lines.forEach((text, index) => {
    if (!testLine.test(text)) return
    take(text, index + 1)
    // `test.each([...])(` carries its name some lines further down.
    for (
      let below = index + 1;
      below < Math.min(index + 40, lines.length) && !/=>|\bfunction\b/.test(lines[below - 1] ?? '');
      below++
    )
      take(lines[below] ?? '', below + 1)
    for (let above = index - 1; above >= 0 && /^\s*(\/\/|\*|\/\*)/.test(lines[above] ?? ''); above--)
      take(lines[above] ?? '', above + 1)
  })
  return found
}
