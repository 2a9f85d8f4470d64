import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf, many, openDevices, prepareDevices } from '../../../tests/support/devices-screen.tsx'

beforeAll(prepareDevices, 60_000)
afterEach(() => act(() => toasts.clear()))

const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const names = () => page.getAllByRole('article').map((tile) => tile.getAttribute('aria-label'))
const order = () =>
  within(page.getByRole('list', { name: 'Change the order of the tiles' }))
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button')[0]?.textContent)
const mixed = [
  headOf(1),
  headOf(2, { type: 'Sensor', room: { id: 'r2', name: 'Bad' } }),
  headOf(3, { status: 5, name: 'Ofen' }),
]

describe('quick controls are searched and filtered', () => {
  // 2.9-045 2.9-046
  test('Enter searches in name, room and model, Escape cancels, and then closes it and leads back to its button; the address keeps it', async () => {
    const { address } = await openDevices('tiles', mixed)
    await press('Search and filter')
    const box = await page.findByRole('searchbox')
    await userEvent.type(box, 'bad')
    expect(names()).toHaveLength(3)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual(['Lampe 2']))
    expect(address()).toBe('/devices/quick_controls?q=bad')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(address()).toBe('/devices/quick_controls')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('searchbox')).toBeNull())
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Search and filter' }))
  })

  test('by kind and state; an address that asks shows what it asks for', async () => {
    const { address } = await openDevices('tiles', mixed, { path: '/devices/quick_controls?f.status=5' })
    expect(names()).toEqual(['Ofen'])
    const kinds = await page.findByRole('combobox', { name: 'Type' })
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Reports' }), '')
    await userEvent.selectOptions(kinds, 'Sensor')
    await waitFor(() => expect(names()).toEqual(['Lampe 2']))
    expect(address()).toBe('/devices/quick_controls?f.type=Sensor')
  })

  test('what nothing fits says so and leads back', async () => {
    const { address } = await openDevices('tiles', mixed, {
      path: '/devices/quick_controls?q=zzz&f.type=Sensor',
    })
    await page.findByRole('heading', { name: 'Nothing found' })
    await press('Show everything')
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(address()).toBe('/devices/quick_controls')
  })

  test('the slash key opens the search', async () => {
    await openDevices('tiles', mixed)
    fireEvent.keyDown(document.body, { key: '/' })
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('searchbox')))
  })
})

describe('the order of the tiles', () => {
  const gateway = '/devices/quick_controls'

  test('what is put to the front comes first, and is kept by one call for all devices', async () => {
    const { asked, kept } = await openDevices('tiles', many(3), { path: gateway })
    await press('Change the order of the tiles')
    await press('Move Lampe 3 to the front')
    expect(order()?.[0]).toContain('Lampe 3')
    await press('Done')
    await page.findByText('The order is kept.')
    expect(asked.map(({ call, params }) => [call, params.devices])).toEqual([
      ['keepTileOrder', ['d3', 'd1', 'd2']],
    ])
    expect(kept()).toEqual(['d3', 'd1', 'd2'])
    await press('Undo')
    await waitFor(() => expect(kept()).toEqual([]))
    expect(asked.at(-1)?.params.devices).toEqual([])
  })

  test('is left as it was when it is cancelled', async () => {
    const { asked, kept } = await openDevices('tiles', many(3))
    await press('Change the order of the tiles')
    await press('Move Lampe 3 to the front')
    await press('Cancel')
    expect(names()[0]).toBe('Lampe 1')
    expect([asked, kept()]).toEqual([[], []])
  })

  test('goes back to what it was when it cannot be kept, and one can go on', async () => {
    const { answer, kept } = await openDevices('tiles', many(3))
    answer.mockResolvedValue({ ok: false, code: 'OFFLINE', message: '' })
    await press('Change the order of the tiles')
    await press('Move Lampe 2 to the front')
    await press('Done')
    await waitFor(() =>
      expect(page.getByRole('button', { name: 'Done' }).getAttribute('aria-busy')).toBeNull(),
    )
    expect(kept()).toEqual([])
    expect(order()?.[0]).toContain('Lampe 2')
  })

  test('by name again is no order at all', async () => {
    const { asked, kept } = await openDevices('tiles', many(3))
    await press('Change the order of the tiles')
    await press('Move Lampe 3 to the front')
    await press('By name')
    await page.findByText('The order is kept.')
    expect([asked.at(-1)?.params.devices, kept()]).toEqual([[], []])
  })

  test('while it changes a search finds what is to be moved', async () => {
    await openDevices('tiles', mixed, { path: '/devices/quick_controls?q=ofen' })
    await press('Change the order of the tiles')
    await press('Move Ofen to the front')
    await press('Done')
    await page.findByText('The order is kept.')
  })

  test('each tile says that it can be moved, and by which keys', async () => {
    await openDevices('tiles', many(2))
    await press('Change the order of the tiles')
    const tile = await page.findByRole('button', { name: /^Lampe 1/ })
    expect(tile.getAttribute('aria-roledescription')).toBe('tile that can be moved')
    const how = document.getElementById(tile.getAttribute('aria-describedby') ?? '')
    expect(how?.textContent).toContain('Press the space bar to lift the tile')
  })
})
