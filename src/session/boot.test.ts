import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import { early } from './boot.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})
/** One whose head has come, and nothing else. */
const begun = new Response(new ReadableStream())

// decision 0283
test.each([
  ['does not come', never],
  ['begins and goes no further', Promise.resolve(begun)],
])('an early answer that %s is given up in time: the client asks anew', async (_what, answer) => {
  let come: unknown = 'waiting'
  void early(answer).then((value) => (come = value))
  await vi.advanceTimersByTimeAsync(limits.limits.requestTimeout.value - 1)
  expect(come).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(come).toBeUndefined()
})

test('a good one is read', async () => {
  expect(await early(Promise.resolve(Response.json({ flags: {} })))).toEqual({ flags: {} })
  expect(await early(Promise.resolve(Response.json([], { status: 500 })))).toBeUndefined()
})
