import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { away, gatewayOf, nothing, openScreen, ready } from '../testing.tsx'
import HouseStatus from './HouseStatus.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

test('a home whose statuses could not be read says so, and asks again when told to', async () => {
  let silent = true
  const gateway = gatewayOf({
    ...nothing,
    get_scenario_statuses_collection: () => {
      if (silent) throw new Error('silent')
      return { collection: [{ ...away, state: true }] }
    },
  })
  await openScreen<CustomScreen>({
    Screen: () => (
      <dl>
        <HouseStatus />
      </dl>
    ),
    screen: { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen,
    gateway,
  })
  const unread = await page.findByText('The statuses could not be loaded')
  silent = false
  await userEvent.click(unread)
  expect(await page.findByText('Away')).toBeTruthy()
  expect(page.queryByText('The statuses could not be loaded')).toBeNull()
})
