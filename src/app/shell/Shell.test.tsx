import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, language, loadAreas } from '#i18n/i18n.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { currentTheme } from '#ui/theme/theme.ts'
import { at, enter } from '../fake-house.ts'
import styles from './Shell.module.css'
import { Shell } from './Shell.tsx'

vi.mock('#live/channel/connect.ts', () => ({
  connectHome: () => ({
    close: () => {},
    home: {
      link: () => ({ state: 'live', since: 0 }),
      devices: () => ({ heads: [], total: 0, complete: true }),
      subscribe: () => () => {},
    },
  }),
}))

const styleSheet = readFileSync(join(import.meta.dirname, 'Shell.module.css'), 'utf8')

beforeAll(() => import('./AccountList.tsx'))
beforeEach(async () => {
  await loadAreas(['shell', 'menu', 'status', 'engine'])
  await changeLanguage('ch_EN')
})
afterEach(() => {
  act(() => session.end())
  delete document.documentElement.dataset.theme
})

const side = () =>
  within(screen.getAllByRole('navigation', { name: /Main menu|Hauptmenü/ })[0] ?? document.body)

describe('the shell', () => {
  test('marks where one is, also on a page below it', () => {
    enter('users')
    at('/devices/device/7', <Shell />)
    expect(side().getByRole('link', { name: 'Devices' }).getAttribute('aria-current')).toBe('page')
    expect(side().getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBeNull()
  })

  test.each([
    ['/dashboard_chart/7', 'Devices'],
    ['/dashboard_gateway_chart', 'Settings'],
  ])('a page of another area is below the page that it leads back to: %s, %s', (path, entry) => {
    enter('users')
    at(path, <Shell />)
    const current = side()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(entry)])
  })

  test('names the gateway with its state in words and its serial number', () => {
    enter('users')
    at('/gtw_settings', <Shell />)
    const header = within(screen.getByRole('banner'))
    expect(header.getByText('Home A')).toBeDefined()
    expect(header.getByText('Online')).toBeDefined()
    expect(header.getByText('A')).toBeDefined()
  })

  test('a press whose part comes over a slow link shows that it comes, below the header', async () => {
    enter('users')
    const { promise, resolve } = Promise.withResolvers<{ default: () => string }>()
    const Part = lazy(() => promise)
    at(
      '/gtw_settings',
      <>
        <Shell />
        <Suspense>
          <Part />
        </Suspense>
      </>,
    )
    const line = () => document.querySelector(`.${styles.loading}`)
    await waitFor(() => expect(line()).not.toBeNull())
    // In the header it would lie below the backdrop of a dialog, whatever layer it has itself.
    expect(line()?.closest('header')).toBeNull()
    expect(styleSheet).toMatch(/\n\.loading \{[^}]*z-index: var\(--layer-toast\)/)
    await act(async () => resolve({ default: () => 'It' }))
    expect(screen.getByText('It')).toBeDefined()
    expect(line()).toBeNull()
  })

  // 1.6-003
  test('people 3 a way to what the sub-role may not see is closed, and says so; the others are open', () => {
    const gateway = gatewayOf('A')
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({
      settings,
      user: userOf('users', { groups: ['users', 'viewer'] }),
      gateways: [gateway],
      gateway,
    })
    at('/devices/quick_controls', <Shell />)
    const log = side().getByRole('link', { name: 'Audit log', description: 'Your role does not allow this.' })
    expect(log.getAttribute('aria-disabled')).toBe('true')
    expect(side().getByRole('link', { name: 'Settings' }).getAttribute('aria-disabled')).toBeNull()
  })

  // 1.2-143
  test('switches menu entries off while the gateway is offline, and says why', () => {
    enter('users', 'offline')
    at('/gateway_offline', <Shell />)
    const devices = side().getByRole('link', { name: 'Devices', description: 'The gateway is offline.' })
    expect(devices.getAttribute('aria-disabled')).toBe('true')
  })

  test('says why an entry is closed, whatever the condition of the gateway is', async () => {
    enter('users')
    at('/gtw_settings', <Shell />)
    act(() => session.changeGateway('A', { backupRestoreInProgress: true, connectionStatus: 'offline' }))
    const link = side().getByRole('link', { name: 'Devices', description: 'A backup is being restored.' })
    expect(link.getAttribute('aria-disabled')).toBe('true')
    act(() => session.changeGateway('A', { backupRestoreInProgress: false, connectionStatus: 'online' }))
    expect(side().getByRole('link', { name: 'Devices' }).getAttribute('aria-disabled')).toBeNull()
    act(() => session.changeGateway('A', { operationMode: 2 }))
    expect(
      side().getByRole('link', { name: 'Devices', description: 'The gateway is in restricted mode.' }),
    ).toBeDefined()
  })

  test.each([
    [{ replacementInProgress: true }, 'Being replaced'],
    [{ firmwareUpgradeInProgress: true }, 'Upgrading'],
    [{ backupRestoreInProgress: true }, 'Restoring backup'],
    [{ subscriptionLockMode: 1 }, 'Subscription locked'],
    [{ lockStatus: 2_147_483_649 }, 'PIN locked'],
    [{ privileged: true, privilegedBy: 'u2' }, 'In use'],
    [{ connectionStatus: 'offline' as const }, 'Offline'],
    [{}, 'Online'],
  ])('the switcher tells every state of every gateway in words: %o', async (sign, word) => {
    enter('users')
    act(() => session.learnGateways([gatewayOf('A'), gatewayOf('B', sign)]))
    at('/gtw_settings', <Shell />)
    const header = within(screen.getByRole('banner'))
    await userEvent.click(header.getByRole('button', { name: /Change gateway/ }))
    const choice = await screen.findByRole('menuitemradio', { name: new RegExp(`Home B.*${word}`) })
    expect(choice.querySelector('svg')).not.toBeNull()
    await userEvent.click(choice)
    expect(header.getByText(word)).toBeDefined()
  })

  test('an entry that is switched off leads nowhere', async () => {
    enter('users', 'offline')
    at('/gateway_offline', <Shell />)
    const clicked = new Promise<boolean>((resolve) =>
      document.addEventListener('click', (event) => resolve(event.defaultPrevented), { once: true }),
    )
    await userEvent.click(side().getByRole('link', { name: /Devices/ }))
    expect(await clicked).toBe(true)
  })

  test('an administrator goes to the list of gateways to change it', () => {
    enter('admin')
    at('/gtw_settings', <Shell />)
    const change = within(screen.getByRole('banner')).getByRole('link', { name: /Change gateway/ })
    expect(change.getAttribute('href')).toBe('/gate_select')
  })

  test('has a way past the menu for keyboards', () => {
    enter('users')
    at('/gtw_settings', <Shell />)
    const skip = screen.getByRole('link', { name: 'Skip to content' })
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'))
  })
})

describe('the account menu', () => {
  async function choose(name: string): Promise<void> {
    enter('users')
    at('/gtw_settings', <Shell />)
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name }))
  }

  test('changes the appearance', async () => {
    await choose('Dark')
    expect(currentTheme()).toBe('dark')
  })

  test('changes the language of everything that is shown, and tells the account', async () => {
    const told = vi
      .fn<(request: Request) => Promise<Response>>()
      .mockResolvedValue(new Response(null, { status: 204 }))
    vi.stubGlobal('fetch', told)
    await choose('Deutsch')
    const asked = () =>
      told.mock.calls.flatMap(([request]) =>
        new URL(request.url).pathname === '/api/setLangUser' ? [request] : [],
      )
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    expect(await asked()[0]?.json()).toEqual({ language: 'ch_DE' })
    vi.unstubAllGlobals()
    expect(language()).toBe('ch_DE')
    expect(await side().findByRole('link', { name: 'Geräte' })).toBeDefined()
  })

  test('says who is signed in', async () => {
    enter('users')
    at('/gtw_settings', <Shell />)
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Account' }))
    expect(await screen.findByText('Seraina Bühler')).toBeDefined()
  })
})
