import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { widgets as registry } from '#widgets/registry.ts'
import { headOf } from '../../../../tests/support/devices-screen.tsx'
import { sameHours } from './day-numbers.ts'
import type { HomeThen } from './past-home.ts'
import TimeMachine from './TimeMachine.tsx'
import { stretchOf } from './two-days.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Friday, 20 November 2026, noon at the home. */
const NOW = Date.parse('2026-11-20T11:00:00Z')
const MIDNIGHT = Date.parse('2026-11-19T23:00:00Z')
/** Four in the morning. */
const THEN = NOW - 8 * HOUR

const placed = (service: string, property: string, value: Partial<Placed['value']>): Placed => ({
  service,
  property,
  section: 'sensory',
  grid: [0, 0, 1, 1],
  options: { propertyType: value.kind === 'bool' ? 'iconType' : 'serviceWithUnit' },
  value: { kind: 'number', access: ['read', 'write'], ...value },
})
const temperature = placed('T', 'temperature', { unit: '°C', precision: 1, history: 'area' })
const light = placed('L', 'on', { kind: 'bool', on: true, off: false, icon: 'bulb', history: 'step' })
const withHeader = (header: Placed): DeviceLayout => ({
  model: 'm',
  type: 'Sensor',
  name: 'Device',
  icon: 'device',
  generated: false,
  tile: { header, footer: [] },
  sections: { sensory: [header] },
})
const state = (value: PropertyState['value'], at: number): PropertyState => ({
  value,
  at,
  delivery: { phase: 'reported' },
})

const room: Partial<DeviceHead> = { name: 'Thermometer', layout: withHeader(temperature) }
const lamp: Partial<DeviceHead> = { name: 'Lamp', layout: withHeader(light) }
const told = (device: string, { service, property }: Placed, value: number | boolean, at: number) => ({
  device_id: device,
  status: 2,
  values: [{ service_name: service, property_name: property, value, at }],
})

interface World {
  was?: Omit<HomeThen, 'statuses'> & Partial<HomeThen>
  path?: string
  changes?: readonly { at: number; device_id: string; value: boolean }[]
  heads?: readonly DeviceHead[]
  values?: Record<string, PropertyState>
  /** What else changed, of the lamp. */
  changesIn?: (range: { from: number }) => readonly object[]
  causes?: readonly unknown[]
  /** Moments at which a scene ran. */
  runs?: readonly number[]
  fails?: boolean
  /** What numbers came to. */
  numbersIn?: (range: { from: number; to: number }) => readonly object[]
  statuses?: readonly object[]
}

async function open({
  was = { devices: [told('d1', temperature, 18, THEN - HOUR), told('d2', light, true, THEN - MINUTE)] },
  path = `?at=${THEN}`,
  statuses = [],
  changes = [],
  heads = [headOf(1, room), headOf(2, lamp)],
  values = { 'd1/T/temperature': state(21, NOW), 'd2/L/on': state(false, NOW - HOUR) },
  changesIn = () => [],
  causes = [],
  runs = [],
  fails = false,
  numbersIn = () => [],
}: World = {}) {
  const { home, link } = homeOf(heads, values, 'Europe/Zurich')
  const asked: number[] = []
  const sent = vi.fn<typeof link.send>()
  await renderScreen({
    Screen: TimeMachine as (props: BlockProps) => React.ReactNode as never,
    screen: screens.get('time_machine') as CustomScreen,
    definitions,
    path: `/time_machine${path}`,
    situation: { flags: new Set(['DASHBOARD']) },
    ports: {
      home,
      link: { ...link, send: sent },
      widgets: registry,
      source: {
        ...noSource,
        one: async ({ command, operation }, { row }) => {
          if (command === 'get_property_causes') return { changes: causes }
          if (command === 'get_scenario_statuses_collection') return { collection: statuses }
          if (command === 'get_recorded_changes') return { changes: [], since: 0, zone: 'Europe/Zurich' }
          if (command === 'get_rule_runs') {
            const { to, limit } = row as { to: number; limit: number }
            const before = runs.filter((at) => at < to).toSorted((a, b) => b - a)
            return {
              runs: before
                .slice(0, limit)
                .map((at) => ({ run_id: String(at), rule_id: 'r', rule_name: 'Ran', at })),
              misses: [],
            }
          }
          if (operation === 'homeChanges')
            return {
              counts: [0, 3],
              changes: [
                ...changes,
                ...changesIn(row as { from: number }).map((one) => ({
                  device_id: 'd2',
                  value: false,
                  ...one,
                })),
              ],
            }
          if (operation === 'homeNumbers') return { numbers: numbersIn(row as { from: number; to: number }) }
          if (operation !== 'homeAt') return { people: [] }
          if (fails) throw new Error('away')
          asked.push(Number((row as { at: number }).at))
          return { statuses: [], ...was }
        },
      },
    },
  })
  return { asked, sent }
}

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await Promise.all([
    loadAreas(['charts', 'history', 'past', 'scenes', 'objects', 'widgets', 'units', 'properties', 'values']),
    import('#ui/dialog/DialogFrame.tsx'),
  ])
}, 60_000)
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tile = (name: string) => page.findByRole('article', { name })
const sentence = async (name: string) => (await page.findByText(name, { selector: 'b' })).closest('li')

