import { afterEach, expect, test, vi } from 'vitest'
import type { Asker } from './asker.ts'
import { Shadow } from './shadow.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('M-04 a gateway that takes long to read is read at most a tenth of the time, however often it changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let asked = 0
  const asker = {
    giveUp: () => undefined,
    ask: async () => undefined,
    request: async () => {
      asked++
      return { id: 'a', code: 0, message: 'OK', data: { objects: [] } }
    },
  } as unknown as Asker
  // What is described anew takes its time: here 100 ms, in which nothing else is done.
  const shadow = new Shadow('A-1', asker, () => void vi.advanceTimersByTime(100))
  const changes = () => shadow.event({ event: 'device_removed', at: '2026-11-27T00:00:00Z', data: {} })

  shadow.listens()
  await shadow.known()
  expect(asked).toBe(1)
  changes()
  await vi.advanceTimersByTimeAsync(850)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toBe(2)
  // One that has not changed for so long is asked at once.
  await shadow.known()
  await vi.advanceTimersByTimeAsync(2000)
  changes()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(3)
})
