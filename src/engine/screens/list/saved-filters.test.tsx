import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { SavedFilter } from '#schemas/generated/entities/saved-filter.ts'
import type { CallOptions, Calls, ListQuery, Refused } from '../../ports.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

// Code of menus and dialogs arrives with the first one; that is not what these tests wait for.
beforeAll(async () => {
  await Promise.all([
    import('#ui/menu/MenuPopover.tsx'),
    import('#ui/dialog/DialogFrame.tsx'),
    loadAllTexts(),
  ])
}, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen: ListScreen = {
  ...{ id: 'audit', route: '/audit', kind: 'list', resource: 'audit' },
  ...{ search: true, saveFilters: true },
  columns: [{ field: 'what' }],
  filters: [{ field: 'result', values: ['ok', 'refused'] }],
  order: '-at',
}

/** A person's kept filters, on a server that may refuse. */
function keeper(kept: SavedFilter[] = [], refuse?: Refused, misses = 0) {
  let missed = 0
  const asked: ListQuery[] = []
  const told: unknown[] = []
  const call = (async (operation: string, input: SavedFilter, options?: CallOptions) => {
    told.push(options?.told)
    if (refuse) return refuse
    const at = kept.findIndex(({ screen: of, name }) => of === input.screen && name === input.name)
    if (at >= 0) kept.splice(at, 1)
    if (operation === 'keepSavedFilter') kept.push(input)
    return { ok: true, data: undefined }
  }) as Calls['call']
  const source = {
    ...noSource,
    call,
    load: (async () => {
      if (missed++ < misses) throw new Error('away')
      return { data: [...kept] }
    }) as unknown as Calls['load'],
    list: async (_resource: unknown, query: ListQuery) => {
      asked.push(query)
      return { rows: [], total: 0 }
    },
  }
  const open = (path = '/audit') => renderScreen({ Screen, screen, definitions, path, ports: { source } })
  return { asked, kept, told, open }
}

/** Opens it; the hand is in it a frame later. */
const menu = async () => {
  await userEvent.click(await page.findByRole('button', { name: 'Saved filters' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toMatch(/^menuitem/))
}
const entry = (name: string) => page.findByRole('menuitem', { name })
const mine: SavedFilter = {
  ...{ screen: 'audit', name: 'Refused' },
  asks: { search: 'pin', order: 'at', filters: { result: 'refused' } },
}

test('what a list asks for is kept under a name, and asked for again by it', async () => {
  const { kept, asked, open } = keeper([{ ...mine, screen: 'outbox', name: 'Of another list' }])
  const { address } = await open('/audit?q=pin&f.result=refused&sort=at&page=3')
  await menu()
  expect(page.queryByText('Of another list')).toBeNull()
  await userEvent.click(await entry('Save these filters …'))
  await userEvent.type(await page.findByLabelText('Name'), ' Refused ')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(kept[1]).toEqual(mine))

  await userEvent.click(page.getByRole('button', { name: 'Show everything' }))
  expect(address()).toBe('/audit?sort=at')
  await menu()
  await userEvent.click(await page.findByRole('menuitemradio', { name: 'Refused' }))
  expect(address()).toBe('/audit?sort=at&q=pin&f.result=refused')
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      page: 1,
      search: 'pin',
      order: 'at',
      filters: { result: 'refused' },
    }),
  )
})

test('nothing is kept of a list that is asked for nothing, nor two of one name', async () => {
  const { kept, open } = keeper([mine])
  await open()
  await menu()
  expect((await entry('Save these filters …')).getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
  await userEvent.type(page.getByRole('searchbox'), 'other{Enter}')
  await menu()
  await userEvent.click(await entry('Save these filters …'))
  await userEvent.type(await page.findByLabelText('Name'), 'refused')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(await page.findByText(/already/)).toBeTruthy()
  expect(kept).toEqual([mine])
})

test('what stands in the list now is deleted, and brought back by Undo', async () => {
  const { kept, open } = keeper([mine])
  await open('/audit?q=pin&f.result=refused&sort=at')
  await menu()
  await userEvent.click(await entry('Delete this filter'))
  expect(await page.findByText('Filter “Refused” deleted')).toBeTruthy()
  expect(kept).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(kept).toEqual([mine]))
})

test('a server that keeps no more says so in the dialog, with the name still there', async () => {
  const refuse: Refused = { ok: false, code: 'TOO_MANY_SAVED_FILTERS', message: 'Conflict' }
  const { told, open } = keeper([], refuse)
  await open('/audit?q=pin')
  await menu()
  await userEvent.click(await entry('Save these filters …'))
  await userEvent.type(await page.findByLabelText('Name'), 'Refused')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(await page.findByText(/no room for another saved filter/)).toBeTruthy()
  // In the dialog, and nowhere else besides.
  expect(told).toEqual([['other']])
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Refused')
})

test('filters that could not be loaded are not said to be none: they are asked for again in the menu', async () => {
  const { kept, open } = keeper([mine], undefined, 1)
  await open('/audit?q=pin')
  await userEvent.click(await page.findByRole('button', { name: 'Saved filters' }))
  expect(await page.findByText('The saved filters could not be loaded')).toBeTruthy()
  expect(page.queryByText('No filters saved yet')).toBeNull()
  // Under the name of one that is not known it would take its place.
  expect((await entry('Save these filters …')).ariaDisabled).toBe('true')
  await userEvent.click(await entry('Try again'))
  expect(await page.findByRole('menuitemradio', { name: 'Refused' })).toBeTruthy()
  expect(kept).toEqual([mine])
})
