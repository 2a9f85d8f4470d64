import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import type { ActionResult, DeviceHead, FloorFacts, Home, Source } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf } from '../../../tests/support/devices-screen.tsx'
import { AddRoom } from './AddRoom.tsx'
import * as actions from './actions.tsx'
import { RoomPage } from './RoomPage.tsx'
import { ZonesList } from './ZonesList.tsx'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await Promise.all([
    loadAreas(['handling', 'rooms', 'objects']),
    import('#ui/dialog/DialogFrame.tsx'),
    import('#ui/menu/MenuPopover.tsx'),
    import('./DevicesDialog.tsx'),
    import('./lazy/Sorting.tsx'),
  ])
}, 60_000)
afterEach(() => {
  act(() => toasts.clear())
  vi.unstubAllGlobals()
})

const room = (id: string, name: string, devices: readonly string[] = []) => ({ id, name, devices })
const house: readonly FloorFacts[] = [
  { id: 'f1', name: 'Ground', rooms: [room('r1', 'Kitchen', ['d1', 'd2']), room('r2', 'Bath')] },
  { id: 'f2', name: 'Upper', rooms: [] },
]
const heads: readonly DeviceHead[] = [
  headOf(1, { room: { id: 'r1', name: 'Kitchen', floorId: 'f1' } }),
  headOf(2, { room: { id: 'r1', name: 'Kitchen', floorId: 'f1' } }),
  headOf(3, { name: 'Lost', room: undefined }),
]

interface Options {
  floors?: readonly FloorFacts[] | undefined
  devices?: readonly DeviceHead[]
  flags?: readonly string[]
  path?: string
  params?: Record<string, string>
  complete?: boolean
}

const parts = { zones_list: ZonesList, add_room: AddRoom, room: RoomPage } as const

/** A screen of the rooms as the catalogue describes it; the gateway is the test. */
async function open(id: keyof typeof parts, options: Options = {}) {
  const { devices = heads, flags = ['DEVICE_MANIPULATION'], params = {}, complete = true } = options
  let floors = 'floors' in options ? options.floors : house
  const base = homeOf(devices)
  if (!complete) base.change({ complete })
  const home: Home = { ...base.home, floors: () => floors }
  const sent: { command: string; params: unknown }[] = []
  const answer = vi.fn<(command: string) => ActionResult>(() => ({ ok: true, data: {} }))
  const act_: Source['act'] = async (action, { row }) => {
    const command = 'command' in action ? action.command : ''
    sent.push({ command, params: row })
    return answer(command)
  }
  const one = vi.fn<Source['one']>(async () => ({ versions: [] }))
  const Part = parts[id]
  const drawn = await renderScreen({
    Screen: ({ screen }: { screen: CustomScreen }) => <Part {...({ params, screen } satisfies BlockProps)} />,
    screen: screens.get(id) as CustomScreen,
    definitions,
    actions,
    path: options.path ?? screens.get(id)?.route ?? '/',
    situation: { flags: new Set(flags), modules: new Set(['home_setup']), session: { id: 'anna' } },
    ports: { ...base, home, source: { ...noSource, act: act_, one } },
  })
  const become = (next: readonly FloorFacts[] | undefined, nextHeads = devices) =>
    act(() => {
      floors = next
      base.change({ heads: nextHeads, complete: true })
    })
  return { ...drawn, ...base, sent, answer, one, become }
}

const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const choose = async (name: string) => userEvent.click(await page.findByRole('menuitem', { name }))
const dialog = async () => within(await page.findByRole('dialog'))
const cards = () => page.getAllByRole('link').map((link) => link.textContent)
const windowOf = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/\d+/.exec(query)?.[0]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

