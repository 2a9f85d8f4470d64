import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = globSync('{src,widgets}/**/*.{css,ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

/** Set in a stylesheet, or on an element by code. */
const made = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/(--[a-z0-9-]+)['"]?\]?\s*[:\],]/g)].map(([, name]) => name),
  ),
)

test('no style takes its value from a token that does not exist: all of its line would be ignored', () => {
  const lost = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)\s*\)/g)].flatMap(([, name]) =>
      made.has(name) ? [] : [`${file}: ${name}`],
    ),
  )
  expect(made.size).toBeGreaterThan(100)
  expect([...new Set(lost)]).toEqual([])
})
