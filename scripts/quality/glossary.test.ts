import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lines = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))

test('each term of the glossary has one line, in order', () => {
  const terms = lines.map((line) => /^- \*\*(.+?)\*\*: .+\.$/.exec(line)?.[1] ?? line)
  expect(terms).toEqual([...new Set(terms)].toSorted())
})

test('a word that the glossary says code has is still in code', () => {
  const code = globSync('{src,server,gateway,widgets}/**/*.{ts,tsx}')
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n')
  const words = lines.flatMap((line) =>
    [...line.matchAll(/called `(.+?)` in code/g)].map(([, word = '']) => word),
  )
  expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(code))).toEqual([])
})
