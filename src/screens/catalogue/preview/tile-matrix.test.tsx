import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { renderScreen } from '#engine/testing/render-screen.tsx'
import { loadAllTexts } from '#i18n/i18n.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { widgets } from '#widgets/registry.ts'
import { TileMatrix } from './TileMatrix.tsx'

beforeAll(() => loadAllTexts(), 60_000)

const state: Placed = {
  ...{ service: 'SwitchService', property: 'state', section: 'control', grid: [0, 0, 1, 1] },
  value: { kind: 'bool', access: ['read', 'write'], on: 'on', off: 'off' },
  options: { propertyType: 'valueSetter' },
}
const layout = {
  ...{ model: 'SW1', type: 'Switch', name: 'Plug', icon: 'plug', generated: false },
  ...{ tile: { control: state, footer: [] }, sections: { control: [state] } },
} as unknown as DeviceLayout
const device = {
  ...{ id: 'preview', device_name: 'Plug', class: 'SW1', status: 2 as const },
  ...{ networkType: 'virtual' as const, service_list: [] },
}

test('a tile stands there in every state, in each language in each theme, each in its own words', async () => {
  const screen = screens.get('model')
  if (screen?.kind !== 'custom') throw new Error('The studio has no page for models')
  await renderScreen({
    Screen: () => <TileMatrix device={device} layout={layout} mood="ordinary" />,
    screen,
    definitions,
    situation: { role: 'admin' },
    ports: { widgets },
  })
  const matrix = page.getByRole('region', { name: 'The tile in every state, appearance and language' })
  // What a tile shows comes with its widgets.
  await waitFor(() => expect(within(matrix).getAllByRole('article')).toHaveLength(24))
  const columns = [...matrix.children] as HTMLElement[]
  expect(columns.map((column) => column.dataset.theme)).toEqual(['light', 'dark', 'light', 'dark'])
  const texts = columns.map((column) => {
    const tiles = within(column).getAllByRole('article')
    expect(tiles).toHaveLength(6)
    return tiles.map(({ textContent }) => textContent)
  })
  const [one = [], other = []] = texts
  expect(new Set(one).size).toBe(6)
  expect(one.filter((text, at) => text === other[at])).toEqual([])
  // The second pair has the languages the other way round.
  expect(texts.slice(2)).toEqual([other, one])
})
