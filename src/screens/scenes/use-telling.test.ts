import { beforeEach, expect, test, vi } from 'vitest'

/** Nothing is known of any property: no other test has brought its words. */
beforeEach(() => void vi.resetModules())

const KEY = 'properties.LightService.brightness'

test('S-09 names of properties that the home has none of come once a sentence misses one', async () => {
  const { text } = await import('#i18n/useText.ts')
  const { sayFetching } = await import('./use-telling.ts')
  const say = sayFetching(text)
  expect(say('sentences.when.device', 'something else')).toBe('something else')
  await new Promise((done) => setTimeout(done, 50))
  expect(text.has(KEY)).toBe(false)
  expect(say(KEY, 'brightness')).toBe('brightness')
  await vi.waitFor(() => expect(say(KEY, 'brightness')).not.toBe('brightness'))
})
