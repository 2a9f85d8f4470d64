import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { BulkCreate } from './BulkCreate.tsx'

const screen: CustomScreen = { id: 'bulk', route: '/bulk', kind: 'custom', component: 'bulkCreate' }

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['bulk', 'shell', 'screens'])
})
afterEach(cleanup)

test('what is typed into a bulk operation is unsaved until it is taken back', async () => {
  await renderScreen({
    Screen: BulkCreate,
    screen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, one: async () => [] } },
  })
  const name = await page.findByRole('textbox', { name: 'Name of the operation' })
  expect(unsaved.any()).toBe(false)
  act(() => void fireEvent.change(name, { target: { value: 'Night mode' } }))
  expect(unsaved.any()).toBe(true)
  act(() => void fireEvent.change(name, { target: { value: '' } }))
  expect(unsaved.any()).toBe(false)
})
