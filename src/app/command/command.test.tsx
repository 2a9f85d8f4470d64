import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PortsContext } from '#engine/engine.ts'
import { noSource } from '#engine/no-source.ts'
import { homeOf } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { at, enter } from '../fake-house.ts'
import { SideMenu } from '../shell/SideMenu.tsx'
import { useEntries } from '../shell/use-entries.ts'
import { CommandButton } from './CommandButton.tsx'
import { CommandLayer } from './CommandLayer.tsx'
import { switchPlainKeys } from './shortcuts.ts'

beforeAll(
  () => Promise.all([import('./Palette.tsx'), import('./KeyMap.tsx'), import('#ui/dialog/DialogFrame.tsx')]),
  60_000,
)
// jsdom lays nothing out, so there is nowhere to scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {}
})
beforeEach(async () => {
  await loadAreas(['shell', 'menu', 'screens'])
  await changeLanguage('ch_EN')
})
afterEach(() => {
  act(() => session.end())
  switchPlainKeys(true)
})

function begin(role: 'users' | 'admin' = 'users', modules?: Readonly<Record<string, boolean>>) {
  enter(role, 'online', modules && { modules })
  at(
    '/devices/quick_controls',
    <>
      <CommandButton />
      <input aria-label="elsewhere" />
      <CommandLayer />
    </>,
  )
}
const palette = () => screen.findByRole('dialog', { name: 'Search or run a command' })
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const chosen = () =>
  screen.getAllByRole('option').find((option) => option.ariaSelected === 'true')?.textContent
const address = () => screen.getByLabelText('address').textContent

describe('the command palette', () => {
  test('opens with Ctrl+K, finds screens of the menu and goes there', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    await vi.waitFor(() => expect(document.activeElement).toBe(input))
    await userEvent.type(input, 'sett')
    expect(chosen()).toBe('Settings')
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/gtw_settings')
  })

  test('Escape takes back what was typed first, and then closes it', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    await userEvent.type(input, 'sett')
    await userEvent.keyboard('{Escape}')
    expect(input).toHaveProperty('value', '')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opens from the header, and gives the focus back there', async () => {
    begin()
    const button = screen.getByRole('button', { name: /Search or run a command/ })
    await userEvent.click(button)
    await palette()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  test('arrow keys go round; the field tells which one is chosen', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    const all = options()
    await userEvent.keyboard('{ArrowUp}')
    expect(chosen()).toBe(all.at(-1))
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toBe(all[0])
    expect(input.getAttribute('aria-activedescendant')).toBe(
      screen.getAllByRole('option').find((option) => option.ariaSelected === 'true')?.id,
    )
  })

  test('runs what stands in the account menu', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(within(await palette()).getByRole('combobox'), 'dark{Enter}')
    expect(document.documentElement.dataset.theme).toBe('dark')
    delete document.documentElement.dataset.theme
  })

  test('says so when nothing fits', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(within(await palette()).getByRole('combobox'), 'zebra')
    expect(screen.getByText('Nothing matches “zebra”.')).toBeDefined()
    expect(screen.queryAllByRole('option')).toEqual([])
  })

  test('people 16 finds pages that stand in no menu, and none that needs something else first', async () => {
    begin()
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    const menu = options().length
    await userEvent.type(input, 'add a gateway')
    expect(options()).toEqual(['Add a gateway'])
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/new_gateway')
    expect(menu).toBeGreaterThan(0)
  })

  test('offers only the screens of the role', async () => {
    begin('admin')
    await userEvent.keyboard('{Control>}k{/Control}')
    await palette()
    expect(options()).toContain('Gateways')
  })

  test('says below which entry of the menu a page stands, and finds it by that', async () => {
    begin('admin', { bulk: true })
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    await userEvent.type(input, 'bulk create')
    expect(options()).toEqual(['CreateBulk'])
  })
})

const Menu = () => (
  <nav>
    <SideMenu entries={useEntries()} />
  </nav>
)

