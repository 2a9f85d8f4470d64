import { screen as page } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { Screen as List } from '#engine/screens/list/Screen.tsx'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'

beforeAll(() => loadAreas(['screens', 'fields', 'status', 'actions', 'engine']), 60_000)

const line = (id: string, what: string, result: string) => ({
  id,
  what,
  result,
  who: `${what} ${id}`,
  from: '::1',
  at: 1,
})

test.each([
  ['ch_EN', ['Signed in', 'Tried to sign in', 'Attempt: Changed the password']],
  ['ch_DE', ['Angemeldet', 'Anmeldeversuch', 'Versuch: Passwort geändert']],
] as const)('what did not go well is told as an attempt, never as done: %s', async (language, told) => {
  await changeLanguage(language)
  const rows = [line('1', 'login', 'ok'), line('2', 'login', 'refused'), line('3', 'changePass', 'failed')]
  await renderScreen({
    Screen: List,
    screen: screens.get('audit') as ListScreen,
    definitions,
    doors: { ...homeOf([]), source: { ...noSource, list: async () => ({ rows, total: rows.length }) } },
  })
  await page.findByText(told[0])
  for (const words of told) expect(page.getAllByText(words)).toHaveLength(1)
})
