import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import catalogue from '#catalogue/statuses.json'
import { screens } from '#data/all-screens.ts'
import { Screen as List } from '#engine/screens/list/Screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import type { CustomScreen, ListScreen } from '#schemas/generated/definitions/screen.ts'
import { away, gatewayOf, nothing, openScreen, ready } from '../testing.tsx'
import StatusesPage from './StatusesPage.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen = screens.get('statuses') as CustomScreen
const own: ScenarioStatus = { resource_id: 's2', name: 'Grill ist an', icon: 18, state: true, since: 1 }

/** As a gateway refuses a field that it does not know. */
const invalid = Object.assign(new Error('params must NOT have additional properties'), { code: '400' })

async function open(
  collection: readonly ScenarioStatus[],
  more: { answers?: Parameters<typeof gatewayOf>[0]; flags?: string[] } = {},
) {
  const gateway = gatewayOf({
    ...nothing,
    get_scenario_statuses_collection: { collection },
    ...more.answers,
  })
  const drawn = await openScreen<CustomScreen>({
    Screen: StatusesPage,
    screen,
    gateway,
    flags: new Set(more.flags),
  })
  return { gateway, ...drawn }
}

describe('spec 2 §3 scenario statuses', () => {
  // 2.3-131
  test('icons have the ids 0 to 19', () => {
    expect(catalogue.icons.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '0 silence',
      '1 armed',
      '2 at_home',
      '3 cooling',
      '4 heating',
      '5 night',
      '6 partially_armed',
      '7 off',
      '8 sleep',
      '9 sunrise',
      '10 sunset',
      '11 vacation',
      '12 weekend',
      '13 panic',
      '14 disarmed',
      '15 away',
      '16 day',
      '17 protection',
      '18 smile',
      '19 unlock',
    ])
    expect(new Set(catalogue.icons.map(({ icon }) => icon)).size).toBe(20)
  })

  // 2.3-132
  test('the wider catalogue has names for each of them, and more', () => {
    const names = catalogue.names.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([...catalogue.icons.map(({ name }) => name), 'manage', 'question']),
    )
  })

  // 2.3-114 2.3-115 2.3-116
  test('names of the catalogue are translated, own names are shown as they are', async () => {
    await open([away, own])
    expect(await page.findByText('Away')).toBeTruthy()
    expect(page.getByText('Grill ist an')).toBeTruthy()
    expect(page.getByText('1 of 2 is set')).toBeTruthy()
  })

  // 2.1-013
  test('a status is set by its switch', async () => {
    const { gateway } = await open([away], { answers: { set_scenario_status: {} } })
    const toggle = await page.findByRole('switch', { name: 'Away' })
    await userEvent.click(toggle)
    await waitFor(() => expect(toggle.ariaChecked).toBe('true'))
    expect(gateway.of('set_scenario_status')).toEqual([{ resource_id: 's1', state: true }])
  })

  // decision 0214
  test('a status has an address that sets it: made once, told once, renewed and revoked only when that is meant', async () => {
    const address = { id: 'a1', resource_id: 's1', made_by: 'somebody', made_at: 1, calls: 3, called_at: 2 }
    const { gateway } = await open([away], {
      answers: {
        listCallAddresses: { addresses: [address] },
        makeCallAddress: { address, path: '/api/call/secret' },
        removeCallAddress: {},
        homePeople: { people: [] },
      },
    })
    await userEvent.click(await page.findByRole('button', { name: 'More for Away' }))
    await userEvent.click(await page.findByRole('menuitem', { name: 'Address for calls' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Address of “Away”' }))
    expect(await dialog.findByText(/Called 3 times, last/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'New address' }))
    expect(gateway.of('makeCallAddress')).toEqual([])
    const asked = within(await page.findByRole('dialog', { name: 'Make a new address?' }))
    await userEvent.click(asked.getByRole('button', { name: 'New address' }))
    expect(await dialog.findByText(/secret\/on$/)).toBeTruthy()
    expect(dialog.getByText(/secret\/off$/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    const sure = within(await page.findByRole('dialog', { name: 'Revoke the address?' }))
    await userEvent.click(sure.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(gateway.of('removeCallAddress')).toMatchObject([{ id: 'a1' }]))
  })

  test('a suggested name goes out as the word of the catalogue, with its icon', async () => {
    const { gateway } = await open([away], { answers: { create_scenario_status: { resource_id: 'x' } } })
    await userEvent.click(await page.findByRole('button', { name: 'Add status' }))
    const dialog = await page.findByRole('dialog', { name: 'New status' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Vacation' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(gateway.of('create_scenario_status')).toEqual([{ name: 'vacation', icon: 11 }])
  })

  test('an own name with an own icon', async () => {
    const { gateway } = await open([], { answers: { create_scenario_status: { resource_id: 'x' } } })
    await userEvent.click(await page.findByRole('button', { name: 'Add status' }))
    const dialog = await page.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), '  Party ')
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Weekend' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(gateway.of('create_scenario_status')).toEqual([{ name: 'Party', icon: 12 }]))
  })

  // 2.8-025
  test('a name that is taken is refused at the field; without a name nothing is sent', async () => {
    const { gateway } = await open([away], { answers: { create_scenario_status: new Error('name_exists') } })
    await userEvent.click(await page.findByRole('button', { name: 'Add status' }))
    const dialog = await page.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('A name is needed.')).toBeTruthy()
    expect(gateway.of('create_scenario_status')).toEqual([])
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Away')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('This name is taken already.')).toBeTruthy()
  })

  test('name and icon are changed; a name that stays is not sent', async () => {
    const { gateway } = await open([away], { answers: { update_scenario_status: {} } })
    await userEvent.click(await page.findByRole('button', { name: 'More for Away' }))
    await userEvent.click(within(await page.findByRole('menu')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await page.findByRole('dialog', { name: 'Edit status' })
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Vacation' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(gateway.of('update_scenario_status')).toEqual([{ resource_id: 's1', icon: 11 }]),
    )
  })

  // decision 0260
  test('a status is put into a group that there is, or a new one, and out of it', async () => {
    const mode = { ...own, group: 'Mode' }
    const { gateway } = await open([away, mode], {
      answers: { update_scenario_status: {}, create_scenario_status: {} },
    })
    expect(await page.findByText(/Group “Mode”/)).toBeTruthy()
    const edit = async (name: string) => {
      await userEvent.click(await page.findByRole('button', { name: `More for ${name}` }))
      await userEvent.click(within(await page.findByRole('menu')).getByRole('menuitem', { name: 'Edit' }))
      return await page.findByRole('dialog', { name: 'Edit status' })
    }
    const field = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: /^Group/ })
    const save = async (dialog: HTMLElement) => {
      await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    }
    const first = await edit('Away')
    await userEvent.click(within(first).getByRole('button', { name: 'Mode' }))
    expect((field(first) as HTMLInputElement).value).toBe('Mode')
    await save(first)
    const second = await edit('Grill ist an')
    await userEvent.clear(field(second))
    await save(second)
    await userEvent.click(page.getByRole('button', { name: 'Add status' }))
    const third = await page.findByRole('dialog')
    await userEvent.type(within(third).getByRole('textbox', { name: 'Name' }), 'Party')
    await userEvent.type(field(third), '  Guests ')
    await save(third)
    expect(gateway.of('update_scenario_status')).toEqual([
      { resource_id: 's1', icon: 15, group: 'Mode' },
      { resource_id: 's2', icon: 18, group: null },
    ])
    expect(gateway.of('create_scenario_status')).toEqual([{ name: 'Party', icon: 18, group: 'Guests' }])
  })

  test('a gateway that is older than groups is said to be, and the name is not blamed for it', async () => {
    const { gateway } = await open([away], { answers: { create_scenario_status: invalid } })
    await userEvent.click(await page.findByRole('button', { name: 'Add status' }))
    const dialog = await page.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Party')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Group/ }), 'Mode')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(/does not know groups yet/)).toBeTruthy()
    expect(gateway.of('create_scenario_status')).toHaveLength(1)
  })

  test('what goes off for another one of its group is drawn so at once', async () => {
    const on = { ...own, group: 'Mode' }
    await open([{ ...away, group: 'Mode', state: false }, on], { answers: { set_scenario_status: {} } })
    await userEvent.click(await page.findByRole('switch', { name: 'Away' }))
    await waitFor(() =>
      expect(page.getByRole('switch', { name: 'Grill ist an' }).getAttribute('aria-checked')).toBe('false'),
    )
    expect(page.getByRole('switch', { name: 'Away' }).getAttribute('aria-checked')).toBe('true')
  })

  test('a deleted status can be taken back', async () => {
    const { gateway } = await open([away], {
      answers: {
        delete_scenario_status: {},
        restore_object: {},
        get_object_history: {
          versions: [{ kind: 'status', id: 's1', version: 2, at: 1, change: 'deleted', name: 'away' }],
        },
      },
    })
    await userEvent.click(await page.findByRole('button', { name: 'More for Away' }))
    await userEvent.click(within(await page.findByRole('menu')).getByRole('menuitem', { name: 'Delete' }))
    await page.findByText('The status “Away” is deleted.')
    expect(page.queryByRole('switch', { name: 'Away' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(gateway.of('restore_object')).toEqual([{ kind: 'status', id: 's1', version: 2 }]),
    )
  })

  test('with ONLY_EXECUTE_SCENES statuses are set and not changed', async () => {
    await open([away], { flags: ['ONLY_EXECUTE_SCENES'] })
    expect(await page.findByRole('switch', { name: 'Away' })).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Add status' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'More for Away' }))
    const offered = page.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(offered).toEqual(['When it was set'])
  })

  test('a home without statuses says what they are for', async () => {
    await open([])
    expect(await page.findByRole('heading', { name: 'No status yet' })).toBeTruthy()
  })

  test('a gateway that answers none of the three calls is said, with a way to ask again', async () => {
    const fail = () => {
      throw new Error('Request timed out')
    }
    await open([], {
      answers: { get_scenario_statuses_collection: fail, get_scenario_statuses: fail, get_statuses: fail },
    })
    expect(await page.findByRole('heading', { name: 'The statuses could not be loaded' })).toBeTruthy()
    expect(page.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('what a status was', () => {
  const at = Date.UTC(2026, 10, 20, 12)
  const version = (number: number, name: string, change: string, user_id = 'u2') => ({
    kind: 'status',
    id: away.resource_id,
    version: number,
    at,
    change,
    name,
    user_id,
    value: { ...away, name, icon: 3 },
  })
  const more = async (name: string, choice: string) => {
    await userEvent.click(await page.findByRole('button', { name: `More for ${name}` }))
    await userEvent.click(await page.findByRole('menuitem', { name: choice }))
  }

  test('its history says what it was called and who changed it, and goes back to it and forth', async () => {
    const versions = [version(2, 'away', 'updated'), version(1, 'Fort', 'created')]
    const { gateway } = await open([away], {
      answers: {
        get_object_history: { versions },
        restore_object: {},
        homePeople: { people: [{ user_id: 'u2', name: 'Urs Meier' }] },
      },
    })
    await more('Away', 'History')
    const dialog = within(await page.findByRole('dialog', { name: 'History of “Away”' }))
    expect(await dialog.findByText(/Added/)).toBeDefined()
    expect(await dialog.findAllByText(/ · by Urs Meier/)).toHaveLength(2)
    expect(dialog.getAllByText('Name: Fort').map(({ tagName }) => tagName)).toEqual(['DEL', 'INS'])
    await userEvent.click(dialog.getByRole('button', { name: 'Restore this version' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(gateway.of('restore_object')).toEqual([{ kind: 'status', id: away.resource_id, version: 1 }])
  })

  test('those that were deleted are there for whoever misses one', async () => {
    const gone = version(4, 'away', 'deleted')
    const gateway = gatewayOf({
      get_deleted_objects: { objects: [gone, { ...gone, kind: 'rule', id: 'r1', name: 'night' }] },
      restore_object: {},
    })
    const list = screens.get('deleted_statuses') as ListScreen
    await openScreen<ListScreen>({ Screen: List, screen: list, gateway })
    // They are called as they were, in the language of the page; a scene is none of them.
    const table = within(await page.findByRole('table'))
    expect(await table.findByText('Away')).toBeTruthy()
    expect(table.queryByText(/night/i)).toBeNull()
    expect(page.getByText('One deleted status')).toBeTruthy()
    await userEvent.click(table.getByRole('button', { name: /Restore/ }))
    expect(gateway.of('restore_object')).toEqual([{ kind: 'status', id: away.resource_id, version: 4 }])
    expect(await page.findByText('It is back.')).toBeTruthy()
  })

  test('the page of statuses leads to them', async () => {
    const { address } = await open([own])
    await userEvent.click(await page.findByRole('button', { name: 'Deleted statuses' }))
    expect(address()).toBe('/scenes/statuses/deleted')
  })
})
