import { beforeEach, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { settings } from '#session/fake-session.ts'
import { titleOf } from './title.ts'

beforeEach(async () => {
  await loadAreas(['shell', 'screens'])
  await changeLanguage('ch_DE')
})

// 1.2-129
test('the page title comes from the screen definition', () => {
  expect(titleOf('login', { settings }, text)).toBe('Anmelden · Gatehouse')
})

test('a page about one thing carries its name', () => {
  expect(titleOf('device', { settings }, text, 'Storen Süd')).toBe('Storen Süd · Gatehouse')
})

// 1.2-130
test('a configured suffix is appended to it', () => {
  const branded = { ...settings, flags: { PAGE_TITLE_EXTENSION: 'Muster AG' } }
  expect(titleOf('login', { settings: branded }, text)).toBe('Anmelden · Muster AG · Gatehouse')
})
