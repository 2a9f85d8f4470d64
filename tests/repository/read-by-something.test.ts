import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import limits from '#catalogue/limits.json' with { type: 'json' }
import modules from '#catalogue/modules.json' with { type: 'json' }

const SWITCHES = ['catalogue/flags.json', 'catalogue/modules.json', 'catalogue/limits.json']

/** Every word of the product's code and data in these folders, besides the lists themselves and the tests. */
const wordsIn = (...folders: string[]): ReadonlySet<string> => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  })
  const read = files
    .split('\n')
    .filter(
      (file) => /\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file) && !SWITCHES.includes(file),
    )
  const found = new Set<string>()
  for (const file of read) for (const [word] of readFileSync(file, 'utf8').matchAll(/\w+/g)) found.add(word)
  return found
}
const words = wordsIn('src', 'gateway', 'server', 'widgets', 'catalogue')

test('every limit of the catalogue is read by something', () => {
  expect(Object.keys(limits.limits).filter((name) => !words.has(name))).toEqual([])
})

test('the app is built without a limit exactly where only the server reads it', () => {
  const inApp = wordsIn('src', 'gateway', 'widgets', 'catalogue')
  const kept = Object.entries(limits.limits).flatMap(([name, limit]) => ('server' in limit ? [] : [name]))
  expect(kept.toSorted()).toEqual(
    Object.keys(limits.limits)
      .filter((name) => inApp.has(name))
      .toSorted(),
  )
})

describe.each([
  ['flags', flags.flags],
  ['modules', modules.flags],
] as const)('of the %s', (_list, all) => {
  const inert = Object.entries(all).flatMap(([name, one]) => ('inert' in one ? [name] : []))

  test('each is read by something, or says that it changes nothing', () => {
    const unread = Object.keys(all).filter((name) => !words.has(name))
    expect(unread.filter((name) => !inert.includes(name))).toEqual([])
  })

  test('none that is read says that it changes nothing', () => {
    expect(inert.filter((name) => words.has(name))).toEqual([])
  })
})
