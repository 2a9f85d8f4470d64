import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { danglingReferences, type Known, knownHere } from './references.ts'

const known: Known = {
  sections: new Set(['2.4']),
  requirements: new Set(['2.4-001', 'S-01']),
  decisions: new Set(['0001']),
  exists: (path) => path === 'src/app',
  headings: (path) =>
    path === 'docs/look.md' || path === 'docs/spec/2.4.md' ? new Set(['Forms', 'Exclude']) : undefined,
}
const dangling = (text: string, file = 'src/a.ts') =>
  danglingReferences(file, text, known).map((said) => /cites (.*), which/.exec(said)?.[1])

/** Put together here: the list of requirements reads the names that tests carry. */
const UNKNOWN = `M-${77}`

test.each([
  'spec 2 §4',
  'spec 2 §4 "Exclude"',
  '(2 §4)',
  'S2 §4',
  '2.4-001 and S-01',
  'decision 0001',
  '// docs/look.md, "Forms"',
  'textOf(payload.md)',
  'MQTT 3.1.1 §3, RFC 6749 §3.2',
])('%s leads somewhere', (text) => {
  expect(dangling(text)).toEqual([])
})

test.each([
  ['spec 2 §4, §12', 'spec 2 §12'],
  ['spec 2 §4 "Include"', '"Include" in spec 2 §4'],
  ['2.4-002', '2.4-002'],
  [UNKNOWN, UNKNOWN],
  ['decisions 0001 and 0002', 'decision 0002'],
  ['// look.md', 'look.md'],
  ['// docs/look.md, "Farms"', '"Farms" in docs/look.md'],
])('%s leads nowhere', (text, cited) => {
  expect(dangling(text)).toEqual([cited])
})

test('a path that a document names exists', () => {
  expect(dangling('see `src/app` and `src/gone`', 'docs/look.md')).toEqual(['src/gone'])
})

test('everything that the project cites is in the project', () => {
  const here = knownHere()
  const files = globSync(
    [
      '*.{md,ts,html,json}',
      '{src,widgets,gateway,server,scripts,bench,tests,e2e,schemas,catalogue,locales,docs,public}/**/*.{ts,tsx,js,mjs,cjs,css,json,md}',
    ],
    {
      exclude: [
        'schemas/generated/**',
        'tests/fixtures/**',
        'e2e/peers/**',
        'package-lock.json',
        'CHANGELOG.md',
      ],
    },
  ).filter((file) => !/^scripts.quality.(?:citations.)?[\w-]+\.test\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(2000)
  expect(files.flatMap((file) => danglingReferences(file, readFileSync(file, 'utf8'), here))).toEqual([])
})
