import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Blocks } from '#engine/engine.ts'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen, situationOf } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Dashboard as Kept } from '#schemas/generated/entities/dashboard.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf, layout } from '../../../tests/support/devices-screen.tsx'
import { pinChart, pinDevice } from './actions.ts'
import { Dashboard } from './Dashboard.tsx'
import HouseStrip from './HouseStrip.tsx'
import { proposalOf } from './proposal.ts'

const screen: CustomScreen = { id: 'dashboard', route: '/dashboard', kind: 'custom', component: 'dashboard' }
const gateway = { serialNumber: 'G', connectionStatus: 'online' } as never

const temperature: Placed = {
  service: 'T',
  property: 'temperature',
  section: 'sensory',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'serviceWithUnit' },
  value: { kind: 'number', access: ['read'], unit: '°C' },
}
const sensorLayout: DeviceLayout = {
  ...layout,
  type: 'Sensor',
  tile: { header: temperature, footer: [] },
  sections: { sensory: [temperature] },
}
const sensor = (id: string, more: Partial<DeviceHead> = {}): DeviceHead => ({
  ...headOf(1),
  id,
  name: `Fühler ${id}`,
  type: 'Sensor',
  layout: sensorLayout,
  ...more,
})
const told = (value: PropertyState['value']): PropertyState => ({
  value,
  at: 1,
  delivery: { phase: 'reported' },
})

const note = (id: string, text: string): Kept['pages'][number]['cards'][number] => ({
  id,
  kind: 'note',
  width: 2,
  height: 2,
  title: `Titel ${id}`,
  text,
})

let kept: Kept
let sent: Kept[]
let refuse: boolean
let refusals: number
const events = new Set<(event: string, data: unknown) => void>()
// A busy machine takes longer to bring dialogs than a test waits.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  kept = { revision: 3, pages: [{ id: 'p1', cards: [note('a', 'Brot'), note('b', 'Milch')] }] }
  sent = []
  refuse = false
  refusals = 0
  await changeLanguage('ch_EN')
  await loadAreas(['dashboard', 'device', 'shell', 'handling'])
})
afterEach(() => {
  cleanup()
  toasts.clear?.()
})

const source = {
  ...noSource,
  load: async () => structuredClone(kept) as never,
  call: async (_operation: string, { sn: _sn, ...dashboard }: Kept & { sn: string }) => {
    if (refuse || refusals-- > 0)
      return { ok: false, code: 'DASHBOARD_CHANGED_MEANWHILE', message: 'raw', status: 409 }
    sent.push(dashboard)
    kept = { ...dashboard, revision: dashboard.revision + 1 }
    return { ok: true, data: kept }
  },
} as never

const open = async (
  heads: readonly DeviceHead[] = [],
  values: Record<string, PropertyState> = {},
  blocks: Blocks = {},
) => {
  const { home, link } = homeOf(heads, values)
  await renderScreen({
    Screen: Dashboard,
    screen,
    definitions,
    situation: { gateway, flags: new Set(['DASHBOARD']), modules: new Set(['dashboard']) },
    ports: { home, link, source },
    engine: {
      blocks,
      onEvent: (listen) => {
        events.add(listen)
        return () => events.delete(listen)
      },
    },
  })
}
const arrange = async (): Promise<void> => {
  fireEvent.click(await page.findByRole('button', { name: 'Arrange' }))
  await page.findByRole('heading', { level: 1, name: 'Arrange Home' })
}
const gripOf = (name: string) => page.getByRole('button', { name: `Move ${name}` })
const order = (): string[] =>
  page.getAllByRole('button', { name: /^Move / }).map((grip) => grip.textContent?.replace('Move ', '') ?? '')

