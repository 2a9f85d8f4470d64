import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import { forgetRows, rowsCache } from '#lib/rows/cache.ts'
import { createRowsClient } from './rows.ts'

afterEach(() => {
  forgetRows()
  rowsCache.client = undefined
})

test('rows are asked for anew in another language: names may be told in that of the call', async () => {
  const client = createRowsClient()
  rowsCache.client = client
  client.setQueryData(['rows', 'a'], 1)
  expect(client.getQueryState(['rows', 'a'])?.isInvalidated).toBe(false)
  await changeLanguage('ch_EN')
  expect(client.getQueryState(['rows', 'a'])?.isInvalidated).toBe(true)
  await changeLanguage('ch_DE')
})
