/** Larger than any home. */
const LONGEST = 2_000_000

type Contents = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Contents =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects as a file; `kind` stands before its contents, so that another file is known as another. */
export const fileText = (kind: string, contents: object): string =>
  `${JSON.stringify({ kind, ...contents }, null, 2)}\n`

/** What a file holds, which may be anything, nested however deep; undefined when it is no file of objects at all. */
export function readFile(
  content: string,
  read: (value: unknown) => unknown = (value) => value,
): Contents | undefined {
  if (content.length > LONGEST) return undefined
  try {
    const value = read(JSON.parse(content))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
