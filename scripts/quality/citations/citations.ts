/** What looks like the start of a test. */
const testLine = /\b(test|it|describe)(\.\w+)*(<[^(]*>)?\s*[(`]/

export interface Citation {
  id: string
  line: number
  /** Where the test begins that cites it. */
  test: number
  /** The line that it stands on. */
  text: string
}

/** Every id from one to the other: `2.3-084 to 2.3-091`. Of what is no range, nothing. */
function between(from: string, to: string): string[] {
  const [, family = '', first = ''] = /^(.*-)(\d+)$/.exec(from) ?? []
  const [, other = '', last = ''] = /^(.*-)(\d+)$/.exec(to) ?? []
  if (family === '' || family !== other) return []
  const count = Number(last) - Number(first) - 1
  return Array.from(
    { length: Math.max(0, count) },
    (_, n) => `${family}${String(Number(first) + n + 1).padStart(first.length, '0')}`,
  )
}

/** The ids of a line; a range stands for all that lie in it. */
function idsOf(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)]
  return found.flatMap((match, n) => {
    const next = found[n + 1]
    const [id] = match
    const gap = next ? text.slice(match.index + id.length, next.index) : ''
    return next && /^\s*(?:to|–)\s*$/.test(gap) ? [id, ...between(id, next[0])] : [id]
  })
}

/** Ids that tests cite: on a test's line (or the ones that finish its name), or in the comment lines right above it. */
export function citations(source: string, pattern: RegExp): Citation[] {
  const lines = source.split('\n')
  const found: Citation[] = []
  lines.forEach((text, index) => {
    if (!testLine.test(text)) return
    const take = (line: string, at: number) => {
      for (const id of idsOf(line, pattern)) found.push({ id, line: at, test: index + 1, text: line })
    }
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

/** More than so many requirements are not proved by one test, unless each has a row of its own. */
const MOST = 8

/** Lines of tests that cite more than anybody can see them prove. A row of `test.each` proves what it cites itself. */
export function crowded(source: string, pattern: RegExp): number[] {
  const byTest = Map.groupBy(
    citations(source, pattern).filter(({ text }) => !/^\s*(?:\[|')/.test(text)),
    ({ test }) => test,
  )
  return [...byTest].flatMap(([line, cited]) =>
    new Set(cited.map(({ id }) => id)).size > MOST ? [line] : [],
  )
}
