import { screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { definitions as catalogue } from '#data/catalogue.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { noSource, renderScreen } from '../../../testing/render-screen.tsx'
import { Screen } from '../Screen.tsx'

beforeEach(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} },
  }))
  await changeLanguage('ch_EN')
  await loadAreas(['fields'])
})
afterEach(() => vi.unstubAllGlobals())

const resource: Resource = { entity: 'probe', id: 'model', from: { operation: 'listBackups', rows: '' } }
const screen: ListScreen = {
  ...{ id: 'probe', route: '/probe', kind: 'list', resource: 'analyticsVersion' },
  columns: [
    { field: 'model', cell: 'text', naming: true },
    { field: 'version', cell: 'version' },
    { field: 'gateways', cell: 'number' },
    { field: 'devices', cell: 'number' },
    { field: 'maker', cell: 'text' },
    { field: 'group', cell: 'code', cards: 'named' },
  ],
}

test('no head stands above the cards of a phone: figures, and what its column says so of, are told with the name of their column, and none where there is none', async () => {
  const rows = [
    { model: 'DOC400', version: '4.21.3', gateways: 30, devices: 0, maker: 'Acme', group: 'A-1' },
    { model: 'LIV100' },
  ]
  await renderScreen({
    ...{ Screen, screen, definitions: { ...catalogue, resource: () => resource } },
    ports: { source: { ...noSource, list: async () => ({ rows, total: 2 }) } },
  })
  await page.findByText('LIV100')
  const cards = [...document.querySelectorAll('[data-row]')].map(({ textContent }) => textContent)
  expect(cards).toEqual(['DOC400Firmware: 4.21.3Gateways: 30Devices: 0AcmeGroup: A-1', 'LIV100'])
})
