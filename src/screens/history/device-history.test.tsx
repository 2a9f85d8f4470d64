import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import type { RawValue } from '#engine/widget.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { download } from '#lib/download.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { widgets as registry } from '#widgets/registry.ts'
import { headOf } from '../../../tests/support/devices-screen.tsx'
import DeviceHistory from './DeviceHistory.tsx'
import { firstOf, recordablesOf } from './recordable.ts'
import { HOUR, layoutOf, MIDNIGHT, NOON, placed } from './testing.ts'

vi.mock('#engine/charts/Plot.tsx', () => ({ default: () => null }))
vi.mock('#lib/download.ts', () => ({ download: vi.fn<typeof download>() }))

const temperature = placed('TemperatureService', 'temperature', { unit: '°C', precision: 1, history: 'area' })
const contact = placed('ContactService', 'contact', {
  kind: 'bool',
  on: false,
  off: true,
  icon: 'contact',
  history: 'step',
})
const lock = placed('DoorLockService', 'state', {
  kind: 'bool',
  on: 'LOCKED',
  off: 'UNLOCKED',
  icon: 'lock',
  history: 'step',
})
const dimmed = placed('LightService', 'brightness', {
  kind: 'range',
  min: 0,
  max: 254,
  history: 'step',
  icon: 'dimmer',
})
const secret = placed('X', 'pin', { secret: true, history: 'area' })
const event = placed('ButtonService', 'action', { kind: 'option', history: 'none' })

interface Change {
  at: number
  device_id: string
  service_name?: string
  property_name?: string
  value: RawValue
}
const told = (of: Placed, at: number, value: RawValue, device_id = 'd1'): Change => ({
  at,
  device_id,
  service_name: of.service,
  property_name: of.property,
  value,
})

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await Promise.all([
    loadAreas(['charts', 'history', 'scenes', 'objects', 'widgets', 'units', 'properties', 'values']),
    import('#ui/dialog/DialogFrame.tsx'),
    import('papaparse'),
  ])
}, 60_000)
beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.mocked(download).mockClear()
})

interface Options {
  changes?: readonly Change[]
  device?: Partial<DeviceHead>
  path?: string
  flags?: readonly string[]
  values?: Record<string, PropertyState>
  fails?: boolean
  causes?: unknown[]
}

const history = (changes: readonly Change[]) => ({
  entries: Object.fromEntries(changes.map(({ at, value }) => [at, value])),
})

async function open({
  changes = [],
  device,
  path = '',
  flags = ['LAST_NODE_HISTORY_DATA', 'EXPORT_DATA'],
  values,
  fails,
  causes = [],
}: Options) {
  const asked: { from: number; to: number }[] = []
  const head = headOf(1, { layout: layoutOf(temperature, contact), ...device })
  const { home, link } = homeOf([head], values, 'Europe/Zurich')
  let failing = fails ?? false
  const view = await renderScreen({
    Screen: DeviceHistory as (props: BlockProps) => React.ReactNode as never,
    screen: screens.get('dashboard_chart') as CustomScreen,
    definitions,
    path: `/dashboard_chart/d1${path}`,
    params: { id: 'd1' },
    situation: { flags: new Set(flags) },
    ports: {
      home,
      link,
      widgets: registry,
      source: {
        ...noSource,
        one: async ({ command, operation }, { row }) => {
          if (command === 'get_property_causes') return { changes: causes }
          if (command === 'get_recorded_changes') return { changes: [], since: 0, zone: 'Europe/Zurich' }
          if (operation !== 'nodeHistory' && operation !== 'nodeStatusHistory') return { people: [] }
          const wanted = row as { from: number; to: number; deviceId: string }
          asked.push(wanted)
          if (failing) throw new Error('away')
          const own = changes.filter(({ at, device_id }) => at <= wanted.to && device_id === wanted.deviceId)
          if (operation === 'nodeStatusHistory')
            return history(own.filter(({ service_name }) => service_name === undefined))
          const named = own.filter(({ service_name }) => service_name !== undefined)
          const series = Object.groupBy(named, (one) => `${one.service_name} ${one.property_name}`)
          return {
            histories: Object.entries(series).map(([name, told = []]) => {
              const [service_name, property_name] = name.split(' ')
              return { service_name, property_name, history: history(told) }
            }),
          }
        },
      },
    },
  })
  return {
    ...view,
    asked,
    works() {
      failing = false
    },
  }
}

