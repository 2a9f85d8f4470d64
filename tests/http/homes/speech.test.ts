import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
let sessionId: string
beforeAll(async () => {
  site = await Site.open()
  sessionId = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const asked = async <T>(path: string, language: string): Promise<T> =>
  (await site.call('GET', `/api${path}`, { headers: { sessionId, 'accept-language': language } })).json<T>()

const snapshot = (language: string, query: string) =>
  asked<HomeSnapshot>(`/home/${SN}/snapshot?${query}`, language)

const wordsOf = ({ speech }: Pick<HomeSnapshot, 'speech'>, language: string) =>
  JSON.stringify(speech?.words[language])

test('the first tiles bring their words in the language of the reader alone, and their icons', async () => {
  for (const [language, other, word] of [
    ['ch_DE', 'ch_EN', 'Bewegung'],
    ['ch_EN', 'ch_DE', 'Motion'],
  ] as const) {
    const first = await snapshot(language, 'first=10')
    expect(wordsOf(first, language)).toContain(word)
    expect(first.speech?.words).not.toHaveProperty(other)
    for (const { icon } of Object.values(first.layouts)) expect(first.speech?.icons).toHaveProperty(icon)
    // Once for all of them.
    for (const layout of Object.values(first.layouts)) expect(layout).not.toHaveProperty('speech')
  }
})

test('devices that are shown later bring theirs; all layouts together say what each of them says', async () => {
  const [first, later] = await Promise.all([
    snapshot('ch_EN', 'first=5'),
    snapshot('ch_EN', 'first=200&skip=5'),
  ])
  expect(wordsOf(later, 'ch_EN').length).toBeGreaterThan(wordsOf(first, 'ch_EN').length)
  const all = await asked<Pick<HomeSnapshot, 'speech'> & { layouts: Record<string, string> }>(
    `/home/${SN}/layouts?contents=all`,
    'ch_EN',
  )
  for (const name of Object.keys({ ...first.speech?.icons, ...later.speech?.icons }))
    expect(all.speech?.icons).toHaveProperty(name)
  const [hash = ''] = Object.values(all.layouts)
  const { speech } = await asked<Pick<HomeSnapshot, 'speech'>>(`/catalogue/layouts/${hash}`, 'ch_EN')
  // It is kept for good, whatever is read later.
  expect(Object.keys(speech?.words ?? {}).toSorted()).toEqual(['ch_DE', 'ch_EN'])
})
