import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { device, dimmer, exampleHome, plug } from '../../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../../tests/support/home-with.tsx'
import { targetOf } from './TileGrid.tsx'

const plugs = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    device(`d${index}`, `Plug ${index}`, plug, { 'SwitchService/state': 'OFF' }),
  )
const tiles = () => screen.getAllByRole('article')

/** A window so wide. */
function windowOf(width: number): void {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/\d+/.exec(query)?.[0]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

beforeAll(prepareTexts)

describe('quick controls', () => {
  // 2.2-006
  test('shows the devices as a grid of tiles, each with its name', () => {
    homeWith(plugs(3))
    expect(tiles().map((tile) => tile.getAttribute('aria-label'))).toEqual(['Plug 0', 'Plug 1', 'Plug 2'])
  })

  // 2.9-004
  test('shows 10 tiles at first', () => {
    homeWith(plugs(40))
    expect(tiles()).toHaveLength(10)
  })

  // 2.9-005
  test('on large screens shows 6 tiles at first', () => {
    windowOf(1280)
    homeWith(plugs(40))
    expect(tiles()).toHaveLength(6)
  })

  // 2.9-006
  test('on extra-large screens shows 9 tiles at first', () => {
    windowOf(1920)
    homeWith(plugs(40))
    expect(tiles()).toHaveLength(9)
  })

  // 2.9-009
  test('an icon is 50 px wide on a tile', () => {
    homeWith(plugs(1))
    expect(tiles()[0]?.querySelector<HTMLElement>('[data-tone]')?.style.width).toBe('50px')
  })

  // 2.9-007
  test('load-more doubles the number of tiles, until all are there', () => {
    const home = homeWith(plugs(25)).press(/^Show more/)
    expect(tiles()).toHaveLength(20)
    home.press(/^Show more/)
    expect(tiles()).toHaveLength(25)
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull()
  })

  // 2.2-008
  test('takes how many from its address', () => {
    homeWith(plugs(40), { at: '/?numOfDevices=15' })
    expect(tiles()).toHaveLength(15)
  })

  // 2.2-007
  test('takes which devices from its address', () => {
    homeWith(plugs(40), { at: '/?devices=d3,d7' })
    expect(tiles().map((tile) => tile.getAttribute('aria-label'))).toEqual(['Plug 3', 'Plug 7'])
  })

  // 2.9-008
  test('a tile shows at most 4 quiet properties', () => {
    const footer = Array.from({ length: 9 }, (_, index) => ({
      ...(plug.tile.footer[0] ?? never()),
      property: `p${index}`,
    }))
    const home = homeWith(device('d', 'Device', { ...plug, tile: { ...plug.tile, footer } }))
    expect(home.tile('Device').getAllByText('–')).toHaveLength(4)
  })

  test('a tile that has nothing to set in its middle calls its quiet values by their names there', () => {
    const home = homeWith(device('p', 'Plug', plug, { 'MeterService/power': 7.4 }))
    const names = home.tile('Plug').getAllByRole('term')
    expect(names.map(({ textContent }) => textContent)).toContain('Power')
    expect(home.tile('Plug').getAllByText(/7\.4/)).toHaveLength(1)
  })

  test('beside the age of the values there is room for two of them', () => {
    const footer = Array.from({ length: 4 }, (_, index) => ({
      ...(plug.tile.footer[0] ?? never()),
      property: `p${index}`,
    }))
    const layout = { ...plug, tile: { ...plug.tile, footer } }
    const home = homeWith(device('d', 'Device', layout, {}, { status: 5 }))
    expect(home.tile('Device').getAllByText('–')).toHaveLength(2)
    home.tile('Device').getByText('No value yet')
  })

  test('an order that failed can be put away in the tile', () => {
    const home = homeWith(device('a', 'A', dimmer, { 'LightService/state': 'OFF' })).press(/./, 'switch')
    home.answers('LightService/state', 'failed', 'No answer.').shows(/No answer/)
    home.press('Close notice').hides(/No answer/)
  })

  test('rooms are chips with their counts, those in no room stand last', () => {
    homeWith([
      device('a', 'A', plug, {}, { room: { id: 'k', name: 'Kitchen' } }),
      device('b', 'B', plug, {}, { room: { id: 'k', name: 'Kitchen' } }),
      device('c', 'C', plug),
    ])
    const chips = within(screen.getByRole('group', { name: 'Rooms' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All 3', 'Kitchen 2', 'Unsorted devices 1'])
    fireEvent.click(chips[1] ?? never())
    expect(tiles()).toHaveLength(2)
  })

  test('as long as only some of the devices are known nothing is counted but all of them', () => {
    const some = [
      device('a', 'A', dimmer, { 'LightService/state': 'ON' }, { room: { id: 'k', name: 'Kitchen' } }),
      device('b', 'B', dimmer, { 'LightService/state': 'ON' }, { status: 5 }),
    ]
    homeWith(some, { complete: false }).shows('2 devices.')
    const chips = within(screen.getByRole('group', { name: 'Rooms' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Attention',
      'Kitchen',
      'Unsorted devices',
    ])
  })

  test('as long as more devices are on their way the grid says so, unless nobody brings them', () => {
    const isComing = () => screen.getByRole('region', { name: 'Devices' }).hasAttribute('data-coming')
    const home = homeWith(plugs(2), { complete: false })
    expect(isComing()).toBe(true)
    home.link('failed')
    expect(isComing()).toBe(false)
  })

  test('a grid of all devices waits for none', () => {
    homeWith(plugs(2))
    expect(screen.getByRole('region', { name: 'Devices' }).hasAttribute('data-coming')).toBe(false)
  })

  test('rooms that the home tells of have their chips and counts before their devices are known', () => {
    const on = { floor: 'Ground', floorId: 'g' }
    const some = [device('a', 'A', plug, {}, { room: { id: 'k', name: 'Kitchen' } })]
    const rooms = [
      { id: 'k', name: 'Kitchen', ...on, devices: ['a'] },
      { id: 'e', name: 'Empty', ...on, devices: [] },
      { id: 's', name: 'Study', ...on, devices: ['b', 'c'] },
    ]
    homeWith(some, { complete: false, total: 5, rooms })
    const chips = within(screen.getByRole('group', { name: 'Rooms' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'All 5',
      'Study 2',
      'Kitchen 1',
      'Unsorted devices 2',
    ])
  })

  test('devices that want a look have a chip of their own', () => {
    const home = homeWith(exampleHome())
    home.press(/^Attention/)
    expect(tiles().map((tile) => tile.getAttribute('aria-label'))).toEqual([
      'Thermostat Bad',
      'Leuchte Küche',
      'Steckdose Einfahrt',
      'Rauchmelder Treppenhaus im Dachgeschoss',
    ])
  })

  test('says how many there are, how many are on, and who is offline', () => {
    homeWith([
      device('a', 'A', dimmer, { 'LightService/state': 'ON' }),
      device('b', 'B', dimmer, { 'LightService/state': 'ON' }, { status: 5 }),
      device('c', 'C', dimmer, { 'LightService/state': 'OFF' }),
    ]).shows('3 devices, 1 of them on, one is offline.')
  })

  test('only a light that is on lights its tile', () => {
    const home = homeWith(device('a', 'A', dimmer, { 'LightService/state': 'OFF' }))
    const lit = () => document.querySelector('article [data-lit="true"]') !== null
    expect(lit()).toBe(false)
    home.reports('LightService/state', 'ON')
    expect(lit()).toBe(true)
    home.becomes({ status: 5 })
    expect(lit()).toBe(false)
  })

  test('the head opens the device', () => {
    homeWith(plugs(1))
    expect(screen.getByRole('link', { name: 'Open Plug 0' }).getAttribute('href')).toBe('/devices/device/d0')
  })

  test('arrow keys go from tile to tile', () => {
    homeWith(plugs(3))
    const [first, second] = screen.getAllByRole('link')
    first?.focus()
    fireEvent.keyDown(first ?? never(), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second ?? never(), { key: 'Home' })
    expect(document.activeElement).toBe(first)
  })

  test.each([
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 1, undefined],
    ['ArrowRight', 6, undefined],
    ['End', 0, 6],
    ['a', 0, undefined],
  ])('%s from tile %d of three columns leads to %s', (key, from, to) => {
    expect(targetOf(key, from, 7, 3)).toBe(to)
  })
})

describe('when there is little to show', () => {
  test('tiles that are on their way have their final shape', () => {
    homeWith([], { complete: false }).shows('The devices are loading.')
    expect(document.querySelectorAll('[aria-hidden] header').length).toBe(10)
  })

  test('a home without devices says what will be here', () => {
    homeWith([]).shows('No devices yet')
  })

  test('a connection that failed before the first device offers to try again', () => {
    const home = homeWith([], { complete: false }).link('failed').shows('The devices did not load')
    fireEvent.click(screen.getAllByRole('button', { name: /./ }).at(-1) ?? never())
    expect(home.fake.retries).toBe(1)
  })

  test('a device whose layout is on its way has its name already', () => {
    homeWith(device('new', 'New one', undefined)).shows('New one')
  })

  test('an offline home shows the last values and says since when', () => {
    homeWith(plugs(1))
      .link('offline', new Date('2026-11-21T14:02:00').getTime())
      .shows(/^The gateway is offline since/)
  })
})

function never(): never {
  throw new Error('It is there')
}
