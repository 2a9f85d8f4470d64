import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { RolloutDraft } from './RolloutDraft.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['rollouts', 'catalogue'])
})

const paths = [
  ...Array.from({ length: 30 }, (_none, at) => `devices/maker/LAMP${at}.json`),
  'forms/lamp.json',
  'forms/login.json',
]

test('the file of a trial is found by its name, by its kind, and among those that come after', async () => {
  await renderScreen({
    Screen: RolloutDraft,
    screen: screens.get('rollout_draft') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, one: (async () => ({ paths })) as unknown as Source['one'] } },
  })
  const files = () => page.getAllByRole('button', { name: /\.json$/ }).length
  expect(await page.findByRole('button', { name: /^All\s*32$/ })).toBeDefined()
  expect(files()).toBe(12)
  await userEvent.click(page.getByRole('button', { name: 'Show more' }))
  expect(files()).toBe(24)

  await userEvent.type(page.getByRole('searchbox'), 'Lamp')
  expect(page.getByRole('button', { name: /^All\s*31$/ })).toBeDefined()
  // Other files: their first ones again.
  expect(files()).toBe(12)
  await userEvent.click(page.getByRole('button', { name: /^forms\s*1$/ }))
  expect(page.getAllByRole('button', { name: /\.json$/ }).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('forms/lamp.json'),
  ])
  await userEvent.type(page.getByRole('searchbox'), 'x')
  expect(page.getByText('No file is called that.')).toBeDefined()
})