const slider = () => page.findByRole('slider')
const last = async (): Promise<string> => {
  const moment = await slider()
  fireEvent.keyDown(moment, { key: 'End' })
  return moment.getAttribute('aria-valuetext') ?? ''
}

describe('what is recorded', () => {
  test('is drawn, secrets and what only happens are not', () => {
    const head = headOf(1, { layout: layoutOf(temperature, contact, secret, event) })
    expect(recordablesOf(head).map(({ placed: one }) => one.property)).toEqual(['temperature', 'contact'])
  })

  test('of which at first the first number and some states, settings only where there is nothing else', () => {
    const setting = placed('T', 'offset', { history: 'area', category: 'config' })
    const head = headOf(1, { layout: layoutOf(setting, temperature, contact, lock, dimmed) })
    const shown = (states: number) =>
      firstOf(recordablesOf(head), states).map(({ placed: one }) => one.property)
    expect(shown(2)).toEqual(['temperature', 'contact', 'state'])
    expect(firstOf(recordablesOf(headOf(1, { layout: layoutOf(setting) })), 2)).toHaveLength(1)
  })
})

test('2.9-033 2.9-036 3.9-036 3.9-039 a week is looked at, up to the end of today by the clocks of the home', async () => {
  const { asked } = await open({ changes: [told(temperature, MIDNIGHT, 20)] })
  await slider()
  await waitFor(() => expect(new Date(asked.at(-1)?.to ?? 0).toISOString()).toBe('2026-11-20T23:00:00.000Z'))
  expect(page.getByText('14–20 November 2026')).toBeTruthy()
  expect(page.getByRole('radio', { name: 'Week', checked: true })).toBeTruthy()
})

// 2.9-034
test('day and month are the other periods; back and forth goes by as much, never past today', async () => {
  const { asked } = await open({
    changes: [told(temperature, MIDNIGHT - 30 * HOUR, 20)],
    path: '?period=day',
  })
  expect(page.getAllByRole('radio').map((one) => one.textContent)).toEqual(['Day', 'Week', 'Month'])
  const later = await page.findByRole<HTMLButtonElement>('button', { name: 'Later' })
  expect(later.disabled).toBe(true)
  fireEvent.click(page.getByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(page.getByText('19 November 2026')).toBeTruthy())
  expect(later.disabled).toBe(false)
  await waitFor(() => expect(asked.at(-1)?.to).toBe(MIDNIGHT))
})

// 3.2-099 3.5-072 3.5-073
test('days of one’s own are chosen in a dialog, of the last six months up to today, the last one to its end', async () => {
  const { asked } = await open({ changes: [told(temperature, MIDNIGHT - 30 * HOUR, 20)] })
  await slider()
  fireEvent.click(page.getByRole('button', { name: '14–20 Nov' }))
  await page.findByLabelText(/^From/)
  const put = (name: RegExp, value: string) =>
    fireEvent.change(page.getByLabelText(name), { target: { value } })
  const show = () => fireEvent.click(page.getByRole('button', { name: 'Show' }))
  const before = asked.length
  for (const [first, last] of [
    ['2026-05-19', '2026-11-20'],
    ['2026-11-02', '2026-11-21'],
    ['2026-11-05', '2026-11-04'],
  ] as const) {
    put(/^From/, first)
    put(/^To/, last)
    show()
    expect((await page.findAllByText(/^Please choose days from/)).length).toBeGreaterThan(0)
  }
  expect(asked).toHaveLength(before)
  put(/^From/, '2026-05-20')
  put(/^To/, '2026-11-10')
  show()
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  expect(new Date(asked.at(-1)?.from ?? 0).toISOString()).toBe('2026-05-19T22:00:00.000Z')
  expect(new Date((asked.at(-1)?.to ?? 0) - 1).toISOString()).toBe('2026-11-10T22:59:59.999Z')
})

test('what was recorded is drawn, and what comes while one looks', async () => {
  const changes = Array.from({ length: 7 }, (_, hour) => told(temperature, MIDNIGHT + hour * HOUR, 10 + hour))
  const values = {
    'd1/TemperatureService/temperature': {
      value: 42,
      at: NOON - 1000,
      delivery: { phase: 'reported' as const },
    },
  }
  await open({ changes, values })
  expect(await last()).toContain('42.0')
})