describe('spec 2 §2 the zones list', () => {
  // 2.2-026 2.2-027
  test('shows each floor with its rooms, how many devices they have, and where they lead', async () => {
    await open('zones_list')
    expect(page.getByText('2 floors, 2 rooms.')).toBeDefined()
    expect(cards()).toEqual(['Kitchen2 devices', 'Bath0 devices'])
    expect(page.getByRole('link', { name: /Kitchen/ }).getAttribute('href')).toBe(
      '/home_setup/room/r1?room_name=Kitchen',
    )
    expect(
      within(page.getByRole('region', { name: 'Upper' })).getByText(/no room on this floor/),
    ).toBeDefined()
  })

  const many: readonly FloorFacts[] = [
    { id: 'f', name: 'F', rooms: Array.from({ length: 25 }, (_, at) => room(`r${at}`, `Room ${at}`)) },
  ]
  // 2.2-032 2.2-033 2.2-034
  test.each([
    [360, 10],
    [1280, 6],
    [1920, 9],
  ])('in a window of %i px shows %i rooms at first', async (width, first) => {
    windowOf(width)
    await open('zones_list', { floors: many })
    expect(cards()).toHaveLength(first)
  })

  // 2.2-035
  test('load-more doubles the number of rooms, until all are there', async () => {
    await open('zones_list', { floors: many })
    await press(/^Show more/)
    expect(cards()).toHaveLength(20)
    await press(/^Show more/)
    expect(cards()).toHaveLength(25)
    expect(page.queryByRole('button', { name: /^Show more/ })).toBeNull()
  })

  // 2.2-036 2.2-037 2.2-056
  test('an extra room holds the devices that are in no room; its dialog puts them into one', async () => {
    const { sent } = await open('zones_list')
    await press(/^Unsorted devices/)
    const shown = await dialog()
    expect(shown.getAllByRole('checkbox')).toHaveLength(1)
    await userEvent.click(shown.getByRole('checkbox', { name: /Lost/ }))
    await userEvent.selectOptions(shown.getByRole('combobox'), 'Bath · Ground')
    await press('Put into room (1)')
    const params = { floor_id: 'f1', room_id: 'r2', device_ids: ['d3'] }
    expect(sent).toEqual([{ command: 'add_device_to_room', params }])
    await press('Undo')
    expect(sent[1]).toEqual({ command: 'remove_device_from_room', params })
  })

  test('what somebody else changes is there at once', async () => {
    const { become } = await open('zones_list')
    become([{ id: 'f1', name: 'Ground', rooms: [room('r1', 'Cooking', ['d1', 'd2'])] }])
    expect(cards()).toEqual(['Cooking2 devices'])
  })

  // 2.6-018
  test('HIDE_ADD_LAYOUT_BUTTON takes away what adds floors and rooms', async () => {
    await open('zones_list', { flags: ['HIDE_ADD_LAYOUT_BUTTON'] })
    expect(page.queryByRole('button', { name: /Add/ })).toBeNull()
    expect(page.queryByRole('button', { name: 'Room' })).toBeNull()
  })

  test('until the rooms are known their shape stands there', async () => {
    await open('zones_list', { floors: undefined, devices: [], complete: false })
    expect(page.getByText('The rooms are loading.')).toBeDefined()
  })

  test('a connection that failed before offers to try again', async () => {
    const { change } = await open('zones_list', { floors: undefined, devices: [], complete: false })
    act(() => change({}, { state: 'failed' }))
    expect(page.getByRole('alert').textContent).toContain('The rooms did not load')
  })

  test('a home without floors says how to begin', async () => {
    await open('zones_list', { floors: [] })
    expect(page.getByRole('heading', { name: 'No floors yet' })).toBeDefined()
  })
})

describe('floors', () => {
  // 2.5-015
  test('are added by a name that no other has, whatever its case', async () => {
    const { sent, answer } = await open('zones_list')
    await press('More for Rooms')
    await choose('Add floor')
    const shown = await dialog()
    await press('Add floor')
    expect(shown.getByText('A name is needed.')).toBeDefined()
    await userEvent.type(shown.getByRole('textbox'), ' gROUND')
    expect(shown.getByText('There is already a floor of this name.')).toBeDefined()
    await press('Add floor')
    expect(sent).toEqual([])
    await userEvent.clear(shown.getByRole('textbox'))
    await userEvent.type(shown.getByRole('textbox'), 'Cellar')
    answer.mockReturnValue({ ok: true, data: { floor_id: 'f9' } })
    await press('Add floor')
    expect(sent).toEqual([{ command: 'add_floor', params: { floor_name: 'Cellar' } }])
    await press('Undo')
    expect(sent[1]).toEqual({ command: 'remove_floor', params: { floor_id: 'f9' } })
  })

  // 2.5-017
  test('are renamed; what only the gateway knows stands at the field', async () => {
    const { sent, answer } = await open('zones_list')
    answer.mockReturnValue({ ok: false, code: '409', message: 'floorNameExists' })
    await press('More for Ground')
    await choose('Rename floor')
    const shown = await dialog()
    await userEvent.type(shown.getByRole('textbox'), ' floor')
    await press('Save')
    expect(sent).toEqual([
      { command: 'rename_floor', params: { floor_id: 'f1', floor_name: 'Ground floor' } },
    ])
    expect(await shown.findByText('There is already a floor of this name.')).toBeDefined()
  })

  test('are removed at once, and come back whole', async () => {
    const { sent, one } = await open('zones_list')
    one.mockResolvedValue({ versions: [{ version: 4 }, { version: 3 }] })
    await press('More for Ground')
    await choose('Remove floor')
    expect(sent).toEqual([{ command: 'remove_floor', params: { floor_id: 'f1' } }])
    await press('Undo')
    await waitFor(() =>
      expect(sent[1]).toEqual({
        command: 'restore_object',
        params: { kind: 'floor', id: 'f1', version: 4 },
      }),
    )
  })
})

