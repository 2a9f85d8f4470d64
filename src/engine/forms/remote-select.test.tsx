import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { noSource, renderScreen } from '../testing/render-screen.tsx'
import { RemoteSelect } from './RemoteSelect.tsx'

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }

test('choices that did not come are asked for again in their place, so that nothing that was entered is lost', async () => {
  await changeLanguage('ch_EN')
  let answers = false
  await renderScreen({
    Screen: () => (
      <>
        <input aria-label="Other" />
        <RemoteSelect
          label="Gateway"
          value=""
          onChange={() => {}}
          none={undefined}
          from={{ operation: 'searchGroups', rows: 'data', value: '_id', label: 'name' }}
        />
      </>
    ),
    ...{ screen, definitions },
    ports: {
      source: {
        ...noSource,
        one: async () => {
          if (!answers) throw new Error('It burns')
          return { data: [{ _id: 'a', name: 'Pilot' }] }
        },
      },
    },
  })
  await page.findByText('The choices could not be loaded.')
  fireEvent.change(page.getByLabelText('Other'), { target: { value: 'typed' } })
  fireEvent.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByText('The choices could not be loaded.')
  answers = true
  fireEvent.click(await page.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.getByRole('option', { name: 'Pilot' })).toBeTruthy())
  expect(page.queryByText('The choices could not be loaded.')).toBeNull()
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect((page.getByLabelText('Other') as HTMLInputElement).value).toBe('typed')
})
