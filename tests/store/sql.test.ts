import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What the two engines understand differently, or only one of them; and SQL put together from strings. */
const BANNED: readonly [string, RegExp, readonly string[]][] = [
  ['ILIKE', /\bilike\b/i, []],
  // The one place folds both sides and escapes wildcards.
  ['a bare LIKE', /['"`\s]like['"`\s]/i, ['text.ts']],
  ['= ANY', /=\s*any\s*\(/i, []],
  ['->> on text', /->>/, []],
  ['the clock of the database', /(?<![.\w])(now|current_timestamp|to_char|strftime)\s*\(/i, []],
  // Tasks are claimed by several servers only where there can be several: on PostgreSQL (decision 0169).
  ['row locks', /\bfor update\b|forUpdate\(|skip locked/i, ['jobs-on.ts']],
  ['SERIAL, enums, arrays', /\b(big)?serial\b(?!N|_)|create type|\[\]['"`]/i, []],
  // Whoever lets them come or go says so to whoever knows who is in large groups (decision 0269).
  [
    'gateways that come or go unnoticed',
    /(insertInto|deleteFrom|mergeInto)\(\s*'(gateways|group_gateways|groups)'|\b(insert into|delete from) (gateways|group_gateways|groups)\b/i,
    ['gateways.ts', 'groups.ts', 'purge.ts'],
  ],
  ['32-bit columns', /\b(integer|int4?|smallint)\s+(not null|primary|references)/i, []],
  ['raw SQL', /\bsql\.(raw|lit|unsafe)/, []],
]

const files = globSync('server/store/**/*.ts', {
  cwd: root,
  // One engine's own files speak its own language.
  exclude: ['**/*.test.ts', 'server/store/sqlite/**'],
}).sort()

/** Only what is not a comment. */
const code = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')

describe.each(BANNED)('S-10 no statement uses %s', (_name, pattern, except) => {
  test.each(files.filter((file) => !except.some((name) => file.endsWith(`/${name}`))))('%s', (file) => {
    expect(code(file)).not.toMatch(pattern)
  })
})

test('S-10 the check sees what it looks for', () => {
  const text = readFileSync(join(root, 'server/store/text.ts'), 'utf8')
  expect(text).toMatch(BANNED[1]?.[1] ?? /^$/)
  expect(files.length).toBeGreaterThan(20)
})
