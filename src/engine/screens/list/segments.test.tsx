import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definitions as catalogue } from '#data/catalogue.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

beforeAll(() => import('#ui/menu/Segments.tsx'), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const resource: Resource = { entity: 'probe', id: 'name', from: { operation: 'listAudit', rows: '' } }
const screen: ListScreen = {
  ...{ id: 'probe', route: '/probe', kind: 'list', resource: 'probe' },
  columns: [{ field: 'name' }],
  filters: [{ field: 'result', values: ['ok', 'refused'], look: 'segments' }],
}

test('a few fixed choices stand side by side, with all of them first; what is chosen stands in the address', async () => {
  const { address } = await renderScreen({
    Screen,
    screen,
    definitions: { ...catalogue, resource: () => resource },
    path: '/probe?f.result=refused',
    ports: { source: { ...noSource, list: async () => ({ rows: [{ name: 'One' }], total: 1 }) } },
  })
  const group = within(await page.findByRole('radiogroup'))
  const names = () => group.getAllByRole('radio').map(({ textContent }) => textContent)
  const chosen = () => group.getByRole('radio', { checked: true }).textContent
  expect(names()[0]).toBe('All')
  expect(chosen()).toBe(names()[2])
  await userEvent.click(group.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(address()).toBe('/probe'))
  expect(chosen()).toBe('All')
})
