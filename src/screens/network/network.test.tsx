import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { DeviceHead, Source } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { LiveNetwork } from './LiveNetwork.tsx'
import { Layout } from './picture/layout.ts'

vi.mock('./picture/Picture.tsx', () => ({ default: () => null }))

beforeAll(() => loadAreas(['netdiag', 'toasts']), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const entry = (NodeID: string, facts: Partial<NetworkEntry> = {}): NetworkEntry => ({
  NodeID,
  networkType: 'zigbee',
  status: 2,
  lqiValue: 220,
  route: [],
  routeTimestamp: new Date().toISOString(),
  ...facts,
})
const head = (id: string, name: string, status: DeviceHead['status'] = 2): DeviceHead => ({
  id,
  name,
  status,
  model: 'X',
  type: 'Outlet',
  icon: 'plug',
  networkType: 'zigbee',
  layout: undefined,
})

const HOME = [
  entry('plug', { role: 2 }),
  entry('door', { lqiValue: 30, route: ['plug'], address: '0x4F1A' }),
  entry('gate', { status: 5, route: ['plug'] }),
]
const HEADS = [head('plug', 'Plug in Hall'), head('door', 'Front door'), head('gate', 'Garage door', 5)]

async function drawn(nodes: readonly NetworkEntry[], source: Partial<Source> = {}, path?: string) {
  const listeners = new Set<(event: string, data: unknown) => void>()
  const home = homeOf(HEADS)
  const view = await renderScreen({
    Screen: LiveNetwork,
    screen: screens.get('net_diag') as CustomScreen,
    definitions,
    ...(path !== undefined && { path }),
    ports: {
      ...home,
      source: {
        ...noSource,
        // Answers of its own: those of definitions are not asked.
        call: async () => ({ ok: false, code: '0', message: '' }),
        ask: (async () => ({ nodes, total: nodes.length })) as Source['ask'],
        ...source,
      },
    },
    engine: {
      onEvent: (listen) => {
        listeners.add(listen)
        return () => listeners.delete(listen)
      },
    },
  })
  const event = (name: string, data: unknown) =>
    act(async () => {
      for (const listen of listeners) listen(name, data)
    })
  return { ...view, home, event }
}

describe('network diagnostics', () => {
  test('2.1-016 2.2-022 the network is told in a sentence, in findings and in a list, worst first', async () => {
    await drawn(HOME)
    await page.findByText(/3 devices: 1 good, 1 weak, 1 without a route\./)
    const findings = within(page.getByRole('region', { name: 'What stands out' })).getAllByRole('heading')
    expect(findings.map(({ textContent }) => textContent)).toEqual([
      'Garage door has no route',
      'Front door is barely heard',
    ])
    const list = within(page.getByRole('region', { name: 'Devices in the network' }))
    expect(list.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent)).toEqual([
      'Garage door',
      'Front door',
      'Plug in Hall',
    ])
  })

  test('2.4-098 a row opened tells the way stage by stage and what is known; the address keeps it', async () => {
    const { address } = await drawn(HOME)
    fireEvent.click(await page.findByRole('button', { name: /^Front door/ }))
    const way = within(page.getByRole('list', { name: 'Route to the gateway' }))
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Front doorlow',
      'Plug in Hallexcellent',
      'Gateway',
    ])
    page.getByText('0x4F1A')
    page.getByText('30 of 255')
    expect(address()).toContain('node=door')
  })

  test('2.4-099 live events update the route data', async () => {
    const { event } = await drawn(HOME)
    await page.findByText('Front door is barely heard')
    await event('network_changed', { nodes: [entry('door', { lqiValue: 240 })] })
    await waitFor(() => expect(page.queryByText('Front door is barely heard')).toBeNull())
  })

  test('2.4-095 a way that was not confirmed for 242 s is told as expired', async () => {
    const routeTimestamp = new Date(Date.now() - 243_000).toISOString()
    await drawn([entry('plug', { routeTimestamp })], {}, '/net_diag?node=plug')
    await page.findByText(/expired/)
  })

  test('search and filters find devices, and say when nothing is found', async () => {
    await drawn(HOME)
    const names = () =>
      within(page.getByRole('region', { name: 'Devices in the network' }))
        .queryAllByRole('listitem')
        .map((row) => row.querySelector('b')?.textContent)
    fireEvent.click(await page.findByRole('radio', { name: 'Routers 1' }))
    expect(names()).toEqual(['Plug in Hall'])
    fireEvent.click(page.getByRole('radio', { name: 'All 3' }))
    fireEvent.change(page.getByRole('searchbox'), { target: { value: 'DOOR' } })
    expect(names()).toEqual(['Garage door', 'Front door'])
    fireEvent.change(page.getByRole('searchbox'), { target: { value: 'nothing' } })
    page.getByText('No device matches.')
  })

  test('a device is asked, and what came of it is said', async () => {
    const order = vi.fn(async () => ({ ok: true, data: { outcome: 'silent' } }))
    await drawn(HOME, { order: order as unknown as Source['order'] })
    fireEvent.click(await page.findByRole('button', { name: 'Ask Garage door' }))
    await page.findByText('Garage door does not answer.')
    expect(order).toHaveBeenCalledWith('ask_device', { device_id: 'gate' })
  })

  test('a role that may only look is told so and asks nothing', async () => {
    const order = vi.fn()
    const { become } = await drawn(HOME, { order })
    const forbidden = {
      operations: new Set<string>(),
      commands: new Set(['ask_device', 'map_network']),
      values: true,
    }
    await act(async () => become({ forbidden }))
    fireEvent.click(await page.findByRole('button', { name: 'Ask Garage door' }))
    fireEvent.click(page.getByRole('button', { name: 'Check network' }))
    expect(order).not.toHaveBeenCalled()
  })

  test('2.9-011 3.9-003 snapshots stand three a page; one looked at shows the network as it was, and what changed since', async () => {
    const spans = [5, 4, 3, 2].map((at) => ({ at, byHand: false, total: 1, weak: ['door'], lost: [] }))
    const load = async (operation: string) =>
      operation === 'getSpans'
        ? { data: spans, count: 4 }
        : { ...spans[0], nodes: [entry('plug'), entry('door'), entry('gate')] }
    const { address, become } = await drawn(HOME, { load: load as unknown as Source['load'] })
    await act(async () => become({ gateway: { serialNumber: 'G' } as never }))
    const time = within(await page.findByRole('region', { name: 'Back in time' }))
    await time.findByText('1 to 3 of 4 snapshots')
    expect(time.getAllByRole('listitem')).toHaveLength(3)
    fireEvent.change(time.getByRole('slider'), { target: { value: '3' } })
    await page.findByText(/^The network as it was/)
    expect(address()).toContain('at=5')
    expect(page.queryByRole('button', { name: 'Ask Front door' })).toBeNull()
    fireEvent.click(page.getByRole('button', { name: 'Compare' }))
    await page.findByText(/: 1 vanished, 1 weaker\.$/)
    fireEvent.click(page.getByRole('button', { name: 'Back to now' }))
    expect(address()).not.toContain('at=')
  })

  test('2.9-011 two snapshots are compared with each other, the older one being what was before', async () => {
    const spans = [5, 4, 3, 2].map((at) => ({ at, byHand: false, total: 1, weak: ['door'], lost: [] }))
    const load = async (operation: string, { at }: { at?: number }) =>
      operation === 'getSpans'
        ? { data: spans, count: 4 }
        : { ...spans[0], at, nodes: [entry('plug'), ...(at === 2 ? [] : [entry('door')])] }
    const { address, become } = await drawn(HOME, { load: load as unknown as Source['load'] })
    await act(async () => become({ gateway: { serialNumber: 'G' } as never }))
    const time = within(await page.findByRole('region', { name: 'Back in time' }))
    await time.findByText('1 to 3 of 4 snapshots')
    fireEvent.change(time.getByRole('slider', { name: 'Moment' }), { target: { value: '0' } })
    fireEvent.click(await page.findByRole('button', { name: 'Compare' }))
    const second = await time.findByRole('slider', { name: 'Second moment' })
    expect(second.getAttribute('aria-valuetext')).toBe('Now')
    fireEvent.change(second, { target: { value: '3' } })
    await page.findByText(/^From .* to .*: 1 appeared\.$/)
    expect(address()).toMatch(/at=2&compare=5/)
    // Turned round the older one is still what was before.
    fireEvent.change(time.getByRole('slider', { name: 'Moment' }), { target: { value: '3' } })
    fireEvent.change(time.getByRole('slider', { name: 'Second moment' }), { target: { value: '0' } })
    await page.findByText(/^From .* to .*: 1 appeared\.$/)
    fireEvent.click(page.getByRole('button', { name: 'End comparison' }))
    expect(address()).not.toContain('compare=')
  })

  test('2.9-011 keys that follow each other at once lose no step, although the address follows later', async () => {
    const spans = [5, 4, 3, 2].map((at) => ({ at, byHand: false, total: 1, weak: [], lost: [] }))
    const load = async (operation: string) =>
      operation === 'getSpans' ? { data: spans, count: 4 } : { ...spans[0], nodes: [entry('plug')] }
    const { address, become } = await drawn(HOME, { load: load as unknown as Source['load'] })
    await act(async () => become({ gateway: { serialNumber: 'G' } as never }))
    const slider = await page.findByRole<HTMLInputElement>('slider', { name: 'Moment' })
    // In one act the address has not followed when the second key comes, as in a browser that is busy.
    act(() => {
      for (let key = 0; key < 3; key++)
        fireEvent.change(slider, { target: { value: String(Number(slider.value) - 1) } })
    })
    expect(slider.value).toBe('1')
    expect(address()).toContain('at=3')
  })

  test('an empty network and one that cannot be loaded say so', async () => {
    await drawn([])
    await page.findByText('No device in the network yet')
  })

  test('a gateway that does not answer is tried again', async () => {
    await drawn([], { ask: () => Promise.reject(new Error('no')) })
    await page.findByText('The network could not be loaded')
    page.getByRole('button', { name: /again/i })
  })
})

