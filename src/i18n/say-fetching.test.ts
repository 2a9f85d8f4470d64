import { beforeEach, expect, test, vi } from 'vitest'

/** Nothing is known of any property: no other test has brought its words. */
beforeEach(() => void vi.resetModules())

const KEY = 'properties.LightService.brightness'

test('texts of an area come once one of them is missed', async () => {
  const { text } = await import('./useText.ts')
  const { sayFetching } = await import('./say-fetching.ts')
  const say = sayFetching(text, 'properties')
  expect(say('sentences.when.device', 'something else')).toBe('something else')
  await new Promise((done) => setTimeout(done, 50))
  expect(text.has(KEY)).toBe(false)
  expect(say(KEY, 'brightness')).toBe('brightness')
  await vi.waitFor(() => expect(say(KEY, 'brightness')).not.toBe('brightness'))
})
