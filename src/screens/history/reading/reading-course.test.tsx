import { fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { widgets as registry } from '#widgets/registry.ts'
import { headOf } from '../../../../tests/support/devices-screen.tsx'
import { HOUR, layoutOf, NOON, placed, windowOf } from '../testing.ts'
import ReadingCourse from './ReadingCourse.tsx'

const temperature = placed('S', 'temperature', { unit: '°C', scale: 0.1, history: 'area' })
const contact = placed('S', 'contact', { kind: 'bool', on: false, off: true, history: 'step' })

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['charts', 'history', 'widgets', 'units', 'properties', 'values'])
}, 60_000)
beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Options {
  width?: number
  property?: string
  flags?: readonly string[]
  /** Hours ago, and what was recorded then. */
  recorded?: Readonly<Record<number, unknown>>
  /** What it told an hour ago, which is not among them yet. */
  present?: number
}

const LABEL = 'Temperature, last 24 hours: 18.5\u00a0°C to 21\u00a0°C'

async function open({
  width = 1280,
  property = 'temperature',
  flags = ['DASHBOARD'],
  recorded = { 20: 185, 10: 210, 2: 200 },
  present,
}: Options = {}) {
  windowOf(width)
  const asked: unknown[] = []
  const layout = layoutOf(temperature, contact)
  const told = { value: present, at: NOON - HOUR, delivery: { phase: 'reported' } } as const
  const { home, link } = homeOf(
    [headOf(1, { layout })],
    present === undefined ? {} : { 'd1/S/temperature': told },
    'Europe/Zurich',
  )
  await renderScreen({
    Screen: ReadingCourse as (props: BlockProps) => React.ReactNode as never,
    screen: screens.get('dashboard_chart') as CustomScreen,
    definitions,
    path: '/devices/device/d1',
    params: { device: 'd1', service: 'S', property },
    situation: { flags: new Set(flags) },
    ports: {
      home,
      link,
      widgets: registry,
      source: {
        ...noSource,
        one: async ({ operation }, { row }) => {
          if (operation === 'nodeStatusHistory') return { entries: {} }
          asked.push(row)
          const entries = Object.fromEntries(
            Object.entries(recorded).map(([ago, value]) => [NOON - Number(ago) * HOUR, value]),
          )
          return {
            histories: ['temperature', 'contact'].map((name) => ({
              service_name: 'S',
              property_name: name,
              history: { entries },
            })),
          }
        },
      },
    },
  })
  return asked
}

describe('the last day of a reading stands in its row', () => {
  test('from a day ago until now, with its least and its most; pressed, it is what the chart beside it shows', async () => {
    const asked = await open()
    const course = await page.findByRole('button', { name: LABEL, pressed: false })
    expect(asked).toMatchObject([{ deviceId: 'd1', from: NOON - 24 * HOUR, to: NOON }])
    // Level until it rises; the least below, the most above, and level until now.
    const path = course.querySelector('path')?.getAttribute('d') ?? ''
    expect(path).toMatch(/^M12\.0 22\.0L.*42\.0 2\.0L.*L72\.0 10\.0$/)
    fireEvent.click(course)
    fireEvent.click(await page.findByRole('button', { name: LABEL, pressed: true }))
    expect(await page.findByRole('button', { name: LABEL, pressed: false })).toBeTruthy()
  })

  test('what was told meanwhile goes on where the recorded ends', async () => {
    await open({ present: 235 })
    expect(await page.findByRole('button', { name: LABEL.replace('21\u00a0', '23.5\u00a0') })).toBeTruthy()
  })

  test('on a phone it leads to its history', async () => {
    await open({ width: 360 })
    const course = await page.findByRole('link', { name: LABEL })
    expect(course.getAttribute('href')).toBe('/dashboard_chart/d1?v=d1%2FS%2Ftemperature')
  })

  test('a gap in what was told is a gap in the line', async () => {
    await open({ recorded: { 20: 185, 15: 'unknown', 10: 210, 5: 185 } })
    const course = await page.findByRole('button', { name: LABEL })
    expect(course.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  })

  test.each([
    ['states', { property: 'contact' }],
    ['what was never recorded', { recorded: {} }],
    ['what no gateway can mean', { recorded: { 3: 'NaN', 2: {}, 1: 1e308 } }],
    ['a home without the module', { flags: [] }],
  ] as const)('of %s there is none', async (_, options) => {
    await open(options)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(page.queryByRole('button')).toBeNull()
  })
})
