import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ListQuery, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import * as actions from './actions.tsx'

// A dialog's code arrives with the first one; that is not what these tests wait for.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(() => changeLanguage('ch_EN'))
afterEach(() => {
  cleanup()
  toasts.clear()
})

const campaigns = Array.from({ length: 12 }, (_, at) => ({
  ...{ _id: `c${at}`, announcementName: `Power cut ${at}`, type: 'email', status: 'In Progress' },
  ...{ campaignOptions: { progress: 40 }, taskCounters: { total: 9, failed: 0 }, canCancel: true },
}))
const templates = Array.from({ length: 12 }, (_, at) => ({
  ...{ _id: `t${at}`, name: `Works ${at}`, notificationType: 'email' },
  announcement_details: { title: 'Works', message: 'From ten to eleven.' },
}))

/** One of the two lists over these rows; what is asked, and what is carried out. */
async function open(id: 'announcement_log' | 'announcement_template', rows: readonly object[]) {
  const asked: ListQuery[] = []
  const act = vi.fn<Source['act']>().mockResolvedValue({ ok: true, data: {}, status: 200 })
  const { address } = await renderScreen({
    Screen,
    screen: screens.get(id) as ListScreen,
    definitions,
    situation: { role: 'admin' },
    actions,
    ports: {
      source: {
        ...noSource,
        act,
        // Nothing was kept under a name.
        one: async () => [],
        list: async (_resource, query) => {
          asked.push(query)
          return { rows: rows.slice(0, query.limit) as never, total: rows.length }
        },
      },
    },
  })
  await page.findAllByRole('row')
  return { asked, act, address }
}

/** Something that is done with the first row, from its menu or its button. */
async function choose(name: string): Promise<void> {
  const [, first] = page.getAllByRole('row')
  if (!first) throw new Error('no row')
  const direct = within(first).queryByRole('button', { name })
  if (direct) return userEvent.click(direct)
  await userEvent.click(within(first).getAllByRole('button').at(-1) as HTMLElement)
  await userEvent.click(await page.findByRole('menuitem', { name }))
}

describe('spec 3 §2 the list of announcements', () => {
  // 3.2-064 3.2-065
  test('is searched by Enter, not by typing, and Escape takes the search back', async () => {
    const { asked, address } = await open('announcement_log', campaigns)
    const box = page.getByRole('searchbox')
    await userEvent.type(box, 'water')
    expect(asked.every(({ search }) => search === undefined)).toBe(true)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked.at(-1)?.search).toBe('water'))
    await userEvent.type(page.getByRole('searchbox'), ' pipe{Escape}')
    await waitFor(() => expect(asked.at(-1)?.search).toBeUndefined())
    expect((page.getByRole('searchbox') as HTMLInputElement).value).toBe('')
    expect(address()).toBe('/announcement/log')
  })

  // 3.2-066 3.8-041
  test('cancels one after a yes, which is said, and looks anew', async () => {
    const { asked, act } = await open('announcement_log', campaigns)
    await choose('Cancel announcement')
    const dialog = await page.findByRole('dialog')
    expect(act).not.toHaveBeenCalled()
    const before = asked.length
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel announcement' }))
    await waitFor(() => expect(act).toHaveBeenCalledOnce())
    expect(act.mock.calls[0]).toMatchObject([{ operation: 'cancelAnnouncement' }, { row: { _id: 'c0' } }])
    expect(await page.findByText('The announcement was cancelled.')).toBeTruthy()
    expect(asked.length).toBeGreaterThan(before)
  })

  test('offers no cancel for one that is over', async () => {
    await open('announcement_log', [{ ...campaigns[0], status: 'Completed', canCancel: false }])
    expect(page.queryByRole('button', { name: 'Cancel announcement' })).toBeNull()
  })
})

describe('spec 3 §9 announcements and templates', () => {
  test.each([
    ['3.9-008', 'announcement_log', campaigns],
    ['3.9-009', 'announcement_template', templates],
  ] as const)('%s stand ten to a page: %s', async (_atom, id, rows) => {
    const { asked } = await open(id, rows)
    expect(asked[0]).toMatchObject({ page: 1, limit: 10 })
    expect(page.getAllByRole('row')).toHaveLength(11)
  })
})

describe('spec 3 §5 a template', () => {
  // 3.5-065 3.8-042
  test('is deleted only where its name is typed, letter for letter, and that it is gone is said', async () => {
    const { act } = await open('announcement_template', templates)
    act.mockResolvedValue({ ok: true, data: undefined, status: 204 })
    await choose('Delete')
    const dialog = within(await page.findByRole('dialog'))
    const yes = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    await userEvent.type(dialog.getByRole('textbox'), 'Works ')
    expect(yes().disabled).toBe(true)
    await userEvent.type(dialog.getByRole('textbox'), '0')
    expect(yes().disabled).toBe(false)
    await userEvent.click(yes())
    await waitFor(() => expect(act).toHaveBeenCalledOnce())
    expect(await page.findByText('The template was deleted.')).toBeTruthy()
  })
})
