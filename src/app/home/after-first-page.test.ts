import { expect, onTestFinished, test, vi } from 'vitest'
import { connectHome } from '#live/channel/connect.ts'
import { session } from '#session/session.ts'
import { enter } from '../fake-house.ts'
import { afterFirstPage } from './live.ts'

vi.mock('#live/channel/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: vi.fn() })) }))

test('what a first page does without waits for its devices, but not longer than it says, and is done once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    session.end()
    delete window.gatehouseBoot
    vi.useRealTimers()
  })
  const [waited, left, follows] = [vi.fn(), vi.fn(), vi.fn()]
  afterFirstPage(waited, 1000)
  afterFirstPage(left, 1000)()
  afterFirstPage(follows, 60_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toHaveBeenCalledOnce()
  const snapshot = Promise.withResolvers<Response>()
  window.gatehouseBoot = {
    ...{ sessionId: 's1', serialNumber: 'A' },
    ...{ settings: new Promise(() => {}), snapshot: snapshot.promise },
  }
  enter('users')
  await vi.advanceTimersByTimeAsync(5000)
  expect(follows).not.toHaveBeenCalled()
  snapshot.resolve(Response.json({ serialNumber: 'A', devices: [] }))
  expect(await vi.mocked(connectHome).mock.lastCall?.[0].boot).toMatchObject({ serialNumber: 'A' })
  // They are drawn first.
  expect(follows).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect([waited, left, follows].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1])
})
