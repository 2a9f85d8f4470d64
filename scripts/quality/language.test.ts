import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGE, languageHere } from './language-files.ts'

const reasons = JSON.parse(readFileSync('scripts/quality/single-use.json', 'utf8')) as Record<string, string>
const words = languageHere()
/** Words of models are said by devices and by the specification, whether or not a file of ours says them. */
const ours = words.filter(({ schema }) => !['device-model', 'placement', 'value'].includes(schema))

test('the catalogue is read by the schemas of its files', () => {
  expect([...new Set(words.map(({ schema }) => schema))].toSorted()).toEqual(Object.keys(LANGUAGE).toSorted())
  expect(words.find(({ schema, word }) => schema === 'screen' && word === 'kind')?.uses.size).toBeGreaterThan(
    50,
  )
})

test('each word says what it does', () => {
  expect(
    words.filter(({ meanings }) => meanings.size === 0).map(({ schema, word }) => `${schema}.${word}`),
  ).toEqual([])
})

test('no word is there for nobody', () => {
  expect(ours.filter(({ uses }) => uses.size === 0).map(({ schema, word }) => `${schema}.${word}`)).toEqual(
    [],
  )
})

test('a word of one file alone gives its reason, and no reason outlives it', () => {
  const single = ours.filter(({ uses }) => uses.size === 1).map(({ schema, word }) => `${schema}.${word}`)
  expect(single.toSorted()).toEqual(Object.keys(reasons).toSorted())
  expect(Object.values(reasons).every((reason) => reason.endsWith('.'))).toBe(true)
})
