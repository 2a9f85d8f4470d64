import { act, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { homeOf, renderScreen } from '#engine/testing/render-screen.tsx'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

const table = screens.get('devices_table') as ListScreen

const battery: Placed = {
  service: 'BatteryService',
  property: 'batteryLevel',
  section: 'sensory',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'serviceWithUnit' },
  value: { kind: 'number', access: ['read'], unit: '%' },
}

const layout: DeviceLayout = {
  model: 'DIM200',
  type: 'Dimmer',
  name: 'Dimmer',
  icon: 'dimmer',
  generated: false,
  battery: { service: 'BatteryService', property: 'batteryLevel' },
  tile: {
    header: { ...battery, service: 'DimmerService', property: 'level', section: 'control' },
    footer: [],
  },
  sections: { sensory: [battery] },
}

const headOf = (at: number, more: Partial<DeviceHead> = {}): DeviceHead => ({
  id: `d${at}`,
  name: `Lampe ${at}`,
  model: 'DIM200',
  type: 'Dimmer',
  icon: 'dimmer',
  status: 2,
  networkType: 'zwave',
  room: { id: 'r1', name: 'Küche' },
  layout,
  ...more,
})

const many = (count: number): DeviceHead[] => Array.from({ length: count }, (_, at) => headOf(at + 1))

async function open(
  heads: readonly DeviceHead[],
  more: { values?: Record<string, PropertyState>; path?: string } = {},
) {
  const home = homeOf(heads, more.values)
  const drawn = await renderScreen({ Screen, screen: table, definitions, path: more.path, ports: home })
  return { ...home, ...drawn }
}

const rows = () => page.getAllByRole('row').slice(1)
const names = () => rows().map((row) => within(row).getByRole('link').textContent)

afterEach(() => localStorage.clear())

