import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { download } from '#lib/download.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Energy, EnergyMeter } from '#schemas/generated/entities/energy.ts'
import type { EnergyMeters } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import { headOf } from '../../../../tests/support/devices-screen.tsx'
import { EnergyPage } from './EnergyPage.tsx'

vi.mock('#lib/download.ts', () => ({ download: vi.fn<typeof download>() }))

const screen: CustomScreen = { id: 'energy', route: '/energy', kind: 'custom', component: 'energy' }
const DAY = 86_400_000
/** Friday, 20 November 2026, noon at the home. */
const NOW = Date.parse('2026-11-20T11:00:00Z')
const FIRST = Date.parse('2026-10-31T23:00:00Z')
const OCTOBER = Date.parse('2026-09-30T22:00:00Z')

const meter = (device_id: string, each: number, more: Partial<EnergyMeter> = {}): EnergyMeter => ({
  device_id,
  flow: 'used',
  from: 'counter',
  amounts: Array.from({ length: 30 }, (_, place) => (place < 20 ? each : 0)),
  costs: Array.from({ length: 30 }, (_, place) => (place < 20 ? each * 0.3 : 0)),
  standby: 0,
  nights: { ran: 0, known: 0 },
  doubts: [],
  ...more,
})

let month: Energy
let october: Energy
let tariffs: EnergyTariffs
let places: EnergyMeters
let asked: { operation: string; input: Record<string, unknown> }[]
let refuse: boolean
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  month = {
    steps: Array.from({ length: 31 }, (_, place) => FIRST + place * DAY),
    currency: 'CHF',
    priced: true,
    bands: [],
    meters: [
      meter('main', 10, { whole: true, standby: 90 }),
      meter('d1', 4, { standby: 31 }),
      meter('d2', 1, {
        doubts: [{ from: FIRST + DAY, to: FIRST + 3 * DAY, why: 'estimated' }],
      }),
      meter('roof', 2, { flow: 'produced' }),
    ],
  }
  october = {
    ...month,
    steps: [OCTOBER, FIRST],
    meters: [{ ...meter('main', 0, { whole: true }), amounts: [310], costs: [93] }],
  }
  tariffs = { revision: 1, currency: 'CHF', tariffs: [{ from: '2026-01-01', price: 0.3 }] }
  places = { revision: 4, meters: [{ device_id: 'gone', needed: true }] }
  asked = []
  refuse = false
  heads = [
    headOf(1, { name: 'Backofen' }),
    headOf(2, { name: 'Drucker', room: { id: 'r2', name: 'Büro', floorId: 'f1' } }),
  ]
  await changeLanguage('ch_EN')
  await loadAreas(['energy', 'device', 'shell', 'handling', 'screens'])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const source = {
  ...noSource,
  ask: async () => ({ zone: 'Europe/Zurich', changes: [] }) as never,
  load: async (operation: string, input: Record<string, unknown>) => {
    asked.push({ operation, input })
    if (operation === 'readEnergyTariffs') return tariffs as never
    if (operation === 'readEnergyMeters') return places as never
    const isBefore = Number(input.from) < FIRST
    if (Number(input.from) === OCTOBER && Number(input.to) === FIRST) return october as never
    const half = month.meters.map((one) => ({ ...one, amounts: one.amounts.map((amount) => amount / 2) }))
    return (isBefore ? { ...month, meters: half } : month) as never
  },
  call: async (operation: string, input: Record<string, unknown>) => {
    asked.push({ operation, input })
    if (!refuse) return { ok: true, data: input }
    // Somebody else was faster.
    tariffs = { ...tariffs, revision: 7 }
    places = { ...places, revision: 7 }
    const code = operation === 'keepEnergyMeters' ? 'METERS_CHANGED_MEANWHILE' : 'TARIFFS_CHANGED_MEANWHILE'
    return { ok: false, code, message: 'raw', status: 409 }
  },
} as never

let heads: ReturnType<typeof headOf>[]
const open = async (path = '/energy') => {
  const { home, link } = homeOf(heads, {}, 'Europe/Zurich')
  await renderScreen({
    Screen: EnergyPage,
    screen,
    definitions,
    path,
    situation: {
      gateway: { serialNumber: 'G' } as never,
      flags: new Set(['EXPORT_DATA', 'DASHBOARD']),
      modules: new Set(['scenes']),
    },
    ports: { home, link, source },
  })
  await page.findByText('Used by day')
}

