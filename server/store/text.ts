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

/** More words than these nobody looks for; what follows stays together. */
const MOST_WORDS = 8

/**
 * Whether a folded column contains each word of the text, in any order, taken literally. The only LIKE in this program:
 * SQLite and PostgreSQL disagree on case, so both sides are folded, and wildcards are escaped.
 */
export function contains(folded: Expression<string>, text: string): RawBuilder<SqlBool> {
  const words = fold(text).split(/\s+/)
  const parts = [...words.slice(0, MOST_WORDS - 1), words.slice(MOST_WORDS - 1).join(' ')]
  const each = parts.filter((part, at) => part !== '' || at === 0).map((part) => holds(folded, part))
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** Who writes ß also means ss, as others write it. */
function holds(folded: Expression<string>, part: string): RawBuilder<SqlBool> {
  const like = (one: string) =>
    sql<SqlBool>`${folded} like ${`%${one.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  return part.includes('ß')
    ? sql<SqlBool>`(${like(part)} or ${like(part.replaceAll('ß', 'ss'))})`
    : like(part)
}

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
