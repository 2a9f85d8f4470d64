import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ListQuery, Row, Source } from '#engine/ports.ts'
import { Screen as List } from '#engine/screens/list/Screen.tsx'
import { Screen as Sections } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { ListScreen, SectionsScreen } from '#schemas/generated/definitions/screen.ts'

// Dialogs, forms and rows are chunks of their own; that is not what these tests wait for.
beforeAll(
  () =>
    Promise.all([
      import('#ui/dialog/DialogFrame.tsx'),
      import('#engine/actions/AskDialog.tsx'),
      import('#engine/actions/ConfirmDialog.tsx'),
      import('#engine/forms/rich/RichForm.tsx'),
      import('#engine/screens/sections/ListRows.tsx'),
      definitions.richForm?.('externalIdentity'),
      definitions.richForm?.('invitation'),
    ]),
  60_000,
)
beforeEach(() => changeLanguage('ch_EN'))

const mia = {
  id: 'mia',
  username: 'mia@home.test',
  name: 'Mia Bühler',
  role: 'users',
  subrole: 'viewer',
  state: 'active',
  createdAt: '2026-01-01T00:00:00Z',
}

// 1.9-009
describe('the accounts', () => {
  const list = vi.fn<Source['list']>(async () => ({ rows: [mia], total: 1 }))
  const asked = () => list.mock.lastCall?.[1] as ListQuery
  const open = () =>
    renderScreen({
      Screen: List,
      screen: screens.get('accounts') as ListScreen,
      definitions,
      situation: { role: 'admin', session: { id: 'admin-1', language: 'ch_DE' } },
      ports: { source: { ...noSource, list } },
    })

  test('1.9-009 are listed fifteen a page, found by a text, and lead to each', async () => {
    await open()
    expect(await page.findByText('mia@home.test')).toBeDefined()
    expect(asked()).toMatchObject({ page: 1, limit: 15 })
    await userEvent.type(page.getByRole('searchbox'), 'mia{Enter}')
    await waitFor(() => expect(asked().search).toBe('mia'))
    const link = await page.findByRole('link', { name: /mia@home.test/ })
    expect(link.getAttribute('href')).toBe('/accounts/mia')
  })

  test('who invites begins with the language that he speaks himself', async () => {
    await open()
    await userEvent.click(await page.findByRole('button', { name: 'Invite' }))
    const dialog = within(await page.findByRole('dialog'))
    const chosen = await dialog.findByRole<HTMLInputElement>('radio', { name: 'Deutsch' })
    expect(chosen.checked).toBe(true)
  })
})

describe('one account', () => {
  const identity = {
    _id: 'i1',
    userId: 'mia',
    issuer: 'https://id.example',
    subject: '4711',
    createdAt: mia.createdAt,
  }
  let linked: Row[]
  const act = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 204 }))
  const list = vi.fn<Source['list']>(async () => ({ rows: linked, total: linked.length }))
  const one = vi.fn<Source['one']>(async () => ({ ...mia, gateways: 'DOC4-1' }))
  beforeEach(() => {
    linked = [identity]
    act.mockClear()
    list.mockClear()
    one.mockReset()
    one.mockImplementation(async () => ({ ...mia, gateways: 'DOC4-1' }))
  })
  const open = (me = 'admin-1') =>
    renderScreen({
      Screen: Sections,
      screen: screens.get('account') as SectionsScreen,
      definitions,
      params: { id: 'mia' },
      situation: { role: 'admin', session: { id: me } },
      ports: { source: { ...noSource, act, list, one } },
    })
  const section = (name: string) => within(page.getByRole('region', { name }))

  test('is the one of the address, and leads back to the list', async () => {
    await open()
    expect(await page.findByRole('heading', { name: 'Mia Bühler' })).toBeDefined()
    for (const call of [...one.mock.calls.map(([, bound]) => bound), list.mock.lastCall?.[3]])
      expect(call).toEqual({ route: { id: 'mia' } })
    expect(page.getByRole('link', { name: 'Accounts' }).getAttribute('href')).toBe('/accounts')
  })

  test('is called by the name of the person, not “Account”', async () => {
    await open()
    expect(await page.findByRole('heading', { level: 1, name: 'Mia Bühler' })).toBeDefined()
  })

  test.each([
    ['mia', ['Open your own settings']],
    ['admin-1', ['Send a link for a new password', 'Disable']],
  ])('what %s may do with it is offered and nothing that would only be refused', async (me, offered) => {
    await open(me)
    await page.findByText('mia@home.test')
    const buttons = await section('Person').findAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(offered)
    for (const name of ['Permissions', 'Second factor'])
      expect(page.queryByRole('region', { name }) !== null).toBe(me !== 'mia')
  })

  test.each([true, false])(
    'has its second factors reset only where there are any: %s',
    async (secondFactor) => {
      one.mockImplementation(async () => ({ ...mia, gateways: 'DOC4-1', secondFactor }))
      await open()
      const factors = within(await page.findByRole('region', { name: 'Second factor' }))
      await factors.findByText(secondFactor ? 'On' : 'Off')
      expect(factors.queryAllByRole('button')).toHaveLength(secondFactor ? 1 : 0)
    },
  )

  // 1.6-003
  test('1.6-003 gets another sub-role through the call', async () => {
    await open()
    const form = section('Permissions')
    expect((await form.findByRole('radio', { name: /^Viewer/ })).getAttribute('checked')).not.toBeNull()
    await userEvent.click(form.getByRole('radio', { name: /^Operator/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'setSubrole' }),
        expect.objectContaining({ route: { id: 'mia' }, form: { subrole: 'operator' } }),
      ),
    )
  })

  test('is linked to an external person; what is shown then is asked for anew', async () => {
    linked = []
    act.mockResolvedValueOnce({ ok: true, data: identity, status: 201 })
    await open()
    const identities = section('External sign-in')
    expect(await identities.findByText('Not linked')).toBeDefined()
    await userEvent.click(await identities.findByRole('button', { name: 'Link' }))
    const dialog = within(await page.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(/^Id at the provider/), '4711')
    // One row of buttons, as every dialog has.
    const [cancel, submit] = ['Cancel', 'Link'].map((name) => dialog.getByRole('button', { name }))
    expect(submit?.closest('form')).toBeNull()
    expect(cancel?.parentElement?.contains(submit ?? null)).toBe(true)
    linked = [identity]
    await userEvent.click(dialog.getByRole('button', { name: 'Link' }))
    expect(await identities.findByText('4711')).toBeDefined()
    expect(act).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'linkExternalIdentity' }),
      expect.objectContaining({ route: { id: 'mia' }, form: { subject: '4711' } }),
    )
  })

  test('says in the dialog that somebody else is this person already', async () => {
    act.mockResolvedValueOnce({
      ok: false,
      status: 409,
      code: 'IDENTITY_LINKED',
      message: 'This id opens an account already.',
      fields: [{ field: 'subject', message: 'This id opens an account already.' }],
    })
    await open()
    await userEvent.click(await section('External sign-in').findByRole('button', { name: 'Link' }))
    const dialog = within(await page.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(/^Id at the provider/), '4711')
    await userEvent.click(dialog.getByRole('button', { name: 'Link' }))
    expect(await dialog.findByText('This id opens an account already.')).toBeDefined()
  })

  test('is unlinked after a question', async () => {
    await open()
    const identities = section('External sign-in')
    await userEvent.click(await identities.findByRole('button', { name: 'Unlink' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Remove this link?' }))
    expect(act).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }))
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'unlinkExternalIdentity' }),
        expect.objectContaining({ row: identity }),
      ),
    )
  })
})
