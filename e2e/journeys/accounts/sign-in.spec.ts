import { accounts, expect, test, words } from '../../support/test.ts'

// 1.2-105 is proved in src/session; here a person tries it.
test('a stranger is asked to sign in, and comes to the screen that was asked for @phone-at-night', async ({
  person,
}) => {
  await person.speaks('ch_EN')
  await person.opens('/devices/quick_controls')
  await expect(person.page).toHaveURL(/\/login/)
  expect(await person.findings()).toEqual([])
})

test('a wrong password and an unknown account are told the same, and the form stays usable @phone-at-night', async ({
  person,
}) => {
  await person.speaks('ch_EN')
  const told: string[] = []
  for (const identity of ['home@gatehouse.test', 'nobody@gatehouse.test']) {
    await person.opens('/login')
    await person.page.getByLabel(words.ch_EN.user).fill(identity)
    await person.page.getByLabel(words.ch_EN.secret, { exact: true }).fill('not-the-password-1')
    const button = person.page.getByRole('button', { name: words.ch_EN.signIn, exact: true })
    await button.click()
    const message = person.page.getByRole('alert').first()
    await expect(message).toContainText(/\w/)
    told.push((await message.textContent()) ?? '')
    await expect(button).toBeEnabled()
    expect(await person.findings()).toEqual([])
  }
  expect(told[0]).toBe(told[1])
})

test('signing in leads to the home; signing out leaves nothing but the language behind (B-07)', async ({
  person,
}) => {
  await person.signsIn(accounts.home)
  await expect(person.page.getByText('Lindenweg 14').first()).toBeVisible()
  await person.page
    .getByRole('button', { name: /Bühler|Konto/ })
    .first()
    .click()
  await person.page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(person.page).toHaveURL(/\/login/)
  const keys = await person.page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key !== 'gatehouse.language')).toEqual([])
})

test('the form names the field that is missing @night', async ({ person }) => {
  await person.speaks('ch_DE')
  await person.opens('/login')
  await person.page.getByRole('button', { name: words.ch_DE.signIn, exact: true }).click()
  await expect(person.page.getByLabel(words.ch_DE.user)).toBeFocused()
  await expect(person.page.getByLabel(words.ch_DE.user)).toHaveAttribute('aria-invalid', 'true')
})
