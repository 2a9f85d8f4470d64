import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { openTwin } from '#session/twin.ts'
import { TwinChanges } from './TwinChanges.tsx'

type Twin = NonNullable<ReturnType<typeof openTwin.current>>
const nothing = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['twin', 'backups'])
})
afterEach(() => openTwin.set(undefined))

test('a twin that cannot be compared says so, and is compared once somebody asks again', async () => {
  const content = vi
    .fn()
    .mockRejectedValueOnce(new Error('The worker is gone'))
    .mockResolvedValue({ begun: nothing, content: nothing })
  openTwin.set({ serialNumber: 'A-twin', fork: { serialNumber: 'A', name: 'A' }, content } as unknown as Twin)
  await renderScreen({
    Screen: TwinChanges,
    screen: screens.get('twin_changes') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
  })
  expect(await page.findByText('The twin could not be compared.', {}, { timeout: 10_000 })).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Nothing has been changed yet')).toBeTruthy()
  expect(content).toHaveBeenCalledTimes(2)
})
