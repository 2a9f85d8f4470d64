import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import '#data/house.ts'
import { PART_MS } from '#lib/in-time.ts'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { isLost } from '#ui/parts/lazy.ts'
import { openedScreen, openScreen, useOpenScreen } from './open-screen.ts'

const { load, rest } = vi.hoisted(() => ({
  load: vi.fn<() => Promise<void>>(),
  rest: vi.fn<() => Promise<void>>(async () => {}),
}))
vi.mock('../rest/house-rest.ts', () => ({
  houseRest: { load: rest },
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

test('U-03 a page that does not come is asked for once, fails as what did not come, and comes when it is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const why = new TypeError('Nothing comes')
  rest.mockClear()
  rest.mockRejectedValue(why)
  const Page = () => <h1>{useOpenScreen('bulk_log').id}</h1>
  const drawn = (
    <Boundary
      of="page"
      fallback={(retry, error) => (
        <button type="button" onClick={retry}>
          {isLost(error) ? 'Again' : 'Broken'}
        </button>
      )}
    >
      <Suspense fallback="On its way">
        <Page />
      </Suspense>
    </Boundary>
  )
  await act(async () => void render(drawn))
  const again = await screen.findByRole('button', { name: 'Again' }, { timeout: 10_000 })
  expect(rest).toHaveBeenCalledTimes(1)
  // Whoever fetches it beforehand is not told of an earlier failure.
  await expect(openScreen('bulk_log')).rejects.toBe(why)
  expect(rest).toHaveBeenCalledTimes(2)
  rest.mockResolvedValue()
  await act(async () => again.click())
  expect(await screen.findByRole('heading', { name: 'bulk_log' }, { timeout: 10_000 })).toBeDefined()
  expect(rest).toHaveBeenCalledTimes(3)
})

// decision 0283
test('a page whose parts neither come nor fail has not come after a time', async () => {
  rest.mockClear()
  rest.mockReturnValueOnce(new Promise(() => {}))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const opening = openScreen('operation_list')
  const refused = expect(opening).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(PART_MS)
  await refused
})
