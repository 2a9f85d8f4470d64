import { afterEach, expect, test, vi } from 'vitest'
import { createRowsClient } from '#engine/rows.ts'
import { rowsCache } from '#lib/rows/cache.ts'
import { source } from './source.ts'

const { early, openings, left } = vi.hoisted(() => ({
  early: vi.fn<(call: string, input: object) => Promise<unknown>>(),
  openings: [] as (() => void)[],
  left: vi.fn(),
}))
vi.mock('#live/channel/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: () => {} })) }))
vi.mock('./home/live.ts', async (original) => ({ ...(await original<object>()), earlyAnswer: early }))
vi.mock('./home/on-live.ts', () => ({
  onLive: (opened: () => void) => {
    openings.push(opened)
    return left
  },
}))
afterEach(() => {
  rowsCache.client = undefined
})

test('what a command had answered before the channel was open is asked for again once it is, and once alone', async () => {
  const client = createRowsClient()
  rowsCache.client = client
  const asked = vi.spyOn(client, 'invalidateQueries')
  const answer = { rules: [] }
  early.mockResolvedValueOnce(answer)
  expect(await source.ask('get_rules_list', {})).toBe(answer)
  expect(asked).not.toHaveBeenCalled()
  openings[0]?.()
  expect(asked).toHaveBeenCalledExactlyOnceWith({ queryKey: ['rows', 'get_rules_list'] })
  await Promise.resolve()
  expect(left).toHaveBeenCalledOnce()
})