describe('1.2-018 a dashboard', () => {
  test('shows its cards in their order; one of a kind that nobody knows says so', async () => {
    kept.pages[0]?.cards.push({ id: 'x', kind: 'hologram', width: 2, height: 2 })
    await open()
    await page.findByText('Brot')
    expect(page.queryByText('Milch')).not.toBeNull()
    expect(page.queryByText('This version does not know such cards.')).not.toBeNull()
  })

  test('is one of several pages; the address names it', async () => {
    kept.pages.push({ id: 'p2', name: 'Garten', cards: [note('c', 'Giessen')] })
    await open()
    fireEvent.click(await page.findByRole('button', { name: 'Garten' }))
    await page.findByText('Giessen')
    expect(page.queryByText('Brot')).toBeNull()
  })

  test('that was changed by another client is asked for again', async () => {
    await open()
    await page.findByText('Brot')
    kept = { revision: 4, pages: [{ id: 'p1', cards: [note('a', 'Käse')] }] }
    act(() => {
      for (const listen of events) listen('dashboard_changed', { serialNumber: 'G', revision: 4 })
    })
    await page.findByText('Käse')
  })

  test('a device that is gone keeps its place and says so; a link leads only to http', async () => {
    kept.pages[0]?.cards.push(
      { id: 'd', kind: 'device', width: 2, height: 2, of: ['gone'] },
      { id: 'l', kind: 'link', width: 2, height: 1, address: 'https://camera.test/yard' },
      { id: 'm', kind: 'link', width: 2, height: 1, address: 'javascript:alert(1)' },
    )
    await open()
    await page.findByText('This device is no longer there.')
    const link = page.getByRole('link', { name: /camera\.test/ })
    expect(link.getAttribute('href')).toBe('https://camera.test/yard')
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(page.queryByText('This address leads nowhere.')).not.toBeNull()
  })
})

