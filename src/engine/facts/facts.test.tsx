import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { Facts } from './Facts.tsx'

const screen: CustomScreen = { id: 'facts', route: '/facts', kind: 'custom', component: 'facts' }

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['engine', 'fields'])
})
afterEach(cleanup)

test('facts that were not to be had are not drawn as if they were nothing, and what is known otherwise stands all the same', async () => {
  const facts = [{ value: 'row.devices' }, { value: 'row.scenes' }, { value: 'gateway.name' }] as const
  await renderScreen({
    Screen: () => <Facts facts={facts} words="statisticKpi" failed />,
    ...{ screen, definitions },
    situation: { role: 'admin', gateway: { name: 'Chalet' } as never },
  })
  expect(page.getByText('Chalet')).toBeTruthy()
  expect(page.getAllByRole('term')).toHaveLength(1)
})

test('a fact that is told where it is known only is left out once nobody knew it, not while it is asked for', async () => {
  const facts = [{ value: 'row.devices', known: true }, { value: 'row.scenes' }] as const
  const shown = (more: object) =>
    renderScreen({
      Screen: () => <Facts facts={facts} words="statisticKpi" {...more} />,
      ...{ screen, definitions },
      situation: { role: 'admin' },
    })
  await shown({ waiting: true })
  expect(page.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Devices', 'Scenes'])
  cleanup()
  await shown({ row: { devices: '' } })
  expect(page.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Scenes'])
  cleanup()
  await shown({ row: { devices: 0 } })
  expect(page.getAllByRole('term')).toHaveLength(2)
})

test('a number that is one of several says of how many, and a number alone where nobody knows that', async () => {
  const facts = [{ value: 'row.scenes', cell: 'number', of: 'row.devices' }] as const
  for (const [row, told] of [
    [{ scenes: 2, devices: 5 }, '2 of 5'],
    [{ scenes: 2 }, '2'],
  ] as const) {
    await renderScreen({
      Screen: () => <Facts facts={facts} words="statisticKpi" row={row} />,
      ...{ screen, definitions },
      situation: { role: 'admin' },
    })
    expect(page.getByRole('definition').textContent).toBe(told)
    cleanup()
  }
})
