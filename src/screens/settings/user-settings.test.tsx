import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import flags from '#catalogue/flags.json'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, language } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { session } from '#session/session.ts'
import * as actions from './actions.ts'

const settings = screens.get('user_settings') as SectionsScreen
const shipped = Object.fromEntries(Object.entries(flags.flags).map(([name, { value }]) => [name, value]))

const rows = {
  getLoggedInUsers: [
    {
      sessionId: 'here',
      clientType: 'browser',
      deviceModel: 'Firefox, Linux',
      current: true,
      lastSeenAt: '2026-01-01T00:00:00Z',
      username: 'seraina@home.test',
    },
    {
      sessionId: 'there',
      clientType: 'browser',
      deviceModel: 'Safari, iOS',
      current: false,
      lastSeenAt: '2026-01-01T00:00:00Z',
      username: 'seraina@home.test',
    },
  ],
  getTokens: [
    {
      _id: 'voice A',
      client: { clientId: 'voice', name: 'Voice helper' },
      serial_number: 'A',
      createdAt: '2026-01-01T00:00:00Z',
    },
  ],
}

const done: ActionResult = { ok: true, data: undefined, status: 204 }

// Dialogs and rows are chunks of their own; that is not what these tests wait for.
beforeAll(
  () => Promise.all([import('#ui/dialog/DialogFrame.tsx'), import('#engine/screens/sections/ListRows.tsx')]),
  60_000,
)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  session.signIn({ userId: 'u1', sessionId: 's1' })
})
afterEach(() => session.end())

const act = vi.fn<Source['act']>()
beforeEach(() => void act.mockReset().mockResolvedValue(done))

const answered: Source['list'] = async ({ from }) => {
  const found = 'operation' in from ? rows[from.operation as keyof typeof rows] : []
  return { rows: found, total: found.length }
}

const open = (on: readonly string[] = ['CLIENTS_AVAILABLE'], role = 'users', list = answered) =>
  renderScreen({
    Screen,
    screen: settings,
    definitions,
    situation: {
      role,
      session: {
        id: 'u1',
        firstName: 'Seraina',
        lastName: 'Bühler',
        username: 'seraina@home.test',
        preferredLanguage: 'ch_DE',
        language: 'ch_EN',
      },
      flags: new Set(on),
      settings: shipped,
    },
    ports: {
      source: {
        ...noSource,
        act,
        list,
      },
    },
    actions,
  })

const section = (name: string) => within(page.getByRole('region', { name }))
/** Fields come when somebody wants to change something. */
const unfold = async (name: string, button = 'Change') =>
  userEvent.click(section(name).getByRole('button', { name: button }))

describe("spec 1 §2 one's own account", () => {
  // 3.2-005
  test('1.2-067 1.2-069 shows who is signed in', async () => {
    await open()
    expect(section('Profile').getByText('Bühler')).toBeDefined()
    expect(section('Profile').getByText('seraina@home.test')).toBeDefined()
    // His name and his face head the page, with a list of what is on it.
    expect(page.getByRole('heading', { level: 1, name: 'Seraina Bühler' })).toBeDefined()
    const parts = within(page.getByRole('navigation', { name: 'On this page' }))
    // What shares a card is one entry of it.
    expect(parts.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe('#section-password')
    expect(parts.queryByRole('link', { name: 'Recovery codes' })).toBeNull()
    expect(section('Recovery codes').getByText('Still valid')).toBeDefined()
  })

  test('1.6-103 names give way to the address when sensitive data are hidden', async () => {
    await open(['HIDE_SENSITIVE_DATA'])
    expect(section('Profile').queryByText('Bühler')).toBeNull()
    expect(section('Profile').getByText('seraina@home.test')).toBeDefined()
  })

  test('the language changes at once and is kept with the account', async () => {
    await open()
    // What is in use is told and chosen, whatever the account prefers.
    expect(section('Language').getByText('English')).toBeDefined()
    expect(section('Language').queryByRole('radio')).toBeNull()
    await unfold('Language')
    expect(await section('Language').findByRole('radio', { name: 'English', checked: true })).toBeDefined()
    await userEvent.click(section('Language').getByRole('radio', { name: 'Deutsch' }))
    await userEvent.click(section('Language').getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(language()).toBe('ch_DE'))
    // What is kept stands folded again.
    await waitFor(() => expect(page.queryByRole('radio')).toBeNull())
    expect(act).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'setLangUser' }),
      expect.objectContaining({ form: { language: 'ch_DE' } }),
    )
  })
})

describe('linked accounts', () => {
  test('3.9-006 come 5, 10 or 20 a page', async () => {
    const people = Array.from({ length: 12 }, (_, n) => ({
      ...{ _id: `l${n}`, isSupport: false, verified: true, standing: 'linked' },
      ...{ person: { username: `p${n}@home.test`, firstName: 'Person', lastName: `${n}.` } },
      createdAt: '2026-01-01T00:00:00Z',
    }))
    const asked: unknown[] = []
    await open(['LINKED_ACCOUNTS'], 'users', async ({ from }, query) => {
      if (!('operation' in from) || from.operation !== 'getMySecondary') return { rows: [], total: 0 }
      asked.push(query.limit)
      return { rows: people.slice(0, query.limit), total: people.length }
    })
    const linked = section('Linked accounts')
    expect(await linked.findAllByRole('listitem')).toHaveLength(5)
    const sizes = linked.getByRole('combobox', { name: 'Rows' })
    expect([...sizes.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      '5',
      '10',
      '20',
    ])
    await userEvent.selectOptions(sizes, '20')
    await waitFor(() => expect(linked.getAllByRole('listitem')).toHaveLength(12))
    expect(asked).toEqual([5, 20])
    // The way back stays, also where all of them are on one page.
    expect(linked.getByRole('combobox', { name: 'Rows' })).toBeDefined()
  })
})