test('a state is a band: open stands out, closed does not, a locked door rests', async () => {
  await open({
    device: { layout: layoutOf(contact, lock, dimmed) },
    changes: [
      told(contact, MIDNIGHT, true),
      told(contact, MIDNIGHT + HOUR, false),
      told(contact, MIDNIGHT + 2 * HOUR, true),
      told(lock, MIDNIGHT, 'LOCKED'),
      told(lock, MIDNIGHT + HOUR, 'UNLOCKED'),
      told(lock, MIDNIGHT + 4 * HOUR, 'LOCKED'),
      told(dimmed, MIDNIGHT, 127),
    ],
    path: '?period=day',
  })
  await slider()
  const tones = [...document.querySelectorAll('i[data-tone]')].map((one) => (one as HTMLElement).dataset.tone)
  expect(tones).toEqual(['open', 'open', 'lit'])
  expect(document.querySelector<HTMLElement>('i[data-tone="lit"]')?.style.blockSize).toBe('50%')
  expect(page.getByText(/1 time, 3 hrs/)).toBeTruthy()
})

test('2.3-142 a door lock recorded by code: 0 is locked, 1 unlocked, 2 unlocked with timeout', async () => {
  const door = placed('DoorLockService', 'state', {
    ...{ kind: 'bool', icon: 'lock', history: 'step' },
    ...{ on: 'LOCK_STATE_LOCKED', off: 'LOCK_STATE_UNLOCKED' },
  })
  await open({
    device: { layout: layoutOf(door) },
    changes: [0, 1, 2, 0].map((code, hour) => told(door, MIDNIGHT + hour * HOUR, code)),
    path: '?period=day&table=1',
  })
  const [table] = await page.findAllByRole('table')
  const states = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => row.children[2]?.textContent)
  expect(states.map((state) => state?.replace(/^.*: /, ''))).toEqual([
    'locked',
    'unlocked',
    'unlocked for a time',
    'locked',
  ])
})

describe('how a device fared is a band below its values', () => {
  const fared = (statuses: readonly number[]): Change[] =>
    statuses.map((value, hour) => ({ at: MIDNIGHT + hour * HOUR, device_id: 'd1', value }))
  const steps = async (statuses: readonly number[]) => {
    await open({
      changes: [told(temperature, MIDNIGHT, 20), ...fared(statuses)],
      path: '?period=day&table=1',
    })
    const table = (await page.findAllByRole('table')).at(-1)
    return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      row.children[2]?.textContent?.replace('Connection: ', ''),
    )
  }

  test.each([
    ['2.4-088 0, 1 or 2 become online', [0, 1, 2], 'Online'],
    ['2.4-089 4, 5 or 10 become offline', [4, 5, 10], 'Offline'],
    ['2.4-090 7 becomes restricted', [7], 'Restricted'],
  ])('%s', async (_what, statuses, step) => {
    expect(await steps(statuses)).toEqual([step])
  })

  test('standby and replacement have steps of their own, and what is no status has none', async () => {
    expect(await steps([3, 6, 99, 2])).toEqual(['Standby', 'Being replaced', 'Online'])
  })

  test('it says how much of the time it was reached, and how often it was not', async () => {
    await open({ changes: [told(temperature, MIDNIGHT, 20), ...fared([2, 5, 2])], path: '?period=day' })
    await slider()
    // One of twelve hours.
    expect(page.getByText('91.7 % reached, 1 interruption')).toBeTruthy()
  })

  test('where nothing is known of it nobody says that it was reached', async () => {
    await open({ changes: [told(temperature, MIDNIGHT, 20), ...fared([99])], path: '?period=day' })
    await slider()
    expect(page.queryByText(/reached/)).toBeNull()
  })
})

test('2.6-022 with LAST_NODE_HISTORY_DATA a history begins with the state before it, without it with its first change', async () => {
  const changes = [told(temperature, MIDNIGHT - HOUR, 18), told(temperature, MIDNIGHT + 6 * HOUR, 21)]
  const first = async () => {
    fireEvent.keyDown(await slider(), { key: 'Home' })
    return page.getByText('Lowest').parentElement?.textContent
  }
  await open({ changes, path: '?period=day' })
  expect(await first()).toContain('18.0')
  cleanup()
  await open({ changes, path: '?period=day', flags: [] })
  expect(await first()).toContain('21.0')
})

test('2.6-023 DISPLAY_ZERO_FOR_EMPTY_CHART_DATA draws nought where nothing was recorded; without it that is said', async () => {
  await open({})
  expect(await page.findByText('Nothing recorded in these days')).toBeTruthy()
  cleanup()
  await open({ flags: ['DISPLAY_ZERO_FOR_EMPTY_CHART_DATA'] })
  expect(await last()).toContain('0.0')
})