describe('spec 2 §2 adding a room', () => {
  // 2.2-029 2.2-057 2.5-016
  test('takes name, floor and picture; a name that the floor has is refused at the field', async () => {
    const { sent, answer, address } = await open('add_room')
    const shown = await dialog()
    await userEvent.type(shown.getByRole('textbox', { name: 'Name' }), 'kitchen')
    expect(shown.getByText('There is already a room of this name on this floor.')).toBeDefined()
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Floor' }), 'Upper')
    expect(shown.queryByText(/already a room/)).toBeNull()
    await userEvent.click(shown.getByRole('radio', { name: 'Bathroom' }))
    answer.mockReturnValue({ ok: true, data: { room_id: 'r9' } })
    await press('Add room')
    expect(sent).toEqual([
      { command: 'add_room', params: { floor_id: 'f2', room_name: 'kitchen', icon: 'room-bath' } },
    ])
    await waitFor(() => expect(address()).toBe('/home_setup/zones_list'))
    await press('Undo')
    expect(sent[1]).toEqual({ command: 'remove_room', params: { floor_id: 'f2', room_id: 'r9' } })
  })

  test('in a home without floors brings the first floor along', async () => {
    const { sent, answer } = await open('add_room', { floors: [] })
    const shown = await dialog()
    await userEvent.type(shown.getByRole('textbox', { name: 'Name' }), 'Kitchen')
    await userEvent.type(shown.getByRole('textbox', { name: 'Name of the new floor' }), 'Ground')
    answer.mockReturnValue({ ok: true, data: { floor_id: 'f9', room_id: 'r9' } })
    await press('Add room')
    expect(sent).toEqual([
      { command: 'add_floor', params: { floor_name: 'Ground' } },
      { command: 'add_room', params: { floor_id: 'f9', room_name: 'Kitchen' } },
    ])
  })
})

