import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Rule } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, nothing, openScreen, ready, ruleOf } from '../testing.tsx'
import ComingPage from './ComingPage.tsx'

const screen = screens.get('coming_scenes') as CustomScreen

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const daily: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [
  true,
  true,
  true,
  true,
  true,
  true,
  true,
]
const morning = ruleOf({
  id: 'morning',
  name: 'Morning',
  time_triggers: [{ id: 't', hour: 7, minute: 30, second: 0, repeating: daily }],
})
const dusk = ruleOf({
  id: 'dusk',
  name: 'Dusk',
  rule_logic: 'AND',
  statuses: [{ name: 'Home', resource_id: 'home', state: true }],
  sun_triggers: [{ id: 's', sun: { event: 'sunset', offset: -1_800_000 }, repeating: daily }],
})

async function open(rules: readonly Rule[], place?: object) {
  const recorded = { changes: [], since: 0, zone: 'Europe/Zurich', ...(place && { place }) }
  const gateway = gatewayOf({ ...nothing, get_rules: { rules }, get_recorded_changes: recorded })
  return await openScreen({ Screen: () => <ComingPage />, screen, gateway, zone: 'Europe/Zurich' })
}

test('what comes in seven days stands day by day, by the clock and by the sun', async () => {
  await open([morning, dusk], { latitude: 47.5, longitude: 8.73 })
  await waitFor(() => expect(page.getAllByRole('link', { name: 'Dusk' }).length).toBeGreaterThanOrEqual(6))
  expect(page.getAllByRole('link', { name: 'Morning' }).length).toBeGreaterThanOrEqual(6)
  const [day] = page.getAllByRole('list')
  expect(within(day as HTMLElement).getAllByRole('listitem').length).toBeLessThanOrEqual(2)
  expect(page.getAllByText('07:30').length).toBeGreaterThanOrEqual(6)
  expect(page.getAllByText('30 minutes before sunset')[0]).toBeDefined()
  expect(page.getAllByText('If everything else holds then')[0]).toBeDefined()
})

test('a home that nobody has placed says so where a scene goes by the sun', async () => {
  await open([dusk])
  expect(await page.findByText(/It is not known where this home is/)).toBeDefined()
  expect(page.getByText('Nothing comes by itself in the next seven days')).toBeDefined()
})

test('where nothing comes, it says so; what is off does not come', async () => {
  await open([ruleOf(), { ...morning, active: false }])
  expect(await page.findByText('Nothing comes by itself in the next seven days')).toBeDefined()
})