test('a gateway that does not answer is said in the place of the chart, and asked again', async () => {
  const { works } = await open({ changes: [told(temperature, MIDNIGHT, 20)], fails: true })
  const again = await page.findByRole('button', { name: 'Try again' })
  works()
  fireEvent.click(again)
  expect(await last()).toContain('20.0')
})

test('2.7-098 the CSV has each value that is shown, in a file named by device and period', async () => {
  await open({
    device: { name: 'A/B =1+1' },
    changes: [told(temperature, MIDNIGHT, 20), told(contact, MIDNIGHT + HOUR, false)],
    path: '?period=day',
  })
  fireEvent.click(await page.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(download).toHaveBeenCalled())
  const [name, text] = vi.mocked(download).mock.lastCall ?? []
  expect(name).toBe('A-B =1+1 2026-11-20 - 2026-11-20.csv')
  expect(
    String(text)
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 2)),
  ).toEqual([
    ['\ufeffTime', 'Device'],
    ['2026-11-19T23:00:00.000Z', 'A/B =1+1'],
    ['2026-11-20T00:00:00.000Z', 'A/B =1+1'],
  ])
})

test('2.8-021 a CSV file that could not be made is said, and another try is left', async () => {
  await open({ changes: [told(temperature, MIDNIGHT, 20)], path: '?period=day' })
  vi.mocked(download).mockImplementationOnce(() => {
    throw new Error('no room')
  })
  fireEvent.click(await page.findByRole('button', { name: 'CSV' }))
  const text = 'An error occurred while downloading the CSV file. Please try again.'
  expect(await page.findByText(text)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByText(text)).toBeNull())
  fireEvent.click(page.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(download).toHaveBeenCalledTimes(2))
})

test('2.8-022 where nothing can be taken along, a toast says so and there is no file', async () => {
  await open({ changes: [told(temperature, MIDNIGHT - 5 * HOUR, 20)], path: '?period=day' })
  fireEvent.click(await page.findByRole('button', { name: 'CSV' }))
  const said = 'There are no data in these days to take along.'
  await waitFor(() => expect(toasts.current()?.text).toBe(said))
  expect(download).not.toHaveBeenCalled()
})

test('2.9-035 the table of a week has a row for every six hours', async () => {
  const changes = Array.from({ length: 30 }, (_, hour) => told(temperature, MIDNIGHT - hour * HOUR, hour))
  await open({ changes, path: '?table=1' })
  const rows = [...(await page.findByRole('table')).querySelectorAll('tbody tr')]
  const hours = rows.map((row) => /(\d\d):00/.exec(row.textContent ?? '')?.[1])
  expect(new Set(hours)).toEqual(new Set(['00', '06', '12', '18']))
})

test('2.9-010 ten events stand below the chart, and more when asked', async () => {
  const causes = Array.from({ length: 24 }, (_, hour) => ({
    at: MIDNIGHT + hour * 60_000,
    value: hour % 2 === 0,
    cause: { kind: 'gateway' },
  }))
  await open({
    changes: [told(contact, MIDNIGHT, true)],
    causes,
    path: '?period=day&v=d1/ContactService/contact',
  })
  expect(await page.findAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(page.getByRole('button', { name: 'Show more of 24' }))
  expect(page.getAllByRole('listitem')).toHaveLength(20)
})

test('2.6-024 without EXPORT_DATA nothing is taken along', async () => {
  const changes = [told(temperature, MIDNIGHT, 20)]
  await open({ changes })
  expect(await page.findByRole('button', { name: 'CSV' })).toBeTruthy()
  cleanup()
  await open({ changes, flags: [] })
  await slider()
  expect(page.queryByRole('button', { name: 'CSV' })).toBeNull()
})

test('a cause is a line below the chart, and its mark is chosen with it', async () => {
  await open({
    changes: [told(contact, MIDNIGHT, true), told(contact, MIDNIGHT + HOUR, false)],
    causes: [{ at: MIDNIGHT + HOUR, value: false, cause: { kind: 'rule', rule_id: 'r1', rule_name: 'Air' } }],
    path: '?period=day&v=d1/ContactService/contact',
  })
  const line = await page.findByRole('listitem')
  expect(line.textContent).toContain('by the scene “Air”')
  const pressed = () => page.getAllByRole('button', { pressed: true })
  act(() => line.querySelector('button')?.click())
  expect(pressed()).toHaveLength(2)
  expect(line.querySelector('a')?.getAttribute('href')).toBe('/scenes/scene/r1')
})