describe('spec 2 §2 a room', () => {
  const kitchen = { params: { room_id: 'r1', room_name: 'Kitchen' } }

  // 2.2-028 2.2-030
  test('shows the tiles of its devices', async () => {
    await open('room', kitchen)
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Kitchen')
    expect(page.getAllByRole('article').map((tile) => tile.getAttribute('aria-label'))).toEqual([
      'Lampe 1',
      'Lampe 2',
    ])
  })

  // 2.2-031
  test('is called as its address says until the rooms are known', async () => {
    await open('room', { ...kitchen, floors: undefined, devices: [], complete: false })
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Kitchen')
    expect(page.getByText('The devices are loading.')).toBeDefined()
  })

  test('that was removed says so and leads to the others', async () => {
    const { become } = await open('room', kitchen)
    become([])
    expect(page.getByRole('heading', { name: 'This room does not exist' })).toBeDefined()
    expect(page.getByRole('button', { name: 'All rooms' })).toBeDefined()
  })

  // 2.2-055
  test('takes in devices that are elsewhere; taken back, each returns to where it was', async () => {
    const { sent } = await open('room', { params: { room_id: 'r2', room_name: 'Bath' } })
    const [add] = await page.findAllByRole('button', { name: 'Add devices' })
    await userEvent.click(add as HTMLElement)
    const shown = await dialog()
    const boxes = shown.getAllByRole('checkbox')
    expect(boxes).toHaveLength(3)
    // What has no room yet is what one mostly means.
    expect(boxes[0]).toBe(shown.getByRole('checkbox', { name: /Lost/ }))
    await userEvent.click(shown.getByRole('checkbox', { name: /Lampe 1/ }))
    await userEvent.click(shown.getByRole('checkbox', { name: /Lost/ }))
    await press('Put into room (2)')
    const here = { floor_id: 'f1', room_id: 'r2' }
    expect(sent).toEqual([{ command: 'add_device_to_room', params: { ...here, device_ids: ['d3', 'd1'] } }])
    await press('Undo')
    await waitFor(() =>
      expect(sent.slice(1)).toEqual([
        { command: 'remove_device_from_room', params: { ...here, device_ids: ['d3', 'd1'] } },
        { command: 'add_device_to_room', params: { floor_id: 'f1', room_id: 'r1', device_ids: ['d1'] } },
      ]),
    )
  })

  // 2.5-018
  test('is renamed, checked like a new one', async () => {
    const { sent } = await open('room', kitchen)
    await press('More for Kitchen')
    await choose('Rename room')
    const shown = await dialog()
    await userEvent.clear(shown.getByRole('textbox'))
    await userEvent.type(shown.getByRole('textbox'), 'bath')
    expect(shown.getByText('There is already a room of this name on this floor.')).toBeDefined()
    await userEvent.type(shown.getByRole('textbox'), ' 2')
    await press('Save')
    expect(sent[0]).toEqual({
      command: 'rename_room',
      params: { floor_id: 'f1', room_id: 'r1', room_name: 'bath 2' },
    })
  })

  test('that somebody else has renamed since keeps that name, and Undo says so', async () => {
    const { sent, become } = await open('room', kitchen)
    await press('More for Kitchen')
    await choose('Rename room')
    const shown = await dialog()
    await userEvent.clear(shown.getByRole('textbox'))
    await userEvent.type(shown.getByRole('textbox'), 'Mine')
    await press('Save')
    await page.findByRole('button', { name: 'Undo' })
    become([{ id: 'f1', name: 'Ground', rooms: [room('r1', 'Theirs', ['d1', 'd2'])] }])
    await press('Undo')
    await page.findByText(/Somebody else has changed this since/)
    expect(sent).toHaveLength(1)
  })

  test('a floor tells its history too', async () => {
    const { sent, one } = await open('zones_list')
    const at = Date.now()
    one.mockResolvedValue({
      versions: [
        { version: 2, at, change: 'updated', value: { floor_id: 'f1', floor_name: 'Ground' } },
        { version: 1, at, change: 'created', value: { floor_id: 'f1', floor_name: 'Below' } },
      ],
    })
    await press('More for Ground')
    await choose('History')
    const shown = await dialog()
    expect((await shown.findAllByText('Floor: Below')).map(({ tagName }) => tagName)).toEqual(['DEL', 'INS'])
    await userEvent.click(shown.getByRole('button', { name: 'Restore this version' }))
    expect(sent[0]).toEqual({ command: 'restore_object', params: { kind: 'floor', id: 'f1', version: 1 } })
  })

  test('tells its history, what differs and who it was, and goes back to a version', async () => {
    const { sent, one } = await open('room', kitchen)
    const value = { room_id: 'r1', floor_name: 'Ground' }
    const at = Date.now()
    const people = [{ user_id: 'bert', name: 'Bert Meier' }]
    const answer = {
      versions: [
        {
          version: 3,
          at,
          change: 'updated',
          user_id: 'anna',
          value: { ...value, room_name: 'Kitchen', devices: ['d1', 'd2'] },
        },
        {
          version: 2,
          at,
          change: 'updated',
          user_id: 'bert',
          value: { ...value, room_name: 'Kitchen', devices: ['d3'] },
        },
        { version: 1, at, change: 'created', value: { ...value, room_name: 'Cooking', devices: [] } },
      ],
    }
    one.mockImplementation(async ({ operation }) => (operation === 'homePeople' ? { people } : answer))
    await press('More for Kitchen')
    await choose('History')
    const [now, before, first] = (await (await dialog()).findAllByRole('group')).map(
      ({ textContent }) => textContent,
    )
    expect(now).toContain('by you')
    expect(now).toContain('Device: LostDevice: Lampe 1Device: Lampe 2')
    expect(before).toContain('by Bert Meier')
    expect(before).toContain('Name: CookingName: KitchenDevice: Lost')
    expect(first).toContain('by the gateway')
    const [again] = await page.findAllByRole('button', { name: 'Restore this version' })
    await userEvent.click(again as HTMLElement)
    expect(sent[0]).toEqual({ command: 'restore_object', params: { kind: 'room', id: 'r1', version: 2 } })
    await press('Undo')
    expect(sent[1]).toEqual({ command: 'restore_object', params: { kind: 'room', id: 'r1', version: 3 } })
  })

  test('is removed at once and leads to the others', async () => {
    const { sent, address } = await open('room', kitchen)
    await press('More for Kitchen')
    await choose('Remove room')
    expect(sent[0]).toEqual({ command: 'remove_room', params: { floor_id: 'f1', room_id: 'r1' } })
    await waitFor(() => expect(address()).toBe('/home_setup/zones_list'))
  })
})