// decision 0300
describe.each([
  ['whoever may only look', ['users', 'onlooker'], 'online'],
  ['whoever signed in with the secret of a gateway', ['users', 'gateway'], 'online'],
  ['somebody whose gateway is away', ['users'], 'offline'],
] as const)('the palette offers %s', (_who, groups, connectionStatus) => {
  const links = () => {
    const all = screen.getAllByRole('link', { hidden: true })
    return all.map((link) => ({
      name: link.textContent,
      why: link.ariaDisabled === 'true' ? link.title : undefined,
    }))
  }

  test('what the menu offers, and of the rest says why, as the menu does', async () => {
    const gateway = gatewayOf('A', { connectionStatus })
    const modules = { devices: true, scenes: true, home_setup: true, settings: true, notifications: true }
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({
      ...{ settings: { ...settings, modules }, gateways: [gateway], gateway },
      user: userOf('users', { groups: [...groups] }),
    })
    at(
      '/devices/quick_controls',
      <>
        <Menu />
        <CommandLayer />
      </>,
    )
    const entries = links()
    expect(entries.filter(({ why }) => why !== undefined).length).toBeGreaterThan(0)
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = within(await palette()).getByRole('combobox')
    for (const { name, why } of entries) {
      fireEvent.change(input, { target: { value: name } })
      const option = screen.getAllByRole('option').find((one) => one.textContent === `${name}${why ?? ''}`)
      expect([name, option?.getAttribute('aria-disabled')]).toEqual([name, why === undefined ? null : 'true'])
    }
    // Enter on what is closed leads nowhere.
    const closed = entries.find(({ why }) => why !== undefined)
    fireEvent.change(input, { target: { value: closed?.name } })
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/devices/quick_controls')
  })
})

test('scenes that do not come are missing aloud, and asked for again in their place', async () => {
  enter('users', 'online', { modules: { scenes: true } })
  const one = vi.fn(async (): Promise<unknown> => {
    throw new Error('It burns')
  })
  const source = { ...noSource, one }
  at(
    '/devices/quick_controls',
    <PortsContext value={{ ...homeOf(), widgets: new Map(), source }}>
      <CommandLayer />
    </PortsContext>,
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  const shown = within(await palette())
  expect(await shown.findByText('The scenes could not be loaded.')).toBeDefined()
  one.mockImplementation(async () => ({ rules: [{ id: 's1', name: 'Evening' }] }))
  await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByRole('option', { name: 'Run “Evening”' })).toBeDefined()
  expect(shown.queryByText('The scenes could not be loaded.')).toBeNull()
  expect(document.activeElement).toBe(shown.getByRole('combobox'))
})

describe('keys', () => {
  test('? shows them all', async () => {
    begin()
    await userEvent.keyboard('?')
    const map = within(await screen.findByRole('dialog', { name: 'Keyboard' }))
    expect(map.getByText('Cancel the search')).toBeDefined()
    expect(map.queryByText('Gateways')).toBeNull()
  })

  test('two keys one after the other go to a screen', async () => {
    begin()
    await userEvent.keyboard('gs')
    expect(address()).toBe('/gtw_settings')
  })

  test('typing into a field is typing', async () => {
    begin()
    await userEvent.type(screen.getByLabelText('elsewhere'), '?gs')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('single keys can be switched off; Ctrl+K stays (WCAG 2.1.4)', async () => {
    begin()
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard' })
    await userEvent.click(screen.getByRole('switch', { name: 'Single keys' }))
    await userEvent.keyboard('{Escape}?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(await palette()).toBeDefined()
  })
})

test('what is typed before the palette has come is searched for', async () => {
  begin()
  // Two events of one moment: nothing has been drawn in between.
  act(() => {
    for (const [key, ctrlKey] of [
      ['k', true],
      ['d', false],
      ['a', false],
    ] as const)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      )
  })
  const input = within(await palette()).getByRole<HTMLInputElement>('combobox')
  expect(input.value).toBe('da')
})
