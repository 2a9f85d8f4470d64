import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Fields of which some values are names that the product gives: they are kept as codes, and read as words. */
const CODED: Readonly<Record<string, string>> = { snapshotName: 'backupName' }

interface Shown {
  value?: unknown
  label?: unknown
  field?: unknown
  as?: unknown
}

/** Everything in a definition that shows such a field, with how. */
function* showings(node: unknown): Generator<Shown & { name: string }> {
  if (typeof node !== 'object' || node === null) return
  for (const from of ['value', 'label', 'field'] as const) {
    const named = (node as Shown)[from]
    const name = typeof named === 'string' ? (named.split('.').at(-1) ?? '') : ''
    if (Object.hasOwn(CODED, name)) yield { ...node, name }
  }
  for (const inner of Object.values(node)) yield* showings(inner)
}

test('no definition shows the code of a name that the product gave', () => {
  const bare = globSync('catalogue/{screens,forms,resources}/**/*.json').flatMap((file) => {
    const definition = JSON.parse(readFileSync(file, 'utf8')) as { words?: Record<string, string> }
    return [...showings(definition)]
      .filter(({ as, name }) => as !== CODED[name] && definition.words?.[name] !== `status.${CODED[name]}`)
      .map(({ name }) => `${file}: ${name}`)
  })
  expect(bare).toEqual([])
})