describe('the home at a moment', () => {
  test('has all causes of its day, however many there were', async () => {
    const many = Array.from({ length: 250 }, (_, place) => THEN + place * MINUTE)
    await open({ runs: many })
    await tile('Lamp')
    const causes = () =>
      [...document.querySelectorAll('button[data-by="rule"]')].reduce(
        (sum, disc) => sum + Number(disc.querySelector('span[aria-hidden]:not(:has(svg))')?.textContent || 1),
        0,
      )
    await waitFor(() => expect(causes()).toBe(250))
  })

  test('is drawn with the tiles of the engine, which show the values of then and take no orders', async () => {
    const { sent } = await open()
    const lit = await tile('Lamp')
    expect(lit.textContent).toMatch(/yes.*now no/)
    expect(lit.querySelectorAll('button, input, [role="switch"], a')).toHaveLength(0)
    expect((await tile('Thermometer')).textContent).toContain('18')
    expect(sent).not.toHaveBeenCalled()
  })

  test('says what was, what is now, what made it so and when, with the ways to the chart and to the cause', async () => {
    await open({
      causes: [
        { at: NOW - HOUR, value: false, cause: { kind: 'rule', rule_id: 'r1', rule_name: 'Morning' } },
        { at: THEN - HOUR, value: true, cause: { kind: 'person', user_id: 'u1' } },
      ],
    })
    await waitFor(async () => expect((await sentence('Lamp'))?.textContent).toContain('Morning'))
    const one = await sentence('Lamp')
    expect(one?.textContent).toMatch(/then yes, now no/)
    expect(one?.textContent).toContain('11:00')
    const [chart, cause] = one?.querySelectorAll('a') ?? []
    expect(chart?.getAttribute('href')).toMatch(/^\/dashboard_chart\/d2\?.*v=d2%2FL%2Fon/)
    expect(chart?.getAttribute('href')).toContain('last=2026-11-20')
    expect(cause?.getAttribute('href')).toContain('r1')
    expect((await sentence('Thermometer'))?.textContent).toMatch(/3(\.0)?.°C lower than now/)
  })

  test('tells no number that differs less than its rule, and no device that answers neither then nor now', async () => {
    await open({
      was: {
        devices: [
          told('d1', temperature, 20.5, THEN - HOUR),
          { ...told('d2', light, true, THEN - HOUR), status: 5 },
        ],
      },
      heads: [headOf(1, room), headOf(2, { ...lamp, status: 5 })],
    })
    await tile('Thermometer')
    expect(page.getByText('Nothing is different from now.')).toBeTruthy()
  })

  test('names a device that was reached then and is not now', async () => {
    await open({ heads: [headOf(1, room), headOf(2, { ...lamp, status: 5, statusSince: NOW - HOUR })] })
    expect((await sentence('Lamp'))?.textContent).toContain('Was reached then, is not now.')
  })

  test('a value that was not told since is what it was, although its recording is gone', async () => {
    await open({ was: { devices: [] }, values: { 'd1/T/temperature': state(17.5, THEN - 300 * 24 * HOUR) } })
    expect((await tile('Thermometer')).textContent).toContain('17.5')
  })

  test('devices that were not there yet, and those that are no longer there, are counted', async () => {
    await open({
      was: { devices: [told('d1', temperature, 18, THEN), told('old', light, true, THEN)] },
    })
    await tile('Thermometer')
    expect(page.queryByRole('article', { name: 'Lamp' })).toBeNull()
    expect(page.getByText(/1 device was not there yet.*Lamp\./)).toBeTruthy()
    expect(page.getByText(/1 device of that time is no longer in the home/)).toBeTruthy()
  })

  test('the device whose history led here comes first, also where nothing was different', async () => {
    const same = { values: { 'd1/T/temperature': state(18, NOW), 'd2/L/on': state(false, NOW - HOUR) } }
    const order = async (path: string) => {
      await open({ ...same, path })
      await tile('Lamp')
      const all = page.getAllByRole('article').map((one) => one.getAttribute('aria-label'))
      cleanup()
      return all
    }
    expect(await order(`?at=${THEN}`)).toEqual(['Lamp', 'Thermometer'])
    expect(await order(`?at=${THEN}&of=d1`)).toEqual(['Thermometer', 'Lamp'])
  })

  test('before the first record it says since when something is recorded, and goes there', async () => {
    const since = NOW - 2 * HOUR
    const { asked } = await open({ was: { devices: [], since } })
    fireEvent.click(await page.findByRole('button', { name: 'To the first record' }))
    await waitFor(() => expect(asked).toContain(since))
  })

  test('the house status then: what was switched since is what was recorded, what was not is what it is', async () => {
    const status = (resource_id: string, state: boolean, since: number) => ({
      ...{ resource_id, name: resource_id, icon: 0, state, since },
    })
    await open({
      was: {
        devices: [told('d1', temperature, 18, THEN)],
        statuses: [
          { resource_id: 'Armed', state: true, since: THEN - HOUR },
          { resource_id: 'Guests', state: false, since: THEN - HOUR },
        ],
      },
      statuses: [
        status('Armed', false, THEN + MINUTE),
        status('Guests', true, THEN + MINUTE),
        status('Winter', true, THEN - 400 * 24 * HOUR),
      ],
    })
    expect(await page.findByText('Armed, Winter')).toBeTruthy()
  })

  test('says that the gateway was away then, and that the past did not load', async () => {
    await open({ was: { online: false, devices: [told('d1', temperature, 18, THEN)] } })
    expect(await page.findByText(/The gateway was not reached then/)).toBeTruthy()
    cleanup()
    await open({ fails: true })
    expect(await page.findByText('The past did not load')).toBeTruthy()
  })
})