describe('2.9-038 the energy of a home', () => {
  test('stands as figures: used, cost, produced, expected, each against as much of the month before', async () => {
    await open()
    const figure = (label: string) => page.getAllByText(label)[0]?.closest('div')
    await waitFor(() => expect(figure('Used')?.textContent).toContain('100\u00a0kWh more than before'))
    expect(figure('Used')?.textContent).toContain('200 kWh')
    expect(figure('Cost')?.textContent).toContain('60.00 CHF')
    expect(figure('Produced')?.textContent).toContain('40.0 kWh')
    const before = asked.filter(
      ({ operation, input }) => operation === 'readEnergy' && Number(input.from) < FIRST,
    )
    expect(before.length).toBeGreaterThan(0)
    // As much of October as has passed of November.
    expect(Number(before[0]?.input.to) - Number(before[0]?.input.from)).toBeLessThan(20 * DAY)
  })

  test('keys go from day to day and say what was then, by room and as a whole', async () => {
    await open()
    const slider = page.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'Sun, 1 November, 10.0\u00a0kWh, Küche 4.0\u00a0kWh, Büro 1.0\u00a0kWh, Rest 5.0\u00a0kWh, Produced 2.0\u00a0kWh',
    )
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Mon, 2 November/)
  })

  const ownDays = (each: number) => Array.from({ length: 30 }, (_, place) => (place < 20 ? each : 0))
  const own = () => ({ since: FIRST, amounts: ownDays(1.5), produced: ownDays(2), used: ownDays(10) })

  test('what it used of its own is told as a share of what it produced and of what it used, by day and in rows', async () => {
    month = {
      ...month,
      own: own(),
      meters: [...month.meters, meter('feed', 0.5, { flow: 'fed_in', costs: ownDays(0.05) })],
    }
    await open()
    const figure = (label: string) => page.getAllByText(label)[0]?.closest('div')?.textContent
    expect(figure('Used')).toContain('15 % self-produced')
    expect(figure('Produced')).toContain('75 % self-used')
    expect(figure('Produced')).toContain('13.00 paid')
    const slider = page.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /Produced 2\.0\u00a0kWh, Self-used 1\.5\u00a0kWh, 75\u00a0%$/,
    )
    cleanup()
    await open('/energy?table=1')
    const cells = (place: number) =>
      within(page.getAllByRole('row')[place] ?? document.body)
        .getAllByRole('cell')
        .slice(-4)
        .map(({ textContent }) => textContent)
    expect(cells(1)).toEqual(['2.00', '1.50 (75\u00a0%)', '15\u00a0%', '10.00'])
    // Of a day of which nothing is known nothing is claimed.
    expect(cells(30)).toEqual(['0.00', '0.00', '', '0.00'])
  })

  test('where its meters cannot tell, nothing is said of it', async () => {
    await open()
    expect(page.queryByText(/self-/i)).toBeNull()
  })

  test('where only what is drawn is counted, what it used of its own comes on top, and costs nothing', async () => {
    month = {
      ...month,
      own: own(),
      bands: [{ price: 0.3, amounts: ownDays(8.5) }],
      meters: [meter('grid', 8.5, { flow: 'drawn', whole: true, standby: 80 }), ...month.meters.slice(1)],
    }
    await open('/energy?by=tariff')
    const figure = (label: string) => page.getAllByText(label)[0]?.closest('div')?.textContent
    expect(figure('Used')).toContain('200 kWh')
    expect(figure('Cost')).toContain('51.00 CHF')
    expect(page.getByRole('slider').closest('section')?.textContent).toContain('Self-used30.0')
    expect(page.getByRole('region', { name: 'Standby' }).textContent).toContain('80 W always run')
  })

  test('what was estimated is said', async () => {
    await open()
    expect(page.getByText(/^Drucker told nothing from/)).not.toBeNull()
  })

  test('the largest come first, with what changed; what always runs is told for a year', async () => {
    await open()
    const rows = within(page.getByRole('region', { name: 'The ten largest' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.slice(0, 8))).toEqual(['Backofen', 'DruckerB'])
    await waitFor(() => expect(rows[0]?.textContent).toContain('+100'))
    const standby = page.getByRole('region', { name: 'Standby' })
    expect(standby.textContent).toContain('90 W always run')
    expect(standby.textContent).toContain('31\u00a0W')
  })

  test('who began to use more in the midst of the month is named, with the day and the way to its history', async () => {
    const [main, oven, ...others] = month.meters
    const amounts = Array.from({ length: 30 }, (_, place) => (place < 5 ? 2 : place < 20 ? 4 : 0))
    month = { ...month, meters: main && oven ? [main, { ...oven, amounts }, ...others] : [] }
    await open()
    const largest = page.getByRole('region', { name: 'The ten largest' })
    expect(largest.textContent).toContain('Backofen has used 100 % more since')
    expect(within(largest).getByRole('link', { name: 'See its history' }).getAttribute('href')).toContain(
      'd1',
    )
  })

  test('is told by tariff: in the head, with what each cost, and as layers', async () => {
    const days = (each: number) => Array.from({ length: 30 }, (_, place) => (place < 20 ? each : 0))
    month = {
      ...month,
      bands: [
        { price: 0.279, amounts: days(6) },
        { price: 0.221, amounts: days(4) },
      ],
    }
    await open()
    expect(page.getByText(/High tariff CHF.0\.279, low tariff CHF.0\.221 for a kWh/)).not.toBeNull()
    const cost = page.getAllByText('Cost')[0]?.closest('div')
    expect(
      within(cost as HTMLElement)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['High tariff CHF\u00a00.27933.48', 'Low tariff CHF\u00a00.22117.68'])
    fireEvent.click(page.getByRole('radio', { name: 'Tariff' }))
    const slider = page.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'Home' })
    await waitFor(() =>
      expect(slider.getAttribute('aria-valuetext')).toContain(
        'High tariff CHF\u00a00.279 6.0\u00a0kWh, Low tariff CHF\u00a00.221 4.0\u00a0kWh',
      ),
    )
  })

  test('has come together up to now, over what the month before had, with what is expected', async () => {
    await open()
    const card = await page.findByRole('region', { name: 'Against October 2026' })
    const told = within(card).getByRole('img').getAttribute('aria-label')
    expect(told).toContain('November 2026: 200\u00a0kWh up to now.')
    expect(told).toContain('Expected by the end: 300\u00a0kWh.')
    fireEvent.click(page.getByRole('checkbox'))
    await waitFor(() => expect(page.queryByRole('region', { name: 'Against October 2026' })).toBeNull())
  })

  test('is divided by device as well, which the address keeps', async () => {
    await open()
    fireEvent.click(page.getByRole('radio', { name: 'Device' }))
    const slider = page.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'Home' })
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('Backofen 4.0'))
  })

  test('the same stands in a table and in a file', async () => {
    await open('/energy?table=1')
    expect(page.getAllByRole('row')).toHaveLength(31)
    fireEvent.click(page.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(download).toHaveBeenCalled())
    const [name, text] = vi.mocked(download).mock.calls.at(-1) ?? []
    expect(name).toBe('Energy 2026-11-01 - 2026-11-30.csv')
    expect(String(text).split('\r\n')).toHaveLength(1 + 4 * 30)
  })

  test('a home that counts nothing says so', async () => {
    month = { ...month, meters: [] }
    const { home, link } = homeOf([], {}, 'Europe/Zurich')
    await renderScreen({
      Screen: EnergyPage,
      screen,
      definitions,
      situation: { gateway: { serialNumber: 'G' } as never },
      ports: { home, link, source },
    })
    await page.findByText('Nothing counted yet')
  })
})

