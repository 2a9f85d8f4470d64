import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions as catalogue } from '#data/catalogue.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { download } from '#lib/download.ts'
import type { CustomScreen, ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { Definitions } from '../../engine.ts'
import type { DeviceHead, Row } from '../../ports.ts'
import { homeOf, noSource, renderScreen } from '../../testing/render-screen.tsx'
import { CsvButton } from './CsvButton.tsx'
import { Screen } from './Screen.tsx'

vi.mock('#lib/download.ts', () => ({ download: vi.fn() }))
beforeEach(async () => {
  vi.mocked(download).mockReset()
  await changeLanguage('ch_EN')
})

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const columns = [{ field: 'status' }]
const open = (rows: readonly Row[]) =>
  renderScreen({
    Screen: () => (
      <CsvButton resource="exportTask" title="Exports" columns={columns} rowsOf={async () => rows} />
    ),
    screen,
    definitions: {} as Definitions,
  })
const press = async () => fireEvent.click(await page.findByRole('button', { name: 'CSV' }))

// 3.8-025
test('a CSV file that could not be made is said, and another try is left', async () => {
  await open([{ status: 'Failed' }])
  vi.mocked(download).mockImplementationOnce(() => {
    throw new Error('no room')
  })
  await press()
  const text = 'An error occurred while downloading the CSV file. Please try again.'
  expect(await page.findByText(text)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByText(text)).toBeNull())
  await press()
  await waitFor(() => expect(download).toHaveBeenCalledTimes(2))
})

test('whoever leaves while rows are still being asked for gets no file', async () => {
  const coming = Promise.withResolvers<readonly Row[]>()
  let asked: AbortSignal | undefined
  await renderScreen({
    Screen: () => (
      <CsvButton
        {...{ resource: 'exportTask', title: 'Exports', columns }}
        rowsOf={(signal) => {
          asked = signal
          return coming.promise
        }}
      />
    ),
    screen,
    definitions: {} as Definitions,
  })
  await press()
  cleanup()
  expect(asked?.aborted).toBe(true)
  coming.resolve([{ status: 'Failed' }])
  // What does not happen is looked at after all that could.
  await vi.dynamicImportSettled()
  expect(download).not.toHaveBeenCalled()
})

// 3.8-026
test('where there is nothing to take along a toast says so, and there is no file', async () => {
  await open([])
  await press()
  expect(await page.findByText('There are no data here to take along.')).toBeTruthy()
  expect(download).not.toHaveBeenCalled()
})

test('what a device says goes out in the words of its widget', async () => {
  const header: Placed = {
    ...{ service: 'DimmerService', property: 'level', section: 'control', grid: [0, 0, 1, 1] },
    options: { propertyType: 'serviceWithUnit' },
    value: { kind: 'number', access: ['read'], unit: '%' },
  }
  const head = {
    ...{ id: 'd1', name: 'Lamp', model: 'DIM200', type: 'Dimmer', icon: 'dimmer', status: 2 },
    ...{ networkType: 'zwave', layout: { tile: { header, footer: [] }, sections: {} } },
  } as unknown as DeviceHead
  const values = {
    'd1/DimmerService/level': { value: 40, at: 1000, delivery: { phase: 'reported' as const } },
  }
  await renderScreen({
    Screen: () => (
      <CsvButton
        {...{ resource: 'device', title: 'Devices', columns: [{ field: 'state', cell: 'reading' }] as const }}
        rowsOf={async () => [{ head }]}
      />
    ),
    screen,
    definitions: {} as Definitions,
    ports: { ...homeOf([head], values), widgets: undefined },
  })
  await press()
  await waitFor(() => expect(download).toHaveBeenCalled(), { timeout: 10_000 })
  expect(vi.mocked(download).mock.lastCall?.[1]).toMatch(/40\u00a0%/)
})

/** Every list of calls that offers a file, as its definition has it. */
const lists = [...screens.values()].filter(
  (one): one is ListScreen =>
    one.kind === 'list' && one.csv === true && 'operation' in (catalogue.resource(one.resource)?.from ?? {}),
)
const list = (one: ListScreen, rows: readonly Row[] | 'failed' | 'coming') =>
  renderScreen({
    Screen,
    screen: one,
    definitions: catalogue,
    path: one.route,
    situation: { role: 'admin' },
    ports: {
      source: {
        ...noSource,
        list: async () => {
          if (rows === 'coming') return await new Promise<never>(() => undefined)
          if (rows === 'failed') throw new Error('There is no connection')
          return { rows, total: rows.length }
        },
      },
    },
  })

test('several lists offer a file', () => expect(lists.length).toBeGreaterThan(5))

test.each(lists)('$id offers no file of what did not come', async (one) => {
  await list(one, 'failed')
  expect(await page.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'CSV' })).toBeNull()
})

test.each(lists)('$id takes no file along while its rows are on their way', async (one) => {
  await list(one, 'coming')
  const button = await page.findByRole<HTMLButtonElement>('button', { name: 'CSV' })
  expect(button.disabled).toBe(true)
})

test.each(lists)('$id offers no file of nothing', async (one) => {
  await list(one, [])
  expect(await page.findByRole('heading', { level: 2 })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'CSV' })).toBeNull()
})

test('a list with a row offers its file', async () => {
  const one = lists.find(({ id }) => id === 'replacement_log')
  if (!one) throw new Error('There is no log of replacements')
  await list(one, [{ newGtwSN: 'A', failedGtwSN: 'B', state: 'finished' }])
  const button = await page.findByRole<HTMLButtonElement>('button', { name: 'CSV' })
  expect(button.disabled).toBe(false)
})
