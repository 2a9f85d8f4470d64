import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { GoldenHomeDialog } from './GoldenHomeDialog.tsx'

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['drift'])
})

const GATEWAY = { serialNumber: 'A1', name: 'First flat', connectionStatus: 'online' }
const ANSWERS: Readonly<Record<string, unknown>> = {
  searchGroups: { data: [{ _id: 'flats', groupName: 'Flats' }], count: 1 },
  filterGateways: { data: [GATEWAY], count: 1 },
  listBackups: { data: [] },
}

test('14.9 groups, gateways and backups that could not be read are told where they are chosen, and asked for again', async () => {
  const away = new Set(Object.keys(ANSWERS))
  await renderScreen({
    Screen: () => <GoldenHomeDialog onDone={() => {}} onClose={() => {}} />,
    screen: { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: {
      source: {
        ...noSource,
        call: (async () => ({ ok: true })) as unknown as Source['call'],
        load: (async (operation: string) => {
          if (away.has(operation)) throw new Error('away')
          return ANSWERS[operation]
        }) as unknown as Source['load'],
      },
    },
  })
  const again = async (operation: string) => {
    away.delete(operation)
    await userEvent.click(await page.findByRole('button', { name: 'Try again' }))
  }
  expect(await page.findByText(/^The groups could not be read/)).toBeTruthy()
  await again('searchGroups')
  await page.findByRole('option', { name: 'Flats' })
  await userEvent.selectOptions(page.getByLabelText(/^Gateways that/), 'flats')
  expect(await page.findByText(/^The gateways could not be read/)).toBeTruthy()
  await again('filterGateways')
  await userEvent.click(await page.findByRole('radio', { name: /First flat/ }))
  expect(await page.findByText(/^Its backups could not be read/)).toBeTruthy()
  await again('listBackups')
  await waitFor(() => expect(page.queryByText(/could not be read/)).toBeNull())
})