// 1.2-070 3.2-007
describe('spec 1 §5 change password', () => {
  const type = async (present: string, next: string, again: string) => {
    const form = section('Change password')
    if (form.queryByRole('button', { name: 'Change' })) await unfold('Change password')
    // Pasted, as password managers do: every key would draw the rules anew.
    for (const [label, text] of [
      ['Current password', present],
      ['New password', next],
      ['Repeat the new password', again],
    ] as const) {
      await userEvent.click(form.getByLabelText(label))
      await userEvent.paste(text)
    }
    await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  }

  // 3.1-010 3.8-032
  test('1.7-009 1.8-014 sends both passwords and says that it is changed', async () => {
    await open()
    await unfold('Change password')
    await userEvent.click(
      section('Change password').getByRole('switch', { name: 'Sign out everywhere else' }),
    )
    await type('Gatehouse-Home-1', 'Gatehouse-Home-2', 'Gatehouse-Home-2')
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'changePass' }),
        expect.objectContaining({
          form: {
            checkSecret: 'Gatehouse-Home-1',
            secret: 'Gatehouse-Home-2',
            confirmation: 'Gatehouse-Home-2',
            logoutOtherClients: true,
          },
        }),
      ),
    )
    expect(await page.findByText('Password changed')).toBeDefined()
  })

  test('two that differ are said so and not sent', async () => {
    await open()
    await type('Gatehouse-Home-1', 'Gatehouse-Home-2', 'Gatehouse-Home-3')
    expect((await page.findAllByText(/PASSWORD|password|same|match/i)).length).toBeGreaterThan(0)
    expect(act).not.toHaveBeenCalled()
  })

  // 3.8-031
  test('1.8-013 a refusal shows what the server says', async () => {
    act.mockResolvedValue({
      ok: false,
      status: 400,
      code: 'WRONG_PASSWORD',
      message: 'That is not it.',
      fields: [{ field: 'checkSecret', message: 'That is not it.' }],
    })
    await open()
    await type('wrong', 'Gatehouse-Home-2', 'Gatehouse-Home-2')
    expect(await page.findByText('That is not it.')).toBeDefined()
  })

  test('is not offered where an identity provider keeps the password', async () => {
    await open(['EXTERNAL_LOGIN'])
    expect(page.queryByRole('region', { name: 'Change password' })).toBeNull()
  })
})

describe('sessions and programs', () => {
  test('what stands below rows that are still coming waits, and nothing of it can be used meanwhile', async () => {
    const answers = new Map<string, () => void>()
    await open([], 'users', async ({ from }) => {
      const operation = 'operation' in from ? from.operation : ''
      await new Promise<void>((resolve) => answers.set(operation, resolve))
      return {
        rows: rows[operation as keyof typeof rows],
        total: rows[operation as keyof typeof rows].length,
      }
    })
    const held = () => page.getByRole('region', { name: 'Delete account' }).closest('[data-held]')
    expect(held()).not.toBeNull()
    expect(page.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
    for (const answer of answers.values()) answer()
    await waitFor(() => expect(held()).toBeNull())
    expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeDefined()
  })

  // 3.2-098
  test('1.7-021 another session can be ended, the own one not', async () => {
    await open()
    const sessions = section('Where you are signed in')
    expect(await sessions.findByText('Safari, iOS')).toBeDefined()
    const buttons = sessions
      .getAllByRole('button', { name: /^Sign out( |$)/ })
      .filter(({ textContent }) => textContent === 'Sign out')
    expect(buttons).toHaveLength(1)
    await userEvent.click(buttons[0] as HTMLElement)
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'logoutOne' }),
        expect.objectContaining({ row: expect.objectContaining({ sessionId: 'there' }) }),
      ),
    )
  })

  test.each([
    ['without its flag', [], 'users'],
    ['for administrators', ['CLIENTS_AVAILABLE'], 'admin'],
  ])('1.2-068 1.6-030 1.6-038 3.2-006 programs are not shown %s', async (_when, on, role) => {
    await open(on, role)
    expect(page.queryByRole('region', { name: 'Programs with access' })).toBeNull()
  })

  // 3.2-092 3.8-028 3.8-029
  test('1.6-038 programs that have access can lose it', async () => {
    await open()
    const programs = section('Programs with access')
    expect(await programs.findByText('Voice helper')).toBeDefined()
    await userEvent.click(programs.getByRole('button', { name: 'Revoke access' }))
    const dialog = within(await page.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke access' }))
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'deleteToken' }),
        expect.objectContaining({ row: expect.objectContaining({ serial_number: 'A' }) }),
      ),
    )
  })
})

// 1.2-071 3.2-008
describe('delete account', () => {
  // 3.1-011
  test('asks twice, then ends the session with a word about it', async () => {
    await open()
    const form = section('Delete account')
    await unfold('Delete account', 'Delete my account …')
    await userEvent.type(form.getByLabelText('Password'), 'Gatehouse-Home-1')
    await userEvent.click(form.getByRole('button', { name: 'Delete my account' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Delete your account?' }))
    expect(act).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
    await waitFor(() => expect(session.state().credentials).toBeUndefined())
    expect(session.state().signOutReason).toBe('session.accountRemoved')
    expect(act).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'deleteAccount' }),
      expect.objectContaining({ form: { id: 'u1', checkSecret: 'Gatehouse-Home-1' } }),
    )
  })
})
