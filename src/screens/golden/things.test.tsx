import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { renderPart } from '#engine/testing/render-part.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { DriftThing } from '#schemas/generated/entities/drift-thing.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { Things } from './Things.tsx'

const thing = (key: string, gateways: number, how: DriftThing['how'] = 'missing'): DriftThing => ({
  ...{ aspect: 'scenes', key, name: key, how, gateways, allowed: false, brings: false },
})

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['drift'])
  toasts.clear()
})

async function shown(things: readonly DriftThing[]) {
  const call = vi.fn(async (_operation: string, _input: { key: string; allowed: boolean }) => ({
    ...{ ok: true, status: 200, data: {} },
  }))
  const Differing = () => (
    <Things
      goldenId="g1"
      turn=""
      selected={{ aspect: 'scenes', title: 'Lindenweg', gateways: 4, differing: 4, house: 'h', place: 'p' }}
      chosen={[]}
      onChoose={() => {}}
    />
  )
  await renderPart(Differing, definitions, { call, load: async () => things })
  return call
}

test('each part of what differs says how many differences it has', async () => {
  await shown([thing('evening', 3), thing('morning', 2), thing('test', 1, 'extra')])
  const heads = await page.findAllByRole('heading', { level: 3 })
  expect(heads.map((head) => head.textContent)).toEqual([
    expect.stringContaining('5 differences'),
    expect.stringContaining('1 difference'),
  ])
})

test('what was allowed to differ can be taken back, each of two in a row by itself', async () => {
  const call = await shown([thing('evening', 3), thing('morning', 2)])
  for (const name of ['evening', 'morning']) {
    await userEvent.click(await page.findByRole('button', { name: new RegExp(name) }))
    await userEvent.click(page.getByRole('button', { name: 'Allow to differ' }))
  }
  const asked = () => call.mock.calls.map(([, input]) => [input.key, input.allowed])
  expect(asked()).toEqual([
    ['evening', true],
    ['morning', true],
  ])
  for (const name of ['evening', 'morning']) {
    const region = within(
      await page.findByText(`“${name}” may differ.`).then((said) => said.parentElement ?? said),
    )
    await userEvent.click(region.getByRole('button', { name: 'Undo' }))
  }
  expect(asked().slice(2)).toEqual([
    ['evening', false],
    ['morning', false],
  ])
  // What a way back has done says so, and offers none in its turn.
  expect(await page.findByText('“morning” counts again.')).toBeDefined()
  expect(page.queryByRole('button', { name: 'Undo' })).toBeNull()
})
