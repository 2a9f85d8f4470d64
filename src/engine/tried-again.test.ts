import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Where it is known that an answer did not come, without another try in the same place, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'engine/screens/list/data/use-operation-rows.ts': 'handed on with its retry to the list that shows it',
  'screens/scenes/concerns/use-contradictions.ts': 'a remark beside a scene, which is stored without it',
  'screens/scenes/recipes/use-home-facts.ts': 'ideas are fitted to the devices alone',
  'screens/scenes/statuses/StatusStrip.tsx': 'the list below it fails as well, and offers another try',
}

const files = globSync(['screens/**/*.{ts,tsx}', 'engine/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], {
  cwd: src,
}).filter((file) => !/\.test\.|testing/.test(file))

/** `const found = useQuery(…)`, whose failure is read from it. */
const NAMED = /\bconst (\w+) = use\w+\(/g
/** `const { data, isError } = useRules()` */
const TAKEN = /\bconst \{([^{}=]*\bisError\b[^{}=]*)\} = use\w+\(/g

/** Why it did not come is read from an answer, which is asked again by whatever name. */
const saysWhy = (text: string): boolean =>
  /\bconst \{[^{}=]*\berror\b[^{}=]*\} = use\w+\(/.test(text) ||
  [...text.matchAll(NAMED)].some(([, name = '']) => new RegExp(`\\b${name}\\.error\\b`).test(text))
const asksAgain = (text: string): boolean => /\bonRetry=|\bagain\b|\bretry\b|\brefetch\b/.test(text)

function withoutRetry(text: string): boolean {
  const named = [...text.matchAll(NAMED)].map(([, name = '']) => name)
  const isRead = (name: string): boolean => new RegExp(`\\b${name}\\.isError\\b`).test(text)
  // Asked again here, or handed on as a whole to what does so.
  const isAskedAgain = (name: string): boolean =>
    new RegExp(`\\b${name}\\.refetch\\b|=\\{\\[?${name}\\b[\\],}]|\\[${name}, | ${name}\\]`).test(text)
  return (
    (saysWhy(text) && !asksAgain(text)) ||
    named.some((name) => isRead(name) && !isAskedAgain(name)) ||
    [...text.matchAll(TAKEN)].some(([, taken = '']) => !/\b(refetch|retry)\b/.test(taken))
  )
}

test('where an answer did not come, whoever waits for it can ask again in the same place', () => {
  const found = files.filter((file) => withoutRetry(readFileSync(join(src, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})
