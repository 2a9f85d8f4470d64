import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Row, Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { loadAreas } from '#i18n/i18n.ts'
import { Rail } from './Rail.tsx'

beforeAll(() => loadAreas(['catalogue']))

const modelOf = (entry: string, more: Row = {}): Row => ({
  ...{ maker: 'acme', entry, name: entry, model: entry, manufacturer: 'Acme', type: 'light', icon: 'bulb' },
  ...{ faults: 0, ...more },
})
const ruledOf = (model: string): Row => ({
  ...{ id: `Yıldız ${model}`, model, manufacturer: 'Yıldız', type: 'sensor', icon: 'sensor', devices: 3 },
})

function open(lists: Readonly<Record<string, () => readonly Row[]>>) {
  const screen = screens.get('model')
  if (screen?.kind !== 'custom') throw new Error('The studio has no page for models')
  const list: Source['list'] = async ({ entity }) => {
    const rows = lists[entity]?.() ?? []
    return { rows, total: rows.length }
  }
  return renderScreen({
    Screen: () => <Rail maker="acme" entry="A1" />,
    screen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, list } },
  })
}

const links = () => within(page.getByRole('navigation', { name: 'Models' })).getAllByRole('link')

test('models with a file stand beside those that only the rules draw; the open one is marked, a faulty one too', async () => {
  await open({
    'catalogue-entry': () => [modelOf('A1'), modelOf('A2', { faults: 1 })],
    'ruled-model': () => [ruledOf('Z9')],
  })
  await page.findByText('A1')
  const [open1, faulty, draft] = links()
  expect(open1?.getAttribute('aria-current')).toBe('page')
  expect(faulty?.getAttribute('aria-current')).toBeNull()
  expect([open1, faulty].map((link) => link?.querySelectorAll('svg').length)).toEqual([1, 2])
  expect(faulty?.getAttribute('href')).toContain('acme/A2')
  expect(draft?.getAttribute('href')).toContain('model=Z9')
  expect(page.getByText('3 devices')).toBeTruthy()
})

test('a search finds in both lists, however foreign the letters; of many only the first are drawn', async () => {
  const many = Array.from({ length: 75 }, (_, at) => modelOf(`A${at}`))
  await open({ 'catalogue-entry': () => many, 'ruled-model': () => [ruledOf('Z9')] })
  expect(await page.findByText('15 more; search to see them.')).toBeTruthy()
  expect(page.queryByText('A74')).toBeNull()
  await userEvent.type(page.getByRole('searchbox'), 'acme A74')
  expect(page.getByText('A74')).toBeTruthy()
  expect(page.queryByText('A73')).toBeNull()
  await userEvent.clear(page.getByRole('searchbox'))
  await userEvent.type(page.getByRole('searchbox'), 'yildiz')
  expect(page.getByText('Yıldız Z9')).toBeTruthy()
  expect(page.getByText('None found')).toBeTruthy()
})

test('a list that does not come says so, and comes when tried again', async () => {
  let isAway = true
  await open({
    'catalogue-entry': () => {
      if (isAway) throw new Error('away')
      return [modelOf('A1')]
    },
    'ruled-model': () => [],
  })
  const said = await page.findByRole('alert')
  expect(said.textContent).toContain('The models could not be loaded.')
  isAway = false
  await userEvent.click(within(said).getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('A1')).toBeTruthy()
  expect(page.queryByRole('alert')).toBeNull()
})
