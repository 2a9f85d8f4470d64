import { expect, test } from 'vitest'
import { filesOfCode, namedInCode } from './in-code.ts'
import { type Tree, textsOfPart } from './parts.ts'

const keysIn = (tree: Tree, at = ''): string[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [at + name] : keysIn(part, `${at}${name}.`),
  )

test('what the engine names of the shell comes before any screen that it draws', () => {
  const common = filesOfCode().filter((file) => /^src\/(engine|ui)\//.test(file))
  const { keys } = namedInCode(new Set(['shell', 'session']), common)
  const there = keysIn(textsOfPart('ch_EN', 'house'))
  expect(keys.size).toBeGreaterThan(5)
  expect([...keys].filter((key) => !there.some((one) => one === key || one.startsWith(`${key}_`)))).toEqual(
    [],
  )
})
