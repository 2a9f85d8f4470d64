import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { GatewayHistory } from './GatewayHistory.tsx'

vi.mock('#engine/charts/Plot.tsx', () => ({ default: () => null }))

const HOUR = 3_600_000

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['charts', 'history', 'scenes', 'objects', 'widgets', 'units', 'properties', 'values'])
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
}, 60_000)

async function open({ entries = {}, fails = false }: { entries?: Record<string, number>; fails?: boolean }) {
  const asked: unknown[] = []
  let failing = fails
  await renderScreen({
    Screen: GatewayHistory as never,
    screen: screens.get('dashboard_gateway_chart') as CustomScreen,
    definitions,
    path: '/dashboard_gateway_chart',
    ports: {
      source: {
        ...noSource,
        one: async ({ operation }, { row }) => {
          if (operation !== 'gatewayStatusHistory') return { changes: [], since: 0, zone: 'Europe/Zurich' }
          asked.push(row)
          if (failing) throw new Error('away')
          return { entries }
        },
      },
    },
  })
  return {
    asked,
    works() {
      failing = false
    },
  }
}

test('2.1-015 2.2-018 2.4-091 2.4-092 when the gateway was reached is a band: 1 is online, 0 and 7 are offline', async () => {
  const now = Date.now()
  await open({
    entries: {
      [now - 40 * HOUR]: 1,
      [now - 30 * HOUR]: 0,
      [now - 20 * HOUR]: 1,
      [now - 10 * HOUR]: 7,
      [now - 8 * HOUR]: 1,
    },
  })
  expect(await page.findByText(/70\.0 % reached, 2 interruptions|70 % reached, 2 interruptions/)).toBeTruthy()
})

test('what does not load says so in its place, and is asked for again', async () => {
  const { works } = await open({ entries: { [Date.now() - HOUR]: 1 }, fails: true })
  const again = await page.findByRole('button', { name: /again/i })
  works()
  fireEvent.click(again)
  await waitFor(() => expect(page.getByText(/100\.0 % reached|100 % reached/)).toBeTruthy())
})

test('where nothing was recorded it says so', async () => {
  await open({})
  expect(await page.findByText('Nothing recorded in these days')).toBeTruthy()
})