describe('what runs at night', () => {
  const rowsOf = () => within(page.getByRole('region', { name: 'Standby' })).getAllByRole('listitem')

  test('says why, and leads to the scene that ends it where a switch does; what must run says that', async () => {
    const plug = { service: 'SwitchService', property: 'state', value: { kind: 'bool', access: ['write'] } }
    const layout = { tile: { footer: [] }, sections: { control: [plug] } }
    heads = [
      headOf(1, { name: 'Printer', layout: layout as never }),
      headOf(2, { name: 'Freezer', layout: layout as never }),
      headOf(3, { name: 'Router', layout: { tile: { footer: [] }, sections: {} } as never }),
    ]
    const nights = { ran: 19, known: 19 }
    month = {
      ...month,
      meters: [
        meter('d1', 0.24, { standby: 10, nights }),
        meter('d2', 4, { standby: 30, needed: true, nights }),
        meter('d3', 4, { standby: 8, nights: { ran: 12, known: 19 } }),
      ],
    }
    await open()
    expect(rowsOf().map((row) => row.textContent)).toEqual([
      'Freezerneeds power all the time30\u00a0Wneeded',
      'Printernot used for 19 days10\u00a0WOff at night',
      'Routeron in 12 of 19 nights8.0\u00a0W',
    ])
    expect(page.getByRole('link', { name: 'Off at night: Printer' }).getAttribute('href')).toBe(
      '/scenes/add_scene?recipe=standby&plugs=d1',
    )
  })

  test('may be said to be needed, and a meter to stand behind another, but never in a ring', async () => {
    await open()
    fireEvent.click(page.getByRole('button', { name: 'Meters' }))
    const dialog = () => page.getByRole('dialog', { name: 'Meters' })
    const drucker = () => within(dialog()).getByRole('button', { name: /^Drucker/ })
    const say = (): void => {
      fireEvent.click(drucker())
      fireEvent.change(within(dialog()).getByLabelText('Also counted by'), { target: { value: 'd1' } })
      fireEvent.click(within(dialog()).getByLabelText('Must run at night'))
    }
    await page.findByRole('button', { name: /^Drucker/ })
    say()
    expect(drucker().textContent).toContain('behind Backofen, needed')
    fireEvent.click(within(dialog()).getByRole('button', { name: /^Backofen/ }))
    const above = within(dialog()).getByLabelText('Also counted by')
    expect(within(above).queryByRole('option', { name: /Drucker/ })).toBeNull()
    refuse = true
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Save' }))
    await page.findByText(/^The (meters|tariffs) were changed by somebody/)
    refuse = false
    // What somebody else has kept is shown, and why; what was meant is said anew.
    await waitFor(() => expect(drucker().textContent).not.toContain('needed'))
    expect(page.getByText(/^The (meters|tariffs) were changed by somebody/)).toBeDefined()
    say()
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Save' }))
    await page.findByText('The meters are saved.')
    const kept = asked.findLast(({ operation }) => operation === 'keepEnergyMeters')
    expect(kept?.input).toEqual({
      sn: 'G',
      revision: 7,
      meters: [
        { device_id: 'gone', needed: true },
        { device_id: 'd2', behind: 'd1', needed: true },
      ],
    })
    // All that was counted is counted anew.
    await waitFor(() => expect(asked.at(-1)?.operation).toBe('readEnergy'))
  })
})