describe('devices are moved between rooms', () => {
  const rects = () =>
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const boxes = [...document.querySelectorAll('section[aria-label]')]
      const at = boxes.findIndex((box) => box.contains(this))
      return new DOMRect(0, Math.max(0, at) * 100, 100, 80)
    })

  test('devices are sorted once all of them are there: a room is not said to have none before', async () => {
    const { become } = await open('zones_list', {
      path: '/home_setup/zones_list?sort=on',
      devices: heads.slice(0, 1),
      complete: false,
    })
    expect(page.queryByText('No devices')).toBeNull()
    become(house, heads)
    expect(await page.findAllByText('No devices')).not.toHaveLength(0)
  })

  test('none is offered, nor said to be missing, before all devices are there', async () => {
    const { become } = await open('room', { params: { room_id: 'r2' }, devices: [], complete: false })
    await press('Add devices')
    expect((await dialog()).queryByText('All devices are in this room.')).toBeNull()
    expect((await dialog()).queryAllByRole('checkbox')).toHaveLength(0)
    become(house, heads)
    expect((await dialog()).getAllByRole('checkbox')).not.toHaveLength(0)
  })

  test('by keys: a device is lifted, taken to the next room and dropped there; it can be taken back', async () => {
    const spy = rects()
    const { sent } = await open('zones_list', { path: '/home_setup/zones_list?sort=on' })
    const chip = await page.findByRole('button', { name: /Lampe 1/ })
    chip.focus()
    const key = async (code: string) => {
      fireEvent.keyDown(document.activeElement ?? chip, { code, key: code })
      await act(async () => {})
    }
    await key('Space')
    await waitFor(() => expect(page.getByText('Lampe 1 is over Kitchen.')).toBeDefined())
    await key('ArrowRight')
    await waitFor(() => expect(page.getByText('Lampe 1 is over Bath.')).toBeDefined())
    await key('Space')
    const params = { floor_id: 'f1', room_id: 'r2', device_ids: ['d1'] }
    await waitFor(() => expect(sent).toEqual([{ command: 'add_device_to_room', params }]))
    await press('Undo')
    expect(sent[1]).toEqual({
      command: 'add_device_to_room',
      params: { floor_id: 'f1', room_id: 'r1', device_ids: ['d1'] },
    })
    spy.mockRestore()
  })
})

describe('files', () => {
  test('a file of rooms is read, its contents are said, and it is taken in', async () => {
    const { sent, answer } = await open('zones_list')
    await press('More for Rooms')
    await choose('Import rooms from a file')
    const shown = await dialog()
    const input = shown.getByLabelText('Choose file')
    await userEvent.upload(input, new File(['{"floors": 7}'], 'x.json', { type: 'application/json' }))
    expect(await shown.findByText('This is not a file with rooms.')).toBeDefined()
    // 2.3-068
    const floors = [
      {
        floor_id: 'f',
        floor_name: 'F',
        rooms: [{ room_id: 'r', room_name: 'R', devices: [{ devices: ['d1'] }] }],
      },
    ]
    await userEvent.upload(
      input,
      new File([JSON.stringify({ floors })], 'y.json', { type: 'application/json' }),
    )
    expect(await shown.findByText('The file holds 1 floor and 1 room.')).toBeDefined()
    answer.mockReturnValue({ ok: true, data: { created: 2, changed: 0 } })
    await press('Import')
    expect(sent).toEqual([
      {
        command: 'import_objects',
        params: {
          floors: [
            { floor_id: 'f', floor_name: 'F', rooms: [{ room_id: 'r', room_name: 'R', devices: ['d1'] }] },
          ],
        },
      },
    ])
    expect(await page.findByText('2 added, 0 changed.')).toBeDefined()
  })
})
