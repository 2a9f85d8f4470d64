import { afterAll, beforeAll, expect, test } from 'vitest'
import { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

/** Which tables have changed since. */
const since = (before: string): string[] => {
  const known = new Set(before.split('\n'))
  return site
    .changes()
    .split('\n')
    .filter((line) => !known.has(line))
    .map((line) => line.split(' ')[0] ?? '')
}

test('a row that comes, changes or goes is counted, in its table; one that is written as it was is not', async () => {
  const speaks = (language: 'ch_DE' | 'ch_EN') => site.store.accounts.setLanguage('demo-home', language)
  let before = site.changes()
  await site.sessionOf('demo-home')
  expect(since(before)).toEqual(['sessions'])
  before = site.changes()
  await speaks('ch_EN')
  expect(since(before)).toEqual(['accounts'])
  before = site.changes()
  await speaks('ch_EN')
  expect(since(before)).toEqual([])
  await site.store.sessions.endAll('demo-home', '')
  expect(since(before)).toEqual(['sessions'])
})