describe('the moment', () => {
  const changes = [
    { at: THEN - 20 * MINUTE, device_id: 'd2', value: true },
    { at: THEN + 10 * MINUTE, device_id: 'd2', value: false },
  ]

  test('arrows go from change to change, with Shift by an hour, Home to midnight at the home', async () => {
    const { asked } = await open({ changes })
    await page.findByRole('button', { name: 'Change after: 04:10 Lamp' })
    const slider = page.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(asked.at(-1)).toBe(THEN + 10 * MINUTE))
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    await waitFor(() => expect(asked.at(-1)).toBe(THEN - 20 * MINUTE))
    fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true })
    await waitFor(() => expect(asked.at(-1)).toBe(THEN + 40 * MINUTE))
    fireEvent.keyDown(slider, { key: 'Home' })
    await waitFor(() => expect(asked.at(-1)).toBe(THEN - 4 * HOUR))
    expect(slider.getAttribute('aria-valuetext')).toMatch(/00:00/)
  })

  test('keys that follow each other at once lose no step, although the address follows later', async () => {
    const { asked } = await open({ changes })
    await page.findByRole('button', { name: 'Change after: 04:10 Lamp' })
    const slider = page.getByRole('slider')
    // In one act the address has not followed when the next key comes, as in a browser that is busy.
    act(() => {
      for (let key = 0; key < 3; key++) flushSync(() => void fireEvent.keyDown(slider, { key: 'PageDown' }))
    })
    await waitFor(() => expect(asked.at(-1)).toBe(THEN - 3 * HOUR))
  })

  test('never lies in the future, nor before what is kept; nonsense in the address is last night', async () => {
    const { asked } = await open({ path: `?at=${NOW + 9 * HOUR}` })
    await waitFor(() => expect(asked.at(-1)).toBe(NOW))
    cleanup()
    const old = await open({ path: '?at=5' })
    await waitFor(() => expect(old.asked.at(-1)).toBe(Date.parse('2026-05-19T22:00:00Z')))
    cleanup()
    const night = await open({ path: '?at=x' })
    await waitFor(() => expect(night.asked.at(-1)).toBe(THEN - HOUR))
  })

  test('L-07 the same time of the day before, also where the clocks were changed in between', async () => {
    // Sunday, 25 October 2026: summer time ended that morning.
    const sunday = Date.parse('2026-10-25T09:00:00Z')
    const { asked } = await open({ path: `?at=${sunday}` })
    fireEvent.click(await page.findByRole('button', { name: 'Day before' }))
    await waitFor(() => expect(asked.at(-1)).toBe(Date.parse('2026-10-24T08:00:00Z')))
  })
})

