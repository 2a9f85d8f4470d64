import { type Served, serve } from '../../../tests/support/serve.ts'
import { outboxOf } from '../../support/mails.ts'
import { expect, Person, test, words } from '../../support/test.ts'

let server: Served
test.beforeAll(async () => {
  server = await serve()
})
test.afterAll(async () => {
  await server.remove()
})

/** Every journey with a person of its own, at each size. */
const somebody = (name: string, project: string) => `${name}.${project}@gatehouse.test`
const SECRET = 'Gate-and-Garden-7'

async function fillIn(person: Person, identity: string, secret = SECRET, again = secret): Promise<void> {
  const { page } = person
  await page.getByLabel('Form of address').selectOption('female')
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill("D'Arc-Müller")
  await page.getByLabel('E-mail').fill(identity)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByLabel('Repeat the password').fill(again)
}

// 1.2-004 1.2-007 1.2-013 1.3-061 1.4-073 1.5-017 1.5-018 1.6-081
test('a visitor registers, follows the link in the mail and signs in @phone-at-night', async ({ page }, {
  project,
}) => {
  const person = new Person(page, server.url)
  const outbox = await outboxOf(server.url)
  const identity = somebody('nora', project.name)
  await person.speaks('ch_EN')
  await person.opens('/login')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeFocused()
  // The country of the deployment is chosen already.
  await expect(page.getByLabel('Country')).toHaveValue('CH')
  await expect(page.getByText('1. Details')).toHaveAttribute('aria-current', 'step')
  expect(await person.findings()).toEqual([])

  await fillIn(person, identity.toUpperCase())
  await page.getByLabel('I accept the terms of service.').check()
  await page.getByLabel(/I have read how my data/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused()
  await expect(page.getByText('2. Confirmation')).toHaveAttribute('aria-current', 'step')
  expect(await person.findings()).toEqual([])

  // Before it is activated it does not let anybody in; the page says where to go.
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await page.getByLabel(words.ch_EN.user).fill(identity)
  await page.getByLabel(words.ch_EN.secret, { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: words.ch_EN.signIn, exact: true }).click()
  await expect(page).toHaveURL(/\/resend-activation$/)
  await expect(page.getByText(/This account is not active yet/)).toBeVisible()

  await person.opens(await outbox.link(identity, /^\/activate\//))
  await expect(page).toHaveURL(/\/activate$/)
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  expect(await person.findings()).toEqual([])
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await page.getByLabel(words.ch_EN.user).fill(identity)
  await page.getByLabel(words.ch_EN.secret, { exact: true }).fill(SECRET)
  await page.getByRole('button', { name: words.ch_EN.signIn, exact: true }).click()
  await page.waitForURL((url) => !/\/(login|activate)/.test(url.pathname))
})

// 1.5-015 1.5-001 1.8-034
test('the form says at each field what is wrong, and at the second password also in a toast @night @phone', async ({
  page,
}) => {
  const person = new Person(page, server.url)
  await person.speaks('ch_DE')
  await person.opens('/register')
  await page.getByRole('button', { name: 'Konto erstellen' }).click()
  await expect(page.getByLabel('Anrede')).toBeFocused()
  await expect(page.getByText('Bitte ankreuzen: Ich stimme den AGB zu.')).toBeVisible()

  await page.getByLabel('Vorname').fill('R2D2')
  await page.getByLabel('E-Mail').fill('keine Adresse')
  const password = page.getByLabel('Passwort', { exact: true })
  await password.fill('kurz')
  const rules = page.getByRole('list', { name: 'Regeln für das Passwort' }).getByRole('listitem')
  await expect(rules.filter({ hasText: 'ein Kleinbuchstabe' })).toContainText('(erfüllt)')
  await expect(rules.filter({ hasText: '10 bis 100 Zeichen' })).toContainText('(fehlt noch)')
  await page.getByLabel('Passwort wiederholen').fill('länger')
  await page.getByRole('button', { name: 'Konto erstellen' }).click()
  await expect(page.getByText('«Vorname» darf Buchstaben, Apostrophe')).toBeVisible()
  await expect(page.getByText('«E-Mail» hat nicht das richtige Format.')).toBeVisible()
  await expect(page.getByText('Passwort erfüllt noch nicht alle Regeln.')).toBeVisible()
  await expect(
    page.getByLabel('Hinweise').getByText('Die beiden Passwörter stimmen nicht überein.'),
  ).toBeVisible()
  expect(await person.findings()).toEqual([])
})

// 1.5-016
test('a name that is taken is said at its field, before anything is sent @night', async ({ page }) => {
  const person = new Person(page, server.url)
  await person.speaks('ch_EN')
  await person.opens('/register')
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await fillIn(person, 'home@gatehouse.test')
  await page.getByLabel('I accept the terms of service.').check()
  await page.getByLabel(/I have read how my data/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('There is already an account with this address.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  expect(sent).toContain('/api/auth/checkUsername')
  expect(sent).not.toContain('/api/auth/register')
})

// 1.2-014 1.4-064 1.4-065
test('a link that was used leads to sign-in, a wrong one says so, and none at all is the root @night', async ({
  page,
}, { project }) => {
  const person = new Person(page, server.url)
  const outbox = await outboxOf(server.url)
  const identity = somebody('mia', project.name)
  await person.speaks('ch_EN')
  await person.opens('/register')
  await fillIn(person, identity)
  await page.getByLabel('I accept the terms of service.').check()
  await page.getByLabel(/I have read how my data/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const link = await outbox.link(identity, /^\/activate\//)

  // The confirmation asks first.
  await person.opens(link.replace('/activate/', '/activation_confirm/'))
  await expect(page).toHaveURL(/\/activation_confirm$/)
  await page.getByRole('button', { name: 'Activate account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeFocused()

  await person.opens(link)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('This account is active already. Please sign in.')).toBeVisible()

  await person.opens('/activate/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await page.getByLabel('E-mail').fill(identity)
  await page.getByRole('button', { name: 'Ask for the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  await person.opens('/activate')
  await expect(page).toHaveURL(/\/login$/)
})
