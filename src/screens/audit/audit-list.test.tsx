import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
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
    ports: { ...homeOf([]), source: { ...noSource, list: async () => ({ rows, total: rows.length }) } },
  })
  await page.findByText(told[0])
  for (const words of told) expect(page.getAllByText(words)).toHaveLength(1)
})

test('of nothing there is no file, as in other lists', async () => {
  await changeLanguage('ch_EN')
  await drawn({ list: async () => ({ rows: [], total: 0 }) })
  await page.findByText('No entries yet')
  expect(page.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
  await drawn({ list: async () => ({ rows: [line('1', 'login', 'ok')], total: 1 }) })
  await page.findByRole('button', { name: 'Save as CSV' })
})

test('nothing is said to be up to date while nobody can tell', async () => {
  await changeLanguage('ch_EN')
  const at = '2026-11-22T14:00:00Z'
  const rows = [{ ...line('1', 'login', 'ok'), at }]
  const one = vi.fn<Source['one']>(async () => {
    throw new Error('There is no connection')
  })
  await drawn({ list: async () => ({ rows, total: 1, asOf: at }), one })
  await waitFor(() => expect(one.mock.calls.length).toBeGreaterThan(1))
  await waitFor(() => expect(page.queryByText('Up to date')).toBeNull())
  expect(page.queryByRole('button', { name: /new/ })).toBeNull()
})

test('nothing is said to be up to date while the answer is awaited', async () => {
  await changeLanguage('ch_EN')
  const at = '2026-11-22T14:00:00Z'
  const one = vi.fn<Source['one']>(() => new Promise(() => {}))
  await drawn({
    list: async () => ({ rows: [{ ...line('1', 'login', 'ok'), at }], total: 1, asOf: at }),
    one,
  })
  await waitFor(() => expect(one.mock.calls.length).toBeGreaterThan(1))
  expect(page.queryByText('Up to date')).toBeNull()
})

test('a list that could not be loaded is not said to be up to date, and there is no file of it', async () => {
  await changeLanguage('ch_EN')
  const one = vi.fn<Source['one']>(async () => ({
    total: 0,
    by: { result: { ok: 0, refused: 0, failed: 0 }, period: { day: 0, week: 0, month: 0 } },
  }))
  const list = async () => {
    throw new Error('There is no connection')
  }
  await drawn({ list, one })
  await page.findByRole('button', { name: 'Try again' })
  await waitFor(() => expect(one).toHaveBeenCalled())
  expect(page.queryByText('Up to date')).toBeNull()
  expect(page.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
})

const drawn = (source: Partial<Source>) =>
  renderScreen({
    Screen: List,
    screen: screens.get('audit') as ListScreen,
    definitions,
    ports: { ...homeOf([]), source: { ...noSource, ...source } },
  })

test('a row tells what is known of it when it is opened, and nothing of what is not', async () => {
  await changeLanguage('ch_EN')
  const at = '2026-11-22T14:00:00Z'
  const changed = { before: 'none', after: 'viewer' }
  const rows = [
    { ...line('1', 'setSubrole', 'ok'), at, address: '192.0.2.7', changed },
    { ...line('2', 'login', 'ok'), at },
  ]
  await drawn({ list: async () => ({ rows, total: rows.length }) })
  const toggle = await page.findByRole('button', { name: /^Details.*Changed permissions/ })
  expect(page.queryByText('192.0.2.7')).toBeNull()
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  const opened = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect(opened?.textContent).toContain('192.0.2.7')
  expect(opened?.textContent).toContain('Sub-role afterViewer')
  expect(opened?.textContent).toContain('14:00:00 UTC')
  expect(opened?.textContent).not.toContain('Other gateway')
  fireEvent.click(page.getByRole('button', { name: /^Details.*Signed in/ }))
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(page.queryByText('192.0.2.7')).toBeNull()
})

test('what comes while one reads is counted and moves nothing until it is asked for', async () => {
  await changeLanguage('ch_EN')
  const at = '2026-11-22T14:00:00Z'
  const log = [{ ...line('1', 'login', 'ok'), at }]
  const list = vi.fn<Source['list']>(async (_resource, { until }) => ({
    rows: until === undefined ? [...log] : log.slice(-1),
    total: log.length,
    asOf: until ?? at,
  }))
  await drawn({
    list,
    one: async (_load, { row }) => ({
      total: row && 'after' in row ? 1 : 5,
      by: { result: { ok: 4, refused: 1, failed: 0 }, period: { day: 5, week: 5, month: 5 } },
    }),
  })
  log.unshift({ ...line('2', 'logoutAll', 'ok'), at })
  await page.findByRole('radio', { name: 'Refused (1)' })
  await page.findByRole('button', { name: 'Show 1 new' })
  expect(page.queryByText('logoutAll 2')).toBeNull()
  // A filter is of the same moment.
  fireEvent.click(page.getByRole('radio', { name: 'Done (4)' }))
  await waitFor(() => expect(list.mock.lastCall?.[1]).toMatchObject({ until: at, filters: { result: 'ok' } }))
  expect(page.queryByText('logoutAll 2')).toBeNull()
  fireEvent.click(await page.findByRole('button', { name: 'Show 1 new' }))
  await page.findByText('logoutAll 2')
})
