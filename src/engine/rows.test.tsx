import { afterEach, expect, test } from 'vitest'
import { changeLanguage, language } from '#i18n/i18n.ts'
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
  await changeLanguage(language())
  expect(client.getQueryState(['rows', 'a'])?.isInvalidated).toBe(false)
  const spoken = language()
  await changeLanguage(spoken === 'ch_EN' ? 'ch_DE' : 'ch_EN')
  expect(client.getQueryState(['rows', 'a'])?.isInvalidated).toBe(true)
  await changeLanguage(spoken)
})
