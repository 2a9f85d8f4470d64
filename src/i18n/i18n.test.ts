import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type I18n = typeof import('./i18n.ts')

/** The module reads the browser once, as at start; each test starts anew. */
async function startIn(language: string, kept?: string): Promise<I18n> {
  vi.resetModules()
  localStorage.clear()
  if (kept !== undefined) localStorage.setItem('gatehouse.language', kept)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  return await import('./i18n.ts')
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.resetModules())

// 1.1-012
test.each([
  ['de-CH', 'ch_DE'],
  ['fr-CH', 'ch_DE'],
  ['en-GB', 'ch_EN'],
])('a browser that speaks %s begins in %s', async (browser, language) => {
  const i18n = await startIn(browser)
  expect(i18n.language()).toBe(language)
})

test('the kept language comes before the one of the browser', async () => {
  const i18n = await startIn('de-CH', 'ch_EN')
  expect(i18n.language()).toBe('ch_EN')
})

test('an unknown kept language is none', async () => {
  const i18n = await startIn('de-CH', 'rm')
  expect(i18n.language()).toBe('ch_DE')
})

test('texts stand below their area once it has arrived', async () => {
  const i18n = await startIn('en-GB')
  expect(i18n.hasText('shell.undo')).toBe(false)
  await i18n.loadAreas(['shell'])
  expect(i18n.translate('shell.undo')).toBe('Undo')
})

test('an area comes with a part that has all of it: one that is wanted anyway, else the smallest', async () => {
  const i18n = await startIn('en-GB')
  // Both stand in the words of what comes after the first tiles.
  await i18n.loadAreas(['handling'])
  expect(i18n.hasText('shell.undo')).toBe(true)
  await i18n.loadParts(['dashboard'])
  await i18n.loadAreas(['charts'])
  // The words of histories have those of charts as well, and of the time machine.
  expect([i18n.hasText('charts.moment'), i18n.hasText('past.wasAt')]).toEqual([true, false])
  await i18n.loadAllTexts()
  expect(i18n.hasText('past.wasAt')).toBe(true)
})

test('a branch of an area comes with the smallest part that has it, without the rest of its area', async () => {
  const i18n = await startIn('en-GB')
  await i18n.loadAreas(['history.lastDay'])
  expect([i18n.hasText('history.lastDay'), i18n.hasText('history.periods.day')]).toEqual([true, false])
})

// 1.1-013
test('the language switch loads what is in use, keeps the choice and sets the lang attribute', async () => {
  const i18n = await startIn('de-CH')
  await i18n.loadAreas(['shell'])
  await i18n.changeLanguage('ch_EN')
  expect(i18n.translate('shell.undo')).toBe('Undo')
  expect(localStorage.getItem('gatehouse.language')).toBe('ch_EN')
  expect(document.documentElement.lang).toBe('en-CH')
})

test('areas that are asked for while the language changes come in the new one', async () => {
  const i18n = await startIn('de-CH')
  await Promise.all([i18n.changeLanguage('ch_EN'), i18n.loadAreas(['shell'])])
  expect(i18n.translate('shell.undo')).toBe('Undo')
})

test('a missing text never shows its key', async () => {
  const i18n = await startIn('de-CH')
  await i18n.loadAreas(['shell'])
  expect(i18n.translate('shell.gone.away')).toBe('away')
})