describe('two days', () => {
  const night = (one: number) => Date.parse('2026-11-19T21:00:00Z') - one * 24 * HOUR

  test('stand on the same hours: what differs is told with by how much, what is alike is counted', async () => {
    await open({
      // On from the beginning of both nights; off two hours later only in the second.
      was: { devices: [told('d2', light, true, night(3)), told('d1', temperature, 18, night(3))] },
      changesIn: ({ from }) =>
        from === night(0) ? [{ at: night(0) + 2 * HOUR, service_name: 'L', property_name: 'on' }] : [],
    })
    const card = await page.findByRole('region', { name: 'Two nights side by side' })
    await waitFor(() => expect(card.textContent).toMatch(/Lamp, On: 7 hrs 0 mins shorter than on Thu/))
    const chart = card.querySelector('li a')
    expect(chart?.getAttribute('href')).toMatch(/dashboard_chart\/d2.*compare=1/)
    expect(card.textContent).toContain('0 states were alike')
  })

  // A counter by what it went up, others by their mean; what hardly differs, by its unit, is counted.
  test('numbers stand beside each other with their key figures, and what differs is told', async () => {
    const energy = placed('M', 'energy', { unit: 'kWh', precision: 2, history: 'area' })
    const humidity = placed('H', 'humidity', { unit: '%', precision: 0, history: 'area' })
    const figures = (device_id: string, of: Placed, mean: number, gained = 0) => ({
      ...{ device_id, service_name: of.service, property_name: of.property },
      ...{ mean, min: mean - 1, max: mean + 1.5, gained },
    })
    await open({
      heads: [
        headOf(1, room),
        headOf(2, { name: 'Meter', layout: withHeader(energy) }),
        headOf(3, { name: 'Cellar', layout: withHeader(humidity) }),
      ],
      numbersIn: ({ from }) =>
        from === night(0)
          ? [figures('d1', temperature, 16.4), figures('d2', energy, 104, 2.25), figures('d3', humidity, 61)]
          : [figures('d1', temperature, 17.6), figures('d2', energy, 100, 1.5), figures('d3', humidity, 60)],
    })
    const list = within(await page.findByRole('region', { name: 'Numbers' }))
    expect(
      list.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'Meter, Energy' + 'Thu, 19 Nov: 1.50 kWh' + 'Fri, 20 Nov: 2.25 kWh' + 'Difference: +0.75 kWh',
      'Thermometer, Temperature' +
        'Thu, 19 Nov: 17.6 °C16.6 °C to 19.1 °C' +
        'Fri, 20 Nov: 16.4 °C15.4 °C to 17.9 °C' +
        'Difference: −1.2 °C',
    ])
    const card = page.getByRole('region', { name: 'Two nights side by side' })
    expect(card.textContent).toMatch(/Meter, Energy: 0\.75.kWh more than on Thu/)
    expect(card.textContent).toMatch(/Thermometer, Temperature: 1\.2.°C lower on average than on Thu/)
    expect(card.textContent).toContain('1 number was much the same both times.')
  })

  test('a number that is told in a word at its ends is a state, and no figure', async () => {
    const position = placed('R', 'position', {
      kind: 'range',
      ...{ min: 0, max: 100, unit: '%', history: 'area' },
      bands: [{ from: 0, word: 'closed' }, { from: 0.5 }],
    })
    const figures = (mean: number) => ({
      ...{ device_id: 'd1', service_name: 'R', property_name: 'position' },
      ...{ mean, min: 0, max: 100, gained: 0 },
    })
    await open({
      heads: [headOf(1, { name: 'Garage', layout: withHeader(position) })],
      numbersIn: ({ from }) => [figures(from === night(0) ? 1 : 81)],
    })
    const card = await page.findByRole('region', { name: 'Two nights side by side' })
    await waitFor(() => expect(card.textContent).toContain('0 numbers were much the same'))
    expect(page.queryByRole('region', { name: 'Numbers' })).toBeNull()
  })

  test('a day that still runs is compared with the same hours of the other, by quarters of an hour', () => {
    const ranges = [
      stretchOf('2026-11-19', 'day', 'Europe/Zurich'),
      stretchOf('2026-11-20', 'day', 'Europe/Zurich'),
    ] as const
    const [first, second] = sameHours(ranges, NOW + 7 * MINUTE)
    expect([first.to - first.from, second.to - second.from]).toEqual([12 * HOUR, 12 * HOUR])
    expect(second.from).toBe(MIDNIGHT)
    expect(sameHours(ranges, NOW + 24 * HOUR)).toEqual(ranges)
  })

  test('the address keeps the hours and the day that it is compared with', async () => {
    const { asked } = await open({ path: `?at=${THEN}&with=2026-11-17&hours=day` })
    await page.findByRole('region', { name: 'Two days side by side' })
    await waitFor(() => expect(asked).toContain(Date.parse('2026-11-16T23:00:00Z')))
    expect(await page.findByText(/^1 state was alike both times\./)).toBeTruthy()
    fireEvent.click(page.getByRole('button', { name: 'A day earlier' }))
    await waitFor(() => expect(asked).toContain(Date.parse('2026-11-15T23:00:00Z')))
  })

  test('on the hours that somebody chooses, by the clocks of the home; the address keeps them', async () => {
    const { asked } = await open({ path: `?at=${THEN}&hours=own&from=16:30&to=18:00` })
    await page.findByRole('region', { name: 'Two days side by side' })
    await waitFor(() => expect(asked).toContain(Date.parse('2026-11-19T15:30:00Z')))
    fireEvent.change(page.getByLabelText('From'), { target: { value: '17:15' } })
    await waitFor(() => expect(asked).toContain(Date.parse('2026-11-19T16:15:00Z')))
  })

  test('L-07 a night in which the clocks were changed has ten hours', () => {
    const { from, to } = stretchOf('2026-10-25', 'night', 'Europe/Zurich')
    expect((to - from) / HOUR).toBe(10)
    expect((stretchOf('2026-11-20', 'day', 'Europe/Zurich').to - MIDNIGHT) / HOUR).toBe(24)
  })
})
