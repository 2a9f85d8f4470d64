import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { rowsCache, takeRows } from '#lib/rows/cache.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { widgets as registry } from '#widgets/registry.ts'
import { headOf } from '../../../tests/support/devices-screen.tsx'
import DeviceCourse from './DeviceCourse.tsx'
import { HOUR, layoutOf, MIDNIGHT, NOON, placed, windowOf } from './testing.ts'

vi.mock('#engine/charts/Plot.tsx', () => ({ default: () => null }))

const area = (property: string, value: Partial<Placed['value']>): Placed =>
  placed('S', property, { history: 'area', ...value })
const target = area('target', { unit: '°C', access: ['read', 'write'] })
const measured = area('measured', { unit: '°C' })
const humidity = area('humidity', { unit: '%' })
const contact = area('contact', { kind: 'bool', on: false, off: true, icon: 'contact', history: 'step' })

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['charts', 'history', 'actions', 'objects', 'widgets', 'units', 'properties', 'values'])
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
})

interface Options {
  width?: number
  of?: readonly Placed[]
  /** What the device is mainly for. */
  main?: string
  flags?: readonly string[]
  path?: string
  /** What came with the page. */
  known?: readonly (readonly [readonly unknown[], unknown])[]
}

async function open({
  width = 1280,
  of = [humidity, target, measured, contact],
  main = 'target',
  flags = ['DASHBOARD', 'LAST_NODE_HISTORY_DATA'],
  path = '',
  known = [],
}: Options = {}) {
  windowOf(width)
  rowsCache.client = undefined
  for (const [key, data] of known) takeRows(key, data)
  const days = new Set<string>()
  const layout = layoutOf(...of)
  const { home, link } = homeOf([headOf(1, { layout })], {}, 'Europe/Zurich')
  await renderScreen({
    Screen: DeviceCourse as (props: BlockProps) => React.ReactNode as never,
    screen: screens.get('dashboard_chart') as CustomScreen,
    definitions,
    path: `/devices/device/d1${path}`,
    params: { device: 'd1', service: 'S', property: main, label: 'Main' },
    situation: { flags: new Set(flags) },
    ports: {
      home,
      link,
      widgets: registry,
      source: {
        ...noSource,
        one: async ({ command, operation }, { row }) => {
          if (command === 'get_property_causes') return { changes: [] }
          if (command === 'get_recorded_changes') return { changes: [], since: 0, zone: 'Europe/Zurich' }
          if (operation === 'nodeStatusHistory') return { entries: {} }
          if (operation !== 'nodeHistory') return { people: [] }
          const { from } = row as { from: number }
          days.add(new Date(from).toISOString().slice(0, 10))
          return {
            histories: of.map(({ service, property, value }) => ({
              service_name: service,
              property_name: property,
              history: { entries: { [from + HOUR]: value.kind === 'bool' ? false : 20 } },
            })),
          }
        },
      },
    },
  })
  return { days }
}

describe('beside the controls of a device, from the desk on', () => {
  test('stands today with yesterday behind it: what is measured, what is wanted of it, and the first states', async () => {
    const { days } = await open()
    await page.findByRole('slider')
    expect(page.getByRole('radio', { name: 'Day', checked: true })).toBeTruthy()
    expect(page.getByRole('checkbox', { name: 'With the day before', checked: true })).toBeTruthy()
    const legend = [...document.querySelectorAll('i[data-look^="line"]')].map(
      (one) => one.parentElement?.firstChild?.nextSibling?.textContent,
    )
    expect(legend).toEqual(['Measured', 'Target'])
    expect(page.getByText('Contact')).toBeTruthy()
    // Of the home's own days.
    await waitFor(() =>
      expect([...days]).toEqual(
        expect.arrayContaining(
          [MIDNIGHT, MIDNIGHT - 24 * HOUR].map((at) => new Date(at).toISOString().slice(0, 10)),
        ),
      ),
    )
  })

  test('what came with the page is drawn at once; a day of which only a part came is asked for', async () => {
    const ranges = [
      { from: MIDNIGHT, to: MIDNIGHT + 24 * HOUR },
      { from: MIDNIGHT - 24 * HOUR, to: MIDNIGHT },
    ]
    const history = { entries: { [MIDNIGHT + HOUR]: 20 } }
    const histories = [{ service_name: 'S', property_name: 'measured', history }]
    const known = ranges.flatMap((range) => {
      const asked = { sn: '', deviceId: 'd1', ...range }
      return [
        [rowsKey('nodeHistory', asked), { histories }] as const,
        [rowsKey('nodeStatusHistory', asked), { entries: {} }] as const,
      ]
    })
    const { days } = await open({ known })
    expect(page.getByRole('slider')).toBeTruthy()
    expect([...days]).toEqual([])
    cleanup()
    const other = await open({ known: known.slice(0, -1) })
    await page.findByRole('slider')
    expect([...other.days]).toEqual([new Date(MIDNIGHT - 24 * HOUR).toISOString().slice(0, 10)])
  })

  test('yesterday can be left out, which the address keeps', async () => {
    await open()
    await page.findByRole('slider')
    fireEvent.click(page.getByRole('checkbox', { name: 'With the day before' }))
    await waitFor(() => expect(page.queryByText('Period before')).toBeNull())
    expect(page.getByRole('checkbox', { name: 'With the day before', checked: false })).toBeTruthy()
    cleanup()
    await open({ path: '?compare=0' })
    await page.findByRole('slider')
    expect(page.getByRole('checkbox', { name: 'With the day before', checked: false })).toBeTruthy()
  })

  test('what only has states shows those', async () => {
    await open({ of: [contact], main: 'contact' })
    expect(await page.findByText('Contact')).toBeTruthy()
    expect(document.querySelectorAll('i[data-tone="open"]')).toHaveLength(1)
  })

  test('nothing stands there where nothing is recorded, or without the module', async () => {
    for (const options of [{ of: [area('secret', { secret: true })] }, { flags: [] }]) {
      await open(options)
      expect(page.queryByRole('radio')).toBeNull()
      expect(page.queryByRole('heading', { name: 'History' })).toBeNull()
      cleanup()
    }
  })
})

describe('on a phone', () => {
  test('it is a card with the last day, and the way to all of it', async () => {
    await open({ width: 360 })
    expect(await page.findByRole('region', { name: 'Last 24 hours' })).toBeTruthy()
    expect(page.getByRole('link', { name: 'History' })).toBeTruthy()
    expect(page.queryByRole('radio')).toBeNull()
  })

  test('what has no line shows its first state', async () => {
    await open({ width: 360, of: [contact], main: 'contact' })
    expect(await page.findByText('Contact')).toBeTruthy()
  })
})
