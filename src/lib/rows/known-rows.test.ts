import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createRowsClient } from '#engine/rows.ts'
import { rowsCache, takeRows } from './cache.ts'

test('what comes with the page for somebody who has asked for it already is asked for once', async () => {
  const client = createRowsClient()
  rowsCache.client = client
  const answer = Promise.withResolvers<string>()
  let asked = 0
  const queryFn = (): Promise<string> => {
    asked += 1
    return answer.promise
  }
  const leave = new QueryObserver(client, { queryKey: ['a'], queryFn }).subscribe(() => {})
  takeRows(['a'], 'came along')
  answer.resolve('came along')
  // Longer than a second question would wait for the first answer.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(client.getQueryData(['a'])).toBe('came along')
  expect(asked).toBe(1)
  takeRows(['b'], 'known')
  expect(client.getQueryData(['b'])).toBe('known')
  leave()
  rowsCache.client = undefined
})
