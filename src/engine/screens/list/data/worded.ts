import type { Text } from '#i18n/useText.ts'
import type { Row } from '../../../ports.ts'

/** Rows whose values that have words of their own are in these: names that the product gives are codes. */
export function worded(
  rows: readonly Row[],
  words: Readonly<Record<string, string>> | undefined,
  { say }: Pick<Text, 'say'>,
): readonly Row[] {
  if (!words) return rows
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(words).flatMap(([field, below]) =>
        row[field] === undefined ? [] : [[field, say(`${below}.${row[field]}`, String(row[field]))]],
      ),
    ),
  }))
}
