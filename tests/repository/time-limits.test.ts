import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const LIMIT = /testTimeout: ([\d_]+)/
const numberOf = (digits = ''): number => Number(digits.replaceAll('_', ''))

/** In ms: what any test has (vite.config.ts). */
const general = numberOf(LIMIT.exec(read('vite.config.ts'))?.[1])

/** Options beside a test's or a group's title, on its line or the ones below. */
const own = /^ *(?:describe|test)(?:\.\w+)*\([^\n]*(?:\{\n?|\n *\{) *timeout: ([\d_]+)(?=,| \})/gm

/** The limits that a file of tests gives itself, in ms. */
const limitsIn = (text: string): number[] =>
  [...text.matchAll(own), ...text.matchAll(new RegExp(LIMIT, 'g'))].map(([, digits]) => numberOf(digits))

test('what a test may take at most is said once, unless it may take longer: a shorter limit fails on a busy machine alone', () => {
  expect(general).toBeGreaterThan(0)
  expect(
    limitsIn(`test('a', { timeout: 1_000 }, () => {\n  describe.each([])('b', {\n  timeout: 2_000,\n}, f)`),
  ).toEqual([1000, 2000])
  const files = globSync('{gateway,scripts,server,src,tests,widgets}/**/*.test.{ts,tsx}', { cwd: root })
  const shorter = files.filter(
    (file) =>
      !file.endsWith('repository/time-limits.test.ts') &&
      limitsIn(read(file)).some((limit) => limit <= general),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(shorter).toEqual([])
})
