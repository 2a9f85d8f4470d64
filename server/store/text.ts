import { createHash } from 'node:crypto'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { plainLetters } from '#gateway/lib/names/letters.ts'

/** One spelling for comparing and searching: width, case and surrounding space do not count. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim()

/** What a column for searching holds: the text folded, and as it is typed without accents where that differs. */
export function searchable(parts: readonly string[]): string {
  const folded = fold(parts.join('\n'))
  const plain = plainLetters(folded)
  return plain === folded ? folded : `${folded}\n${plain}`
}

/**
 * Whether a folded column contains the text, taken literally. The only LIKE in this program: SQLite and
 * PostgreSQL disagree on case, so both sides are folded, and wildcards are escaped.
 */
export const contains = (folded: Expression<string>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${folded} like ${`%${fold(text).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Numbers padded, so that 4.9.0 comes before 4.19.0 in text order. */
export const versionOrder = (version: string | null | undefined): string =>
  (version ?? '').replace(/\d+/g, (digits) => digits.padStart(10, '0'))

/** Leaves out what is null, as entities do. */
export function withoutNulls<T extends object>(row: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept: { [K in keyof T]?: NonNullable<T[K]> } = {}
  for (const key of Object.keys(row) as (keyof T)[]) {
    const value = row[key]
    if (value !== null && value !== undefined) kept[key] = value as NonNullable<T[typeof key]>
  }
  return kept
}
