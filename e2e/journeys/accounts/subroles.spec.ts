import { type Served, serve } from '../../../tests/support/serve.ts'
import { session } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'

/** Of the demo home. */
const scene = 'Guten Morgen'

const reason = {
  ch_DE: 'Ihre Rolle erlaubt das nicht.',
  ch_EN: 'Your role does not allow this.',
} as const

let home: Served
test.beforeAll(async () => {
  home = await serve()
  const admin = await session(home.url, accounts.admin)
  await admin.call('/crm/users/demo-home/subrole', { method: 'PUT', body: { subrole: 'viewer' } })
})
test.afterAll(async () => await home.remove())

// 1.6-003, 1.6-004
for (const language of seen('desk'))
  test(`somebody who may only look sees all values and settings, with every control off and the reason, ${language} @phone`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(await signIn(home.url, accounts.home), language)
    await person.opens('/devices/quick_controls')
    await person.sees()
    const control = page.getByRole('switch').first()
    await expect(control).toBeDisabled()
    await expect(control).toHaveAttribute('title', reason[language])
    expect(await person.findings()).toEqual([])

    await person.goes('/gtw_settings')
    await person.sees()
    await expect(page.locator('form').first()).toBeVisible()
    await expect(page.locator('main').getByText(reason[language]).first()).toBeVisible()
    for (const submit of await page.locator('form button[type="submit"]').all())
      await expect(submit).toBeDisabled()
    // The palette offers him no more than the pages do.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill(scene)
    const play = page.getByRole('option').filter({ hasText: scene }).filter({ hasText: reason[language] })
    await expect(play).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')

    const off = page.locator('main button[aria-disabled="true"]')
    await off.first().click({ force: true })
    await expect(page.getByRole('region').getByText(reason[language]).last()).toBeVisible()
    expect(await person.findings()).toEqual([])
  })

test('whoever has a sub-role sees no page before it is known what he may do there @night', async ({
  page,
}) => {
  const person = new Person(page, home.url)
  await person.signsIn(accounts.home, 'ch_EN')
  await person.opens('/devices/quick_controls')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  let missing = 0
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    const isList = (await answer.text()).includes('reactToAlarmNotification')
    if (!isList) return await route.fulfill({ response: answer })
    missing++
    await route.abort()
  })
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  expect(missing).toBeGreaterThan(0)
})