describe('what energy costs', () => {
  const ask = async () => {
    await open()
    fireEvent.click(page.getByRole('button', { name: 'Tariffs' }))
    await page.findByLabelText(/^Price for a kWh/)
    return page.getByRole('dialog', { name: 'Tariffs' })
  }
  const put = (dialog: HTMLElement, label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label, { exact: false }), { target: { value } })

  test('is entered with a cheaper price at night, and kept beside what held before', async () => {
    const dialog = await ask()
    put(dialog, 'Price for a kWh', '0.32')
    fireEvent.click(within(dialog).getByLabelText('Cheaper at certain times'))
    put(dialog, 'Cheaper price', '0.21')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const kept = () => asked.find(({ operation }) => operation === 'keepEnergyTariffs')
    await waitFor(() => expect(kept()).toBeDefined())
    expect(kept()?.input).toMatchObject({
      revision: 1,
      currency: 'CHF',
      tariffs: [
        { from: '2026-01-01', price: 0.3 },
        {
          from: '2026-11-20',
          price: 0.32,
          windows: [{ price: 0.21, start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4, 5, 6] }],
        },
      ],
    })
  })

  test('has several times with a price of their own, on whichever days; none is lost when something else is changed', async () => {
    const windows = [
      { price: 0.21, start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4] },
      { price: 0.19, start: '11:00', end: '15:00', days: [0, 2, 5] },
    ]
    tariffs = { revision: 1, currency: 'CHF', tariffs: [{ from: '2026-01-01', price: 0.3, windows }] }
    const dialog = await ask()
    expect(within(dialog).getByText(/22:00 to 06:00 on working days: 0\.21/)).not.toBeNull()
    expect(within(dialog).getByText(/11:00 to 15:00 on Mon, Wed, Sat: 0\.19/)).not.toBeNull()
    fireEvent.change(within(dialog).getByLabelText(/^Price for a kWh/), { target: { value: '0.32' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Another time' }))
    const low = within(dialog).getAllByLabelText(/Cheaper price/)
    fireEvent.change(low[2] as HTMLElement, { target: { value: '0.1' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove time 1' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const kept = () => asked.find(({ operation }) => operation === 'keepEnergyTariffs')
    await waitFor(() => expect(kept()).toBeDefined())
    expect(kept()?.input).toMatchObject({
      tariffs: [
        { from: '2026-01-01', price: 0.3, windows },
        {
          price: 0.32,
          windows: [windows[1], { price: 0.1, start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4, 5, 6] }],
        },
      ],
    })
  })

  test('is refused without a price, and told when somebody else has changed it', async () => {
    const dialog = await ask()
    put(dialog, 'Price for a kWh', '')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText(/Enter a price/)
    refuse = true
    put(dialog, 'Price for a kWh', '0.4')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await page.findByText(/^The (meters|tariffs) were changed by somebody/)
  })
})
