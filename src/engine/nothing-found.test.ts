import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

const searching = globSync(['screens/**/*.tsx', 'engine/**/*.tsx', 'app/**/*.tsx'], { cwd: src })
  .filter((file) => !/\.test\.|testing/.test(file))
  .map((file) => [file, readFileSync(join(src, file), 'utf8')] as const)
  .filter(([, text]) => /<SearchField\b/.test(text))

/** The box of a list: what it finds is drawn elsewhere. */
const BOX = 'engine/screens/list/SearchBox.tsx'

test('whatever is searched, that there are no hits is said', () => {
  expect(searching.length).toBeGreaterThan(10)
  const silent = searching.filter(([, text]) => !/\.length === 0\b/.test(text))
  expect(silent.map(([file]) => file)).toEqual([BOX])
})