describe('spec 2 §2 the devices table', () => {
  // 2.2-003
  test('is a tabular list of devices', async () => {
    await open(many(3))
    expect(await page.findByRole('table', { name: 'Devices' })).toBeTruthy()
    expect(names()).toEqual(['Lampe 1Dimmer', 'Lampe 2Dimmer', 'Lampe 3Dimmer'])
  })

  test('devices 19: what is shown goes out as CSV, and a row has what is done to one device in its ⋯', async () => {
    await open(many(2))
    expect(await page.findByRole('button', { name: /CSV/ })).toBeTruthy()
    expect(table.foldActions).toBe(true)
    expect(table.rowActions).toEqual(['rename', 'moveToRoom', 'replaceDevice', 'exclude'])
  })

  test.each([
    ['battery', 'BatteryService/batteryLevel', [30, 90, 10], ['Lampe 3', 'Lampe 1', 'Lampe 2']],
    ['state', 'DimmerService/level', [200, 50, 100], ['Lampe 2', 'Lampe 3', 'Lampe 1']],
    ['at', 'DimmerService/level', [1, 1, 1], ['Lampe 1', 'Lampe 2', 'Lampe 3']],
  ])('is sorted by %s, which only the channel knows, both ways', async (field, path, told, sorted) => {
    const values = Object.fromEntries(
      told.map((value, place) => [
        `d${place + 1}/${path}`,
        { value, at: (place + 1) * 1000, delivery: { phase: 'reported' as const } },
      ]),
    )
    const named = () => names().map((name) => name?.replace(/Dimmer$/, ''))
    await open(many(3), { values, path: `/devices/devices_table?sort=${field}` })
    await waitFor(() => expect(named()).toEqual(sorted))
    const column = page.getByRole('columnheader', {
      name: { battery: 'Battery', state: 'State', at: 'Last heard' }[field] ?? '',
    })
    await userEvent.click(within(column).getByRole('button'))
    await waitFor(() => expect(named()).toEqual(sorted.toReversed()))
  })

  test('tells when a device was last heard of', async () => {
    const at = Date.now() - 120_000
    await open(many(1), {
      values: { 'd1/DimmerService/level': { value: 1, at, delivery: { phase: 'reported' } } },
    })
    const [row] = await page.findAllByRole('row', { name: /Lampe 1/ })
    expect(row?.querySelector('time')?.dateTime).toBe(new Date(at).toISOString())
  })

  // 2.2-004 3.9-007
  test('offers the page sizes 10, 20 and 50, and all', async () => {
    const { address } = await open(many(60))
    expect(rows()).toHaveLength(10)
    const sizes = page.getByRole('combobox', { name: 'Rows' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '20', '50', 'All'])
    await userEvent.selectOptions(sizes, '50')
    await waitFor(() => expect(rows()).toHaveLength(50))
    expect(address()).toBe('/devices/devices_table?size=50')
    await userEvent.selectOptions(sizes, 'All')
    await waitFor(() => expect(address()).toBe('/devices/devices_table?size=all'))
    expect(page.queryByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  })

  test('all of a thousand devices are there to be scrolled to, and few of them drawn', async () => {
    // jsdom measures nothing.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(49)
    const { address } = await open(many(1000), { path: '/devices/devices_table?size=all' })
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    expect(rows().length).toBeLessThan(60)
    expect(page.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
    // Nor does it scroll.
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(50_000)
    vi.spyOn(window, 'scrollTo').mockImplementation((place) => {
      const { top = 0 } = place as ScrollToOptions
      Object.assign(window, { scrollY: top })
      window.dispatchEvent(new Event('scroll'))
    })
    rows()[0]?.querySelector<HTMLElement>('[data-open]')?.focus()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lampe 1000Dimmer'))
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lampe 1Dimmer'))
    // A line that has the focus keeps it however far it is scrolled away, and the keys go on from it.
    act(() => window.scrollTo({ top: 30_000 }))
    await page.findByRole('link', { name: /Lampe 620/ })
    expect(page.queryByRole('link', { name: /Lampe 300/ })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Lampe 1Dimmer')
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lampe 2Dimmer'))
    expect(address()).toBe('/devices/devices_table?size=all')
  })

  test('the pages hold every device once, in the order of the column', async () => {
    await open(many(41), { path: '/devices/devices_table?page=5' })
    expect(names()).toEqual(['Lampe 41Dimmer'])
    await userEvent.click(page.getByRole('button', { name: 'Previous page' }))
    await waitFor(() => expect(names()[0]).toBe('Lampe 31Dimmer'))
  })

  test('a row leads to its device', async () => {
    await open(many(1))
    expect(page.getByRole('link', { name: /Lampe 1/ }).getAttribute('href')).toBe('/devices/device/d1')
  })

  test('search looks for every word in name, room and model', async () => {
    await open([headOf(1), headOf(2, { room: { id: 'r2', name: 'Bad' } }), headOf(3, { model: 'WS-2' })])
    const box = page.getByRole('searchbox')
    await userEvent.type(box, 'bad lampe{Enter}')
    await waitFor(() => expect(names()).toEqual(['Lampe 2Dimmer']))
    await userEvent.clear(box)
    await userEvent.type(box, 'ws{Enter}')
    await waitFor(() => expect(names()).toEqual(['Lampe 3Dimmer']))
  })

  // 2.4-024 2.4-025
  test('filters offer what occurs', async () => {
    await open([headOf(1), headOf(2, { status: 5 }), headOf(3, { status: 7 })])
    const filter = page.getByRole('combobox', { name: 'Reports' })
    expect(
      within(filter)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Reports: all', 'Online', 'Offline', 'Restricted'])
    await userEvent.selectOptions(filter, '5')
    await waitFor(() => expect(names()).toEqual(['Lampe 2Dimmer']))
  })

  test.each([
    ['2.4-001', 0, 'Idle'],
    ['2.4-002', 1, 'Ready'],
    ['2.4-003 2.4-024', 2, 'Online'],
    ['2.4-004', 3, 'Standby'],
    ['2.4-005', 4, 'Error'],
    ['2.4-006 2.4-024', 5, 'Offline'],
    ['2.4-007', 6, 'Being replaced'],
    ['2.4-008 2.4-025', 7, 'Restricted'],
  ] as const)('%s: status %i is told as %s', async (_ids, status, words) => {
    await open([headOf(1, { status })])
    const [row] = rows()
    expect(row && within(row).getByText(words)).toBeTruthy()
  })

  test('a device that is offline says since when', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 18, 0) })
    await open([headOf(1, { status: 5, statusSince: new Date(2026, 10, 21, 14, 2).getTime() })])
    expect(page.getByText('Offline since 14:02')).toBeTruthy()
    vi.useRealTimers()
  })

  test.each([
    ['failed', 'No answer'],
    ['diverged', 'Differs'],
  ] as const)('an order that %s is told before the status', async (phase, words) => {
    const delivery =
      phase === 'failed'
        ? { phase, wanted: 1, reason: '', retry: () => {} }
        : { phase, wanted: 1, retry: () => {} }
    await open([headOf(1)], { values: { 'd1/DimmerService/level': { value: 0, at: 1, delivery } } })
    expect(page.getByText(words)).toBeTruthy()
  })

  // 2.9-024 2.9-025
  test.each([
    [45, undefined],
    [44, 'warn'],
    [15, 'warn'],
    [14, 'danger'],
  ])('a battery at %i %% has the level %s', async (value, level) => {
    await open([headOf(1)], {
      values: { 'd1/BatteryService/batteryLevel': { value, at: 1, delivery: { phase: 'reported' } } },
    })
    expect(page.getByText(`${value} %`).getAttribute('data-level')).toBe(level ?? 'ok')
  })

  test('a device without a battery runs on mains', async () => {
    await open([headOf(1, { layout: { ...layout, battery: undefined } })])
    expect(page.getByText('Mains')).toBeTruthy()
  })

  test('an unassigned device says so instead of a room', async () => {
    await open([headOf(1, { room: undefined })])
    expect(page.getByText('Unsorted devices')).toBeTruthy()
  })

  test('a device whose layout has not arrived is listed all the same', async () => {
    await open([headOf(1, { layout: undefined })])
    expect(names()).toEqual(['Lampe 1Dimmer'])
  })

  test('a status that changes is drawn without being asked for', async () => {
    const { change } = await open(many(2))
    act(() => change({ heads: [headOf(1), headOf(2, { status: 4 })] }))
    expect(within(page.getByRole('table')).getByText('Error')).toBeTruthy()
  })

  test('without a connection the last state stays, with its age', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 18, 0) })
    const { change } = await open(many(2))
    act(() => change({}, { state: 'stale', since: new Date(2026, 10, 21, 17, 58).getTime() }))
    expect(page.getByText('No connection since 17:58. You see the last known values.')).toBeTruthy()
    expect(names()).toHaveLength(2)
    vi.useRealTimers()
  })

  test('a home without devices says what will be here', async () => {
    await open([])
    expect(page.getByRole('heading', { name: 'No devices yet' })).toBeTruthy()
  })

  test('nobody is told that there are no devices before the home is known', async () => {
    const { change } = await open([])
    act(() => change({ complete: false, total: 0 }, { state: 'connecting' }))
    expect(page.queryByRole('heading', { name: 'No devices yet' })).toBeNull()
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
  })

  test('a thousand devices draw one page', async () => {
    await open(many(1000))
    expect(rows()).toHaveLength(10)
    expect(page.getByText(/^1 to 10 of 1.000$/)).toBeTruthy()
  })

  test('the other way to see the devices has its own address', async () => {
    await open(many(1))
    expect(page.getByRole('link', { name: 'Tiles' }).getAttribute('href')).toBe('/devices/quick_controls')
    expect(page.getByRole('link', { name: 'Table' }).getAttribute('aria-current')).toBe('page')
  })
})

describe('on a phone', () => {
  test('rows are cards; only what wants a look has a tag', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    await open([headOf(1), headOf(2, { status: 7 })])
    const list = page.getByRole('list', { name: 'Devices' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(page.queryByRole('table')).toBeNull()
    expect(page.queryByText('Online')).toBeNull()
    expect(page.getByText('Restricted')).toBeTruthy()
    vi.unstubAllGlobals()
  })
})
