import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Menu, MenuButton, type MenuChoice, type MenuTrigger } from './Menu.tsx'

const onRename = vi.fn()
const onRemove = vi.fn()

const choices: MenuChoice[] = [
  { id: 'rename', text: 'Rename', onSelect: onRename },
  { id: 'move', text: 'Move', disabled: true },
  { id: 'remove', text: 'Remove', danger: true, onSelect: onRemove },
]

// The list comes with the first menu; here it is fetched before the clock of a test runs.
beforeAll(() => import('./MenuPopover.tsx'))
beforeEach(() => vi.clearAllMocks())

const more = (attributes: MenuTrigger) => (
  <button type="button" {...attributes}>
    More
  </button>
)

async function opened() {
  const user = userEvent.setup()
  render(<Menu label="Actions" groups={[{ id: 'all', choices }]} trigger={more} />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menu', { name: 'Actions' })
  await waitFor(() => expect(focused()).toBe('Rename'))
  return user
}

const focused = (): string | null | undefined => document.activeElement?.textContent

test('a list is fetched when a hand or the keyboard comes near, and one that does not come troubles nobody', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Nothing comes')))
  render(<MenuButton label="Actions" trigger={more} load={load} list={() => null} />)
  expect(load).not.toHaveBeenCalled()
  await userEvent.hover(screen.getByRole('button', { name: 'More' }))
  expect(load).toHaveBeenCalledTimes(1)
  await userEvent.tab()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a list that takes its time outlives a double click, and is called off by Escape', async () => {
  const user = userEvent.setup()
  const list = vi.fn(() => null)
  render(<MenuButton label="Actions" trigger={more} load={() => new Promise(() => {})} list={list} />)
  const button = screen.getByRole('button', { name: 'More' })
  await user.dblClick(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(list).toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  // Pressed anew it opens, and pressed once more it closes.
  fireEvent.click(button, { detail: 1 })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(button, { detail: 1 })
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

describe('a menu', () => {
  test('opens from its button, which says so', async () => {
    await opened()
    expect(screen.getByText('More').getAttribute('aria-expanded')).toBe('true')
  })

  test('has nothing chosen by the second press of the double click that opened it', async () => {
    await opened()
    const remove = screen.getByRole('menuitem', { name: 'Remove' })
    fireEvent.click(remove, { detail: 2 })
    expect(onRemove).not.toHaveBeenCalled()
    fireEvent.click(remove, { detail: 1 })
    expect(onRemove).toHaveBeenCalledOnce()
  })

  test('is walked through with the arrow keys, round and round', async () => {
    const user = await opened()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Move')
    await user.keyboard('{End}{ArrowDown}')
    expect(focused()).toBe('Rename')
    await user.keyboard('{ArrowUp}')
    expect(focused()).toBe('Remove')
  })

  test('does what is chosen, and closes', async () => {
    const user = await opened()
    await user.keyboard('{End}{Enter}')
    expect(onRemove).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('does nothing for a choice that is switched off', async () => {
    const user = await opened()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onRename).not.toHaveBeenCalled()
    expect(screen.queryByRole('menu')).not.toBeNull()
  })

  test('has the keys before its first entry has the focus: Escape pressed at once closes it', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    onTestFinished(() => void vi.unstubAllGlobals())
    const user = userEvent.setup()
    render(<Menu label="Actions" groups={[{ id: 'all', choices }]} trigger={more} />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu', { name: 'Actions' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('closes with Escape', async () => {
    const user = await opened()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(onRename).not.toHaveBeenCalled()
  })
})
