import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { renderPart } from '#engine/testing/render-part.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { HeatMap } from './HeatMap.tsx'

const house = { house: 'Lindenweg', place: '8000 Zürich', gateways: 2, differing: 1, cells: {} }
const gateway = {
  ...{ serialNumber: 'GH-1', name: 'Flat 1', house: 'Lindenweg', state: 'differs', source: 'now', cells: {} },
}

test('gateways of an opened house that could not be read are asked for again in their place', async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['drift', 'shell'])
  const load = vi.fn().mockRejectedValueOnce(new Error('gone'))
  const Houses = () => (
    <HeatMap
      goldenId="g1"
      turn=""
      houses={[house]}
      selected={undefined}
      onSelect={() => {}}
      onHouse={() => {}}
    />
  )
  await renderPart(Houses, definitions, { load: load.mockResolvedValue({ data: [gateway], count: 1 }) })
  await userEvent.click(page.getByRole('button', { expanded: false }))
  expect((await page.findByRole('alert')).textContent).toContain('The gateways could not be read')
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Flat 1')).toBeTruthy()
  expect(page.queryByRole('alert')).toBeNull()
})
