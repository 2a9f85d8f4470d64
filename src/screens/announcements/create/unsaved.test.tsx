import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { AnnouncementCreate } from './AnnouncementCreate.tsx'

const screen: CustomScreen = {
  ...{ id: 'announcement', route: '/announcement', kind: 'custom', component: 'announcementCreate' },
}
const template = {
  ...{ _id: 'works', name: 'Works', notificationType: 'email' },
  announcement_details: { title: 'Works on the network', message: 'From ten to eleven.' },
}

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['announcements', 'shell', 'screens', 'codes'])
})
afterEach(cleanup)

async function open(path: string): Promise<void> {
  await renderScreen({
    Screen: AnnouncementCreate,
    screen,
    definitions,
    path,
    situation: { role: 'admin' },
    ports: {
      source: {
        ...noSource,
        one: async ({ operation }) => (operation === 'readTemplate' ? template : { ways: [], count: 0 }),
      },
    },
  })
}

const title = () => page.findByRole('textbox', { name: /Title/ })

test('what is typed into an announcement is unsaved, nothing and a template are not', async () => {
  await open('/announcement')
  const field = await title()
  expect(unsaved.any()).toBe(false)
  act(() => void fireEvent.change(field, { target: { value: 'Works' } }))
  expect(unsaved.any()).toBe(true)
  cleanup()
  await open('/announcement?template=works')
  expect(await page.findByDisplayValue('Works on the network')).toBeTruthy()
  expect(unsaved.any()).toBe(false)
})
