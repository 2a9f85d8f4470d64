import { type Served, serve } from '../../../tests/support/serve.ts'
import { outboxOf } from '../../support/mails.ts'
import { accounts, expect, Person, test, words } from '../../support/test.ts'

let server: Served
test.beforeAll(async () => {
  server = await serve()
})
test.afterAll(async () => {
  await server.remove()
})

const guest = 'guest@gatehouse.test'
const said = {
  ch_DE: /Wenn es ein Konto mit dieser Adresse gibt/,
  ch_EN: /If there is an account with this address/,
}

// 1.2-009 1.2-010 1.2-015 1.4-066 1.8-016
test('a forgotten password: the mail, the new password, sign-in; the link works once @phone-at-night', async ({
  page,
}, { project }) => {
  const person = new Person(page, server.url)
  const outbox = await outboxOf(server.url)
  const secret = `Gate-and-Garden-${project.name}-7`
  const before = await outbox.count(guest)
  await person.speaks('ch_EN')
  await person.opens('/login')
  await page.getByRole('link', { name: 'Forgotten?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByRole('heading', { name: 'Password forgotten' })).toBeFocused()
  expect(await person.findings()).toEqual([])
  await page.getByLabel('E-mail').fill(guest.toUpperCase())
  await page.getByRole('button', { name: 'Ask for the link' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Notices').getByText(said.ch_EN)).toBeVisible()

  const link = await outbox.link(guest, /^\/resetPassword\//, before + 1)
  await person.opens(link)
  // the secret has left the address.
  await expect(page).toHaveURL(/\/resetPassword$/)
  expect(await person.findings()).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill(secret)
  const rules = page.getByRole('list', { name: 'Rules for the password' }).getByRole('listitem')
  await expect(rules.filter({ hasText: '(still missing)' })).toHaveCount(0)
  await page.getByLabel('Repeat the new password').fill(secret)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/password_changed$/)
  await expect(page.getByRole('heading', { name: 'The password is set' })).toBeFocused()
  // The page says it; a toast would only say it again.
  await expect(page.getByLabel('Notices').getByText(/The new password is set/)).toHaveCount(0)
  expect(await person.findings()).toEqual([])
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await page.getByLabel(words.ch_EN.user).fill(guest)
  await page.getByLabel(words.ch_EN.secret, { exact: true }).fill(secret)
  await page.getByRole('button', { name: words.ch_EN.signIn, exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))

  await page.evaluate(() => localStorage.removeItem('gatehouse.session'))
  await person.opens(link)
  await page.getByLabel('New password', { exact: true }).fill('Gate-and-Garden-9')
  await page.getByLabel('Repeat the new password').fill('Gate-and-Garden-9')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeFocused()
  await expect(page.getByLabel('Notices').getByText(/This link has expired/)).toBeVisible()
})

// 1.4-066 1.4-067 1.4-068
test('an unknown address hears the same, in German too, and nothing is sent @night', async ({ page }) => {
  const person = new Person(page, server.url)
  const outbox = await outboxOf(server.url)
  await person.speaks('ch_DE')
  await person.opens('/forgot-password')
  await page.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-Mail').fill('nobody@gatehouse.test')
  await page.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Hinweise').getByText(said.ch_DE)).toBeVisible()
  expect(await outbox.count('nobody@gatehouse.test')).toBe(0)
})

// 1.2-010
test('a link may say in which language it was written @night', async ({ page }) => {
  const person = new Person(page, server.url)
  await person.opens('/resetPassword/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA?lang=ch_EN')
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-CH')
  await expect(page).toHaveURL(/\/resetPassword$/)
})

// 1.2-004 1.4-063
test('what is typed stays when sign-in fails, and the button works again', async ({ page }) => {
  const person = new Person(page, server.url)
  await person.speaks('ch_DE')
  await person.opens('/login?activate=1')
  await expect(page.getByText('Sie können sich jetzt anmelden.')).toBeVisible()
  await page.getByLabel(words.ch_DE.user).fill(accounts.home.identity)
  await page.getByLabel(words.ch_DE.secret, { exact: true }).fill('Falsches-Passwort-1')
  const button = page.getByRole('button', { name: words.ch_DE.signIn, exact: true })
  await button.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(page.getByLabel(words.ch_DE.user)).toHaveValue(accounts.home.identity)
})