describe('1.2-018 arranging', () => {
  test('with keys alone one comes to its heading, and back to that of the dashboard', async () => {
    await open()
    ;(await page.findByRole('button', { name: 'Arrange' })).focus()
    await userEvent.keyboard('{Enter}')
    const heading = await page.findByRole('heading', { level: 1, name: 'Arrange Home' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    page.getByRole('button', { name: 'Done' }).focus()
    await userEvent.keyboard('{Enter}')
    const dashboard = await page.findByRole('heading', { level: 1, name: 'Dashboard' })
    await waitFor(() => expect(document.activeElement).toBe(dashboard))
  })

  test('keys lift, move and lay; Escape gives back; nothing is kept before Done', async () => {
    await open()
    await arrange()
    const grip = gripOf('Titel a')
    fireEvent.keyDown(grip, { key: 'Enter' })
    expect(gripOf('Titel a').getAttribute('aria-pressed')).toBe('true')
    fireEvent.keyDown(grip, { key: 'ArrowRight' })
    expect(order()).toEqual(['Titel b', 'Titel a'])
    fireEvent.keyDown(grip, { key: 'Escape' })
    expect(order()).toEqual(['Titel a', 'Titel b'])
    fireEvent.keyDown(grip, { key: 'Enter' })
    fireEvent.keyDown(grip, { key: 'ArrowRight' })
    fireEvent.keyDown(grip, { key: 'Enter' })
    expect(page.getByRole('status').textContent).toBe('Titel a laid on place 2 of 2.')
    expect(sent).toEqual([])
    fireEvent.click(page.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.revision).toBe(3)
    expect(sent[0]?.pages[0]?.cards.map(({ id }) => id)).toEqual(['b', 'a'])
    await page.findByRole('heading', { level: 1, name: 'Dashboard' })
  })

  test('Shift and arrows size; Undo takes back one step after the other', async () => {
    await open()
    await arrange()
    fireEvent.keyDown(gripOf('Titel a'), { key: 'ArrowDown', shiftKey: true })
    expect(page.getByRole('status').textContent).toMatch(/Titel a: \d wide, 3 high\./)
    fireEvent.click(page.getByRole('button', { name: 'Remove Titel b' }))
    expect(order()).toEqual(['Titel a'])
    const undo = page.getByRole('button', { name: 'Undo' })
    fireEvent.click(undo)
    expect(order()).toEqual(['Titel a', 'Titel b'])
    fireEvent.click(undo)
    expect(undo).toHaveProperty('disabled', true)
    fireEvent.click(page.getByRole('button', { name: 'Done' }))
    await page.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(sent).toEqual([])
  })

  test('L-09 of two clients the second is told, and goes on with what it had arranged', async () => {
    await open()
    await arrange()
    fireEvent.click(page.getByRole('button', { name: 'Remove Titel b' }))
    refuse = true
    fireEvent.click(page.getByRole('button', { name: 'Done' }))
    await page.findByText(/^The dashboard was changed elsewhere/)
    expect(order()).toEqual(['Titel a'])
  })

  test('Cancel asks before it discards anything', async () => {
    await open()
    await arrange()
    fireEvent.click(page.getByRole('button', { name: 'Remove Titel b' }))
    fireEvent.click(page.getByRole('button', { name: 'Cancel' }))
    const dialog = await page.findByRole('dialog', { name: 'Discard your changes?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
    await page.findByText('Milch')
    expect(sent).toEqual([])
  })

  test('a note is written, and an address must be one', async () => {
    await open()
    await arrange()
    fireEvent.click(page.getByRole('button', { name: 'Add a card' }))
    fireEvent.click(await page.findByRole('button', { name: 'Link, camera' }))
    fireEvent.change(await page.findByLabelText('Address'), { target: { value: 'ftp://x' } })
    fireEvent.click(page.getByRole('button', { name: 'Add' }))
    await page.findByText(/with http/)
    fireEvent.change(page.getByLabelText('Address'), { target: { value: 'https://camera.test' } })
    fireEvent.click(page.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(order()).toHaveLength(3))
  })
})

describe('1.2-018 what a home begins with', () => {
  const situation = situationOf({ flags: new Set(['DASHBOARD']), modules: new Set(['scenes']) })

  test('is made from what it has: nothing empty, no device twice, none that is offline', () => {
    const heads = [
      headOf(1),
      headOf(2, { status: 5 }),
      headOf(3),
      headOf(4),
      sensor('s1'),
      sensor('s2', { status: 5 }),
    ]
    const { cards } = proposalOf({ heads, rooms: [{ id: 'r1', devices: ['d1', 'd3'] }] }, situation)
    expect(cards.map(({ kind, of }) => [kind, ...(of ?? [])])).toEqual([
      ['device', 'd1'],
      ['device', 'd3'],
      ['chart', 's1/T/temperature'],
      ['room', 'r1'],
      ['scenes'],
      ['statuses'],
    ])
    expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length)
  })

  test('an empty home with nothing allowed has none', () => {
    expect(proposalOf({ heads: [], rooms: [] }, situationOf()).cards).toEqual([])
  })
})

describe('the strip above', () => {
  test('says what the rooms measure, and has no cell for what the home lacks', async () => {
    await open([sensor('s1'), sensor('s2'), sensor('s3', { status: 5 })], {
      's1/T/temperature': told(20),
      's2/T/temperature': told(23),
      's3/T/temperature': told(90),
    })
    const inside = await page.findByText('Inside')
    expect(inside.parentElement?.textContent).toContain('21.5°C')
    expect(page.queryByText('Outside')).toBeNull()
    expect(page.queryByText('Power')).toBeNull()
  })

  const contact = (id: string, icon: string): DeviceHead => {
    const open: Placed = {
      ...temperature,
      property: 'open',
      value: { kind: 'bool', access: ['read'], icon, on: true, off: false },
    }
    return sensor(id, { layout: { ...sensorLayout, tile: { header: open, footer: [] } } })
  }

  test('counts what is open by kind', async () => {
    const heads = [contact('w1', 'window'), contact('w2', 'window'), contact('g', 'garage')]
    const { home, link } = homeOf(heads, {
      'w1/T/open': told(true),
      'w2/T/open': told(true),
      'g/T/open': told(true),
    })
    await renderScreen({
      Screen: HouseStrip,
      screen,
      definitions,
      situation: { gateway },
      ports: { home, link },
    })
    const cell = (await page.findByText('Open')).parentElement
    expect(cell?.textContent).toBe('Open2windows, 1 gate')
  })

  test('says much power in kilowatts', async () => {
    const power: Placed = { ...temperature, property: 'power', value: { ...temperature.value, unit: 'W' } }
    const plug = sensor('p', { layout: { ...sensorLayout, tile: { header: power, footer: [] } } })
    await open([plug], { 'p/T/power': told(2310) })
    expect((await page.findByText('Power')).parentElement?.textContent).toBe('Power2.31kW')
  })
})

describe('1.6-058 2.6-020 PIN_TO_DASHBOARD: a device is pinned from its page', () => {
  const pin = async (id: string) => {
    const said: string[] = []
    const { home } = homeOf([headOf(1)])
    const result = await pinDevice({
      bound: { row: { id, name: `Lampe ${id}` } },
      situation: situationOf({ gateway }),
      ports: { home, source },
      toast: ({ text }: { text: string }) => void said.push(text),
    } as never)
    return { result, said }
  }

  test('on the page that opens first, once', async () => {
    kept.pages.push({ id: 'p2', cards: [], opensFirst: true })
    const first = await pin('d1')
    expect(first.result.ok).toBe(true)
    expect(kept.pages[1]?.cards).toMatchObject([{ kind: 'device', of: ['d1'] }])
    const again = await pin('d1')
    expect(again.said).toEqual(['Lampe d1 is on the dashboard already.'])
    expect(sent).toHaveLength(1)
  })

  test('what was proposed before stays: it becomes the person’s own', async () => {
    kept = { revision: 0, pages: [] }
    await pin('other')
    expect(kept.pages[0]?.cards.map(({ of }) => of?.[0])).toContain('other')
    expect(kept.pages[0]?.cards.length).toBeGreaterThan(1)
  })
})

describe('1.6-058 PIN_TO_DASHBOARD: a chart is pinned as it is looked at', () => {
  const row = {
    name: 'Fühler s1',
    of: ['s1/T/temperature'],
    view: { period: 'month', compare: true },
    height: 4,
  }
  const pin = async (more: object = {}) => {
    const toasted: { text: string; undo?: () => void }[] = []
    const { home } = homeOf([headOf(1)])
    await pinChart({
      bound: { row: { ...row, ...more } },
      situation: situationOf({ gateway }),
      ports: { home, source },
      toast: (message: { text: string }) => void toasted.push(message),
    } as never)
    return toasted
  }
  const charts = () => kept.pages[0]?.cards.filter(({ kind }) => kind === 'chart') ?? []

  test('with its values, its period and the one before; the same chart only once', async () => {
    await pin()
    expect(charts()).toMatchObject([{ of: row.of, view: row.view, height: 4 }])
    expect((await pin())[0]?.text).toBe('Fühler s1 is on the dashboard already.')
    await pin({ view: { period: 'day' } })
    expect(charts()).toHaveLength(2)
  })

  test('undone later it alone goes: what was arranged meanwhile stays', async () => {
    const [said] = await pin()
    kept = { ...kept, revision: kept.revision + 1, pages: [...kept.pages, { id: 'p9', cards: [] }] }
    said?.undo?.()
    await waitFor(() => expect(charts()).toEqual([]))
    expect(kept.pages.map(({ id }) => id)).toEqual(['p1', 'p9'])
  })

  test('of two who keep at the same time the second one begins anew', async () => {
    refusals = 1
    await pin()
    expect(charts()).toHaveLength(1)
  })
})

test('its cards are drawn together, once the code of all that it shows has come, and no other code is asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => ReactNode }>()
  const other = vi.fn<() => Promise<void>>(async () => {})
  kept = {
    revision: 3,
    pages: [
      { id: 'p1', cards: [note('a', 'Brot'), { id: 'r', kind: 'room', width: 2, height: 3, of: ['r1'] }] },
    ],
  }
  await open(
    [],
    {},
    {
      roomGlance: lazy(() => promise),
      chartCard: Object.assign(() => null, { load: other, hasCome: () => false }),
    },
  )
  // The page is known by now, and what is on it.
  await page.findByRole('button', { name: 'Arrange' })
  expect(page.queryByText('Brot')).toBeNull()
  await act(async () => resolve({ default: () => <p>Ein Zimmer</p> }))
  expect(await page.findByText('Brot')).toBeDefined()
  expect(page.getByText('Ein Zimmer')).toBeDefined()
  expect(other).not.toHaveBeenCalled()
})

test('code of a card that does not come keeps the others from nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  kept = {
    revision: 3,
    pages: [
      { id: 'p1', cards: [note('a', 'Brot'), { id: 'r', kind: 'room', width: 2, height: 3, of: ['r1'] }] },
    ],
  }
  await open([], {}, { roomGlance: lazy(() => Promise.reject(new Error('Nothing comes'))) })
  expect(await page.findByText('Brot')).toBeDefined()
})
