import { expect, test, vi } from 'vitest'
import '#data/house.ts'
import { openedScreen, openScreen } from './open-screen.ts'

const { load } = vi.hoisted(() => ({ load: vi.fn<() => Promise<void>>() }))
vi.mock('../rest/house-rest.ts', () => ({
  houseRest: { load: async () => {} },
  blocksNow: () => ({ dashboard: Object.assign(() => null, { load, hasCome: () => false }) }),
}))

test('a page that code draws is opened when that has come: it needs no fallback', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  load.mockReturnValueOnce(promise)
  const opening = openScreen('dashboard')
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), 10_000)
  expect(openedScreen('dashboard')).toBeUndefined()
  resolve()
  expect((await opening).id).toBe('dashboard')
  expect(openedScreen('dashboard')?.id).toBe('dashboard')
})