describe('the picture of a network', () => {
  const ways = (count: number) =>
    Array.from({ length: count }, (_none, at) => ({ id: `n${at}`, over: at < 8 ? '' : `n${at % 8}` }))

  test('2.9-040 2.9-041 is the same each time, with the gateway in the middle', () => {
    const places = () => {
      const layout = new Layout()
      layout.take(ways(60))
      return [...layout.placed.values()].map(({ id, x, y }) => [id, x, y])
    }
    expect(places()).toEqual(places())
    expect(places()[0]).toEqual(['', 0, 0])
  })

  test('devices do not lie upon each other, and stay where they are when one more comes', () => {
    const layout = new Layout()
    layout.take(ways(40))
    layout.settle()
    const all = [...layout.placed.values()]
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(26)
    const before = layout.placed.get('n20')
    layout.take(ways(41))
    expect(layout.moves).toBe(true)
    expect(layout.placed.get('n20')).toMatchObject({ x: before?.x, y: before?.y })
  })

  test('circles, self links and unknown ways do not keep it from settling', () => {
    const layout = new Layout()
    layout.take([
      { id: 'a', over: 'b' },
      { id: 'b', over: 'a' },
      { id: 'c', over: 'c' },
      { id: 'd', over: 'nobody' },
    ])
    layout.settle()
    for (const { x, y } of layout.placed.values()) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
  })
})
