import { shiftsOf, watchesShifts } from '../support/layout-shifts.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(async ({ person, sessions }) => {
  await person.returns(sessions.home)
  await person.opens('/devices/devices_table')
  await expect(person.page.getByText('Aussensirene', { exact: true })).toBeVisible()
})

// 2.9-045 2.9-046
test('Enter runs a search and Escape cancels it @night @phone', async ({ person }) => {
  const search = person.page.getByRole('searchbox')
  await search.fill('Storen')
  await expect(person.page.getByText('Aussensirene', { exact: true })).toBeVisible()
  await search.press('Enter')
  await expect(person.page.getByText('Storen Süd', { exact: true })).toBeVisible()
  await expect(person.page.getByText('Aussensirene', { exact: true })).toHaveCount(0)
  await expect(person.page).toHaveURL(/Storen/)
  await search.press('Escape')
  await expect(person.page.getByText('Aussensirene', { exact: true })).toBeVisible()
  await expect(search).toHaveValue('')
})

// By day axe passes by it and by the table itself (all-screens/accessibility.spec.ts); how wide that is, the visual lint sees.
test('a search without hits says so and lets one back @night', async ({ person }) => {
  await person.page.getByRole('searchbox').fill('zzz')
  await person.page.getByRole('searchbox').press('Enter')
  await expect(person.page.locator('main')).toContainText(/kein|nichts/i)
  expect(await person.findings()).toEqual([])
})

// 2.2-004
test('pages hold 10, 20 or 50 devices @night', async ({ person }) => {
  await expect(person.page.locator('tbody tr')).toHaveCount(10)
  await person.page.getByRole('combobox', { name: /Zeilen/ }).selectOption('50')
  await expect(person.page.getByText('Zentrale', { exact: true })).toBeVisible()
})

test('the table is accessible and turns into cards on a phone @night @phone', async ({ person }) => {
  expect(await person.findings()).toEqual([])
  const wide = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wide).toBeLessThanOrEqual(0)
})

test('nothing moves while the table comes: layout shifts stay below 0.02 @phone-at-night', async ({
  person,
}) => {
  await watchesShifts(person.page)
  await person.page.reload()
  await person.sees()
  await person.rests()
  expect((await shiftsOf(person.page)).sum).toBeLessThan(0.02)
})
