import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createRowsClient } from '#engine/rows.ts'
import { forgetRows, rowsCache, takeRows } from './cache.ts'

afterEach(() => {
  forgetRows()
  rowsCache.client = undefined
})

test('what is known before the cache is there stands in it from the start, once', () => {
  takeRows(['rows', 'a'], 1)
  expect(createRowsClient().getQueryData(['rows', 'a'])).toBe(1)
  expect(createRowsClient().getQueryData(['rows', 'a'])).toBeUndefined()
  const client = new QueryClient()
  rowsCache.client = client
  takeRows(['rows', 'a'], 2)
  expect(client.getQueryData(['rows', 'a'])).toBe(2)
})

test('nothing that one account knew is known to the next, whether somebody had asked for it or not', () => {
  takeRows(['rows', 'a'], 1)
  forgetRows()
  const client = createRowsClient()
  expect(client.getQueryData(['rows', 'a'])).toBeUndefined()
  rowsCache.client = client
  takeRows(['rows', 'b'], 2)
  forgetRows()
  expect(client.getQueryData(['rows', 'b'])).toBeUndefined()
})
