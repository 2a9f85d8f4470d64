import { cleanup, fireEvent, screen as page, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { download } from '#lib/download.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import { FleetReportPage } from './FleetReportPage.tsx'

vi.mock('#lib/download.ts', () => ({ download: vi.fn<typeof download>() }))

const screen: CustomScreen = {
  id: 'statistics_report',
  route: '/statistics_report',
  kind: 'custom',
  component: 'fleetReport',
}
const NOW = Date.parse('2026-11-20T11:00:00Z')
const HOUR = 3_600_000

let report: FleetReport
let asked: { operation: string; input: Record<string, unknown> }[]
let refuse: boolean
let hear: ((event: string, data: unknown) => void) | undefined
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  report = {
    ...{ counting: false, at: NOW - 15 * HOUR, oldest: NOW - 72 * HOUR, gateways: 10, counted: 9, silent: 3 },
    ...{ before: 8, devices: 100, scenes: 20 },
    sizes: [
      { id: 'S', from: 0, to: 10, gateways: 4, devices: 20 },
      { id: 'M', from: 11, to: 30, gateways: 5, devices: 80 },
    ],
    sceneBands: [
      { from: 0, to: 10, gateways: 8 },
      { from: 11, gateways: 1 },
    ],
    sceneFigures: { max: 12, average: 2.25, median: 1.5, min: 0 },
    classes: [
      { id: 'lights', kind: 'actuator', devices: 60 },
      { id: 'motion', kind: 'sensor', devices: 40 },
    ],
    models: [
      {
        ...{ model: 'DOC400', gateways: 10 },
        versions: ['4.9.0', '4.8.0', '4.7.0', '4.6.0', '4.5.0', ''].map((version, at) => ({
          version,
          gateways: at === 0 ? 5 : 1,
        })),
      },
    ],
    failures: [
      { id: 'silent', weeks: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2], month: 5, before: 2 },
      { id: 'restore', weeks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], month: 1, before: 0 },
    ],
  }
  asked = []
  refuse = false
  hear = undefined
  await changeLanguage('ch_EN')
  await loadAreas(['fleetReport', 'charts', 'shell', 'screens'])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const source = {
  ...noSource,
  load: async (operation: string, input: Record<string, unknown>) => {
    asked.push({ operation, input })
    return { report, data: [], count: 0 } as never
  },
  call: async (operation: string, input: Record<string, unknown>) => {
    asked.push({ operation, input })
    return refuse ? { ok: false, code: 'X', message: 'no' } : { ok: true, data: { counting: true } }
  },
} as never

const open = async (path = '/statistics_report') => {
  await renderScreen({
    Screen: FleetReportPage,
    screen,
    definitions,
    path,
    situation: { role: 'admin', modules: new Set(['analytics']) },
    ports: { source },
    engine: {
      onEvent: (listen) => {
        hear = listen as never
        return () => {}
      },
    },
  })
  await page.findByText('Gateways by size')
}
const card = (name: string) => within(page.getByRole('region', { name }))

describe('3.2-078 3.2-079 3.2-080 3.2-081 3.2-082 3.2-083 the statistics report', () => {
  test('each card says its numbers beside its bars, and is a table for whoever wants one', async () => {
    await open()
    expect(card('Gateways by size').getByText('16.0 devices')).toBeTruthy()
    expect(card('Gateways by scenes').getByText('2.3')).toBeTruthy()
    expect(card('Actuators and sensors').getByText('60.0 %')).toBeTruthy()
    fireEvent.click(card('Gateways by size').getByRole('button', { name: 'As table: Gateways by size' }))
    const table = await card('Gateways by size').findByRole('table')
    expect(within(table).getAllByRole('row')[2]?.textContent).toBe('M11 to 30516.0')
    fireEvent.click(card('Gateways by size').getByRole('button', { name: 'As chart: Gateways by size' }))
    expect(card('Gateways by size').queryByRole('table')).toBeNull()
  })

  test('versions beyond the newest stand together, and what is not known with them', async () => {
    await open()
    const bar = card('Software by model').getByRole('img')
    expect(bar.getAttribute('aria-label')).toBe('4.9.0 5, 4.8.0 1, 4.7.0 1, 4.6.0 1, older 2')
  })

  test('what there is none of has no bar', async () => {
    report = {
      ...report,
      sceneBands: [
        { from: 0, to: 10, gateways: 9 },
        { from: 11, gateways: 0 },
      ],
      classes: [
        { id: 'lights', kind: 'actuator', devices: 60 },
        { id: 'motion', kind: 'sensor', devices: 0 },
      ],
    }
    await open()
    for (const [name, rows] of [
      ['Gateways by scenes', ['0 to 10', '11 and more']],
      ['Actuators and sensors', ['Lights', 'Motion']],
    ] as const) {
      const bars = rows.map(
        (row) => card(name).getByText(row).closest('li')?.querySelectorAll('[aria-hidden] > i').length,
      )
      expect(bars).toEqual([1, 0])
    }
  })

  test('what gets worse is said with its sign, what was never there before as new', async () => {
    await open()
    expect(card('Failures by kind').getByText('+150 %')).toBeTruthy()
    expect(card('Failures by kind').getByText('new')).toBeTruthy()
    expect(page.queryByText('Online over time')).toBeNull()
  })

  test('how old the data are is said, and who did not answer apart from who was never counted', async () => {
    await open()
    expect(page.getByText(/2 gateways did not answer, theirs is from 17 Nov 2026/)).toBeTruthy()
    expect(page.getByText(/Of 1 gateway nothing is known yet/)).toBeTruthy()
  })

  test('3.2-084 3.2-085 3.8-035 3.4-087 new data are requested, and the report comes anew when they are here', async () => {
    await open()
    fireEvent.click(page.getByRole('button', { name: 'Request new data' }))
    await page.findByText('Request for new data submitted')
    expect(asked.some(({ operation }) => operation === 'requestStatistics')).toBe(true)
    report = { ...report, gateways: 11, at: NOW }
    await act(async () => hear?.('statistics_ready', {}))
    expect(await page.findByText('11 gateways')).toBeTruthy()
  })

  test('3.8-036 a request that failed says so, and what is known stays', async () => {
    await open()
    refuse = true
    fireEvent.click(page.getByRole('button', { name: 'Request new data' }))
    await page.findByText('Submitted request has failed')
    expect(page.getByText('Gateways by size')).toBeTruthy()
  })

  test('it is narrowed by its address, and taken along as CSV in which numbers are numbers', async () => {
    await open('/statistics_report?group=g1')
    expect(asked[0]?.input).toEqual({ engine: 'StatisticsReport', parameters: '{"group":"g1"}' })
    fireEvent.click(page.getByRole('button', { name: 'CSV' }))
    await vi.waitFor(() => expect(download).toHaveBeenCalled())
    const [name, text] = vi.mocked(download).mock.calls[0] ?? []
    expect(name).toBe('Statistics report 2026-11-20.csv')
    expect(String(text)).toContain('M,11 to 30,5,16\r\n')
  })
})
