import { act, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf, many, openDevices, prepareDevices } from '../../../tests/support/devices-screen.tsx'

beforeAll(prepareDevices, 60_000)

afterEach(() => {
  act(() => toasts.clear())
  browserStorage.removeItem('gatehouse.columns.devices_table')
})

const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(page.getByRole('checkbox', { name: `Choose ${name}` }))
}
const dialog = async () => within(await page.findByRole('dialog'))
const line = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const zigbee = (...at: number[]) => at.map((one) => headOf(one, { networkType: 'zigbee', groups: true }))
const refused = { ok: false as const, code: '404', message: 'There is no such device' }

describe('the devices table, several at once', () => {
  // 2.1-007
  test('are renamed by a pattern, each by itself, and named back', async () => {
    const { asked } = await openDevices('table', many(3))
    await choose('Lampe 1', 'Lampe 3')
    await press('Rename')
    const form = await dialog()
    await userEvent.type(form.getByRole('textbox', { name: 'Pattern for all' }), 'Spot')
    expect(form.getByRole('textbox', { name: 'Lampe 3' })).toHaveProperty('value', 'Spot 2')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await page.findByText('2 devices have their new names.')
    expect(asked).toEqual([
      { call: 'set_device_name', params: { device_id: 'd1', name: 'Spot 1' } },
      { call: 'set_device_name', params: { device_id: 'd3', name: 'Spot 2' } },
    ])
    await press('Undo')
    await waitFor(() => expect(asked).toHaveLength(4))
    expect(asked.slice(2).map(({ params }) => params.name)).toEqual(['Lampe 1', 'Lampe 3'])
  })

  test('that somebody else has renamed since keep that name, and Undo says so', async () => {
    const { asked, change } = await openDevices('table', zigbee(1))
    await choose('Lampe 1')
    await press('Rename')
    const form = await dialog()
    await userEvent.clear(form.getByRole('textbox', { name: 'Name' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Mine')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await page.findByRole('button', { name: 'Undo' })
    act(() => change({ heads: zigbee(1).map((head) => ({ ...head, name: 'Theirs' })) }))
    await press('Undo')
    await page.findByText(/Somebody else has changed this since/)
    expect(asked).toHaveLength(1)
  })

  test('become a group, which is named; a refusal is said in the dialog, and the name stays', async () => {
    const { asked, answer } = await openDevices('table', zigbee(1, 2, 3))
    answer.mockImplementation(() => ({ ok: false, code: '409', message: 'This name is taken' }))
    await choose('Lampe 1', 'Lampe 3')
    await press('Group')
    const form = await dialog()
    await userEvent.click(form.getByRole('button', { name: 'Make the group' }))
    expect(asked).toEqual([])
    await userEvent.type(form.getByRole('textbox', { name: 'Name of the group' }), 'Kitchen')
    await userEvent.click(form.getByRole('button', { name: 'Make the group' }))
    await form.findByText('This name is taken already.')
    answer.mockImplementation(() => ({ ok: true, data: { device_id: 'group-5' } }))
    await userEvent.click(form.getByRole('button', { name: 'Make the group' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(asked.at(-1)).toEqual({
      call: 'create_group',
      params: { name: 'Kitchen', device_ids: ['d1', 'd3'] },
    })
  })

  test('are no group where one of them cannot be in it: that is said before anybody thinks of a name', async () => {
    const { asked } = await openDevices('table', [...zigbee(1, 2), headOf(3, { networkType: 'zigbee' })])
    await choose('Lampe 1', 'Lampe 3')
    const group = await page.findByRole('button', { name: 'Group' })
    expect(group.getAttribute('aria-disabled')).toBe('true')
    expect(group.getAttribute('title') ?? '').toBe('Only devices that come by Zigbee2MQTT can form a group.')
    await userEvent.click(group)
    await page.findByText('Only devices that come by Zigbee2MQTT can form a group.')
    expect(page.queryByRole('dialog')).toBeNull()
    await choose('Lampe 3', 'Lampe 2')
    await press('Group')
    await dialog()
    expect(asked).toEqual([])
  })

  test('one that fails keeps none of the others from being done; its reason stands in its row, and it can be tried again', async () => {
    const { asked, answer } = await openDevices('table', many(3))
    answer.mockImplementation(({ params }) => (params.device_id === 'd2' ? refused : { ok: true, data: {} }))
    await choose('Lampe 1', 'Lampe 2', 'Lampe 3')
    await press('Delete')
    const form = await dialog()
    for (const name of ['Lampe 1', 'Lampe 2', 'Lampe 3']) form.getByText(name)
    await userEvent.click(form.getByRole('button', { name: 'Delete' }))
    await page.findByText('One of them failed. Its row says why.')
    within(line('Lampe 2')).getByText('The device or the room no longer exists.')
    expect(within(line('Lampe 1')).queryByText(/no longer exists/)).toBeNull()
    // What failed stays chosen.
    expect(page.getByRole('checkbox', { name: 'Choose Lampe 2' })).toHaveProperty('checked', true)
    expect(page.getByRole('checkbox', { name: 'Choose Lampe 1' })).toHaveProperty('checked', false)
    answer.mockImplementation(() => ({ ok: true, data: {} }))
    await press('Try these again')
    await waitFor(() => expect(page.queryByText(/of them failed/)).toBeNull())
    expect(asked.map(({ params }) => params.device_id)).toEqual(['d1', 'd2', 'd3', 'd2'])
  })

  // 2.1-008
  test('nothing is deleted without a yes', async () => {
    const { asked } = await openDevices('table', many(2))
    await choose('Lampe 1')
    await press('Delete')
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(asked).toEqual([])
    await press('Delete')
    await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }))
    await page.findByText('The device is deleted.')
    expect(asked).toEqual([{ call: 'delete_device', params: { device_id: 'd1' } }])
  })

  test('that somebody else has moved since stay there, and Undo says so', async () => {
    const { asked, change } = await openDevices('table', [headOf(1)])
    await choose('Lampe 1')
    await press('Move to room')
    const form = await dialog()
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Room' }), 'Bad (Obergeschoss)')
    await userEvent.click(form.getByRole('button', { name: 'Move' }))
    await page.findByRole('button', { name: 'Undo' })
    act(() => change({ heads: [headOf(1, { room: { id: 'r3', name: 'Keller', floorId: 'f0' } })] }))
    await press('Undo')
    await page.findByText(/Somebody else has changed this since/)
    expect(asked).toHaveLength(1)
  })

  test('move to a room and back to where each was', async () => {
    const { asked } = await openDevices('table', [headOf(1), headOf(2, { room: undefined })])
    await choose('Lampe 1', 'Lampe 2')
    await press('Move to room')
    const form = await dialog()
    expect(form.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true)
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Room' }), 'Bad (Obergeschoss)')
    await userEvent.click(form.getByRole('button', { name: 'Move' }))
    await page.findByText('2 devices are now in Bad.')
    const bad = { floor_id: 'f2', room_id: 'r2' }
    expect(asked).toEqual([
      { call: 'add_device_to_room', params: { ...bad, device_ids: ['d1'] } },
      { call: 'add_device_to_room', params: { ...bad, device_ids: ['d2'] } },
    ])
    await press('Undo')
    await waitFor(() => expect(asked).toHaveLength(4))
    expect(asked.slice(2)).toEqual([
      { call: 'add_device_to_room', params: { floor_id: 'f1', room_id: 'r1', device_ids: ['d1'] } },
      { call: 'remove_device_from_room', params: { ...bad, device_ids: ['d2'] } },
    ])
  })

  test('out of every room', async () => {
    const { asked } = await openDevices('table', [headOf(1), headOf(2, { room: undefined })])
    await choose('Lampe 1', 'Lampe 2')
    await press('Move to room')
    const form = await dialog()
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Room' }), 'No room')
    await userEvent.click(form.getByRole('button', { name: 'Move' }))
    await page.findByText('2 devices are in no room now.')
    expect(asked).toEqual([
      {
        call: 'remove_device_from_room',
        params: { floor_id: 'f1', room_id: 'r1', device_ids: ['d1'] },
      },
    ])
  })

  test('are chosen by page, through, or all that are found', async () => {
    await openDevices('table', many(23))
    await userEvent.click(page.getByRole('checkbox', { name: 'Choose all of this page' }))
    await page.findByText('10 chosen')
    await press('Choose all 23')
    await page.findByText('23 chosen')
    await press('Choose none')
    const user = userEvent.setup()
    await user.click(page.getByRole('checkbox', { name: 'Choose Lampe 2' }))
    await user.keyboard('{Shift>}')
    await user.click(page.getByRole('checkbox', { name: 'Choose Lampe 5' }))
    await user.keyboard('{/Shift}')
    await page.findByText('4 chosen')
  })

  test('a device that disappears is no longer chosen; in an open dialog it says so', async () => {
    const { change, asked } = await openDevices('table', many(3))
    await choose('Lampe 1', 'Lampe 2')
    await press('Rename')
    const form = await dialog()
    await act(async () => change({ heads: [headOf(2), headOf(3)], total: 2 }))
    form.getByText('The device was removed meanwhile.')
    await userEvent.type(form.getByRole('textbox', { name: 'Lampe 2' }), '!')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.params).toEqual({ device_id: 'd2', name: 'Lampe 2!' })
  })

  test('without the flags nothing can be chosen', async () => {
    await openDevices('table', many(2), { flags: [] })
    expect(page.queryByRole('checkbox')).toBeNull()
  })

  test('a sub-role that may not rename is told so, and nothing is asked', async () => {
    const { asked, become } = await openDevices('table', many(2))
    const commands = new Set(['set_device_name'])
    become({ forbidden: { operations: new Set(), commands, values: false } })
    await choose('Lampe 1')
    await press('Rename')
    expect(page.queryByRole('dialog')).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('the columns of the devices table', () => {
  const heads = () => page.getAllByRole('columnheader').map(({ textContent }) => textContent)

  test('can be hidden, and stay so when one comes back; what a row is stays', async () => {
    await openDevices('table', many(1))
    await press('Columns')
    const menu = within(await page.findByRole('menu', { name: 'Columns' }))
    expect(menu.queryByRole('menuitemcheckbox', { name: 'Device' })).toBeNull()
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Room' }))
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Radio' }))
    expect(heads()).toEqual(['', 'Device', 'State', 'Reports', 'Battery', 'Last heard', 'Actions'])
    expect(browserStorage.getItem('gatehouse.columns.devices_table')).toBe('room,signal')
  })

  test('what was kept counts, whatever it holds besides', async () => {
    browserStorage.setItem('gatehouse.columns.devices_table', 'battery,nonsense,name')
    await openDevices('table', many(1))
    expect(heads()).toEqual(['', 'Device', 'Room', 'State', 'Reports', 'Radio', 'Last heard', 'Actions'])
  })
})
