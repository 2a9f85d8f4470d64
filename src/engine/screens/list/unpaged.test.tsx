import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { definitions as catalogue } from '#data/catalogue.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { ListQuery } from '../../ports.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

beforeEach(() => changeLanguage('ch_EN'))

/** A call that knows no pages. */
const resource: Resource = { entity: 'probe', id: 'name', from: { operation: 'listBackups', rows: '' } }
const screen: ListScreen = {
  ...{ id: 'probe', route: '/probe', kind: 'list', resource: 'probe' },
  columns: [{ field: 'name' }],
}
const definitions = { ...catalogue, resource: () => resource }

test('of a call that answers with everything a page shows its part, and is asked once', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ name: `Row ${at + 1}` }))
  const asked: ListQuery[] = []
  const { address } = await renderScreen({
    Screen,
    screen,
    definitions,
    path: '/probe?page=2',
    ports: {
      source: {
        ...noSource,
        list: async (_resource, query) => {
          asked.push(query)
          // Whatever it says of their number.
          return { rows, total: 3 }
        },
      },
    },
  })
  const shown = () =>
    page
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  expect(await page.findByText('11 to 20 of 25')).toBeTruthy()
  expect(shown()).toEqual(rows.slice(10, 20).map(({ name }) => name))
  await userEvent.click(page.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(shown()).toEqual(rows.slice(20).map(({ name }) => name)))
  expect(page.getByText('21 to 25 of 25')).toBeTruthy()
  expect(address()).toBe('/probe?page=3')
  expect(asked).toHaveLength(1)
})
