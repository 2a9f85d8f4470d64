/** What was pasted, name by name: one a line, or with commas or semicolons between them, as spreadsheets quote them too (spec 3 §5). */
export const namesIn = (pasted: string): readonly string[] =>
  pasted
    .split(/[\n\r,;\t]+/)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((name) => name !== '')

/** What stays to be corrected when all that fits is in the group. */
export const leftOf = (lines: readonly { given: string; outcome: string }[]): string =>
  lines
    .filter(({ outcome }) => outcome === 'unknown')
    .map(({ given }) => given)
    .join('\n')
