import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { client, type OpenidProvider, openidProvider } from '../../../tests/support/openid-provider.ts'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { freePort } from '../../support/free-port.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

let provider: OpenidProvider
let gatehouse: Served
let folder: string
test.beforeAll(async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  provider = await openidProvider({
    returnTo: `${origin}/ssoredirect`,
    leaveTo: `${origin}/login`,
    forms: true,
  })
  for (const name of ['ch_DE', 'ch_EN'])
    provider.people.set(name, {
      given_name: 'Ada',
      family_name: 'Keller',
      email: `${name}@people.example`,
      email_verified: true,
    })
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-external-'))
  const settings = join(folder, 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { EXTERNAL_LOGIN: true, EXTERNAL_LOGOUT: true } }))
  gatehouse = await serve({
    PORT: String(port),
    GATEHOUSE_ORIGIN: origin,
    GATEHOUSE_SETTINGS: settings,
    GATEHOUSE_OIDC_ISSUER: provider.issuer,
    GATEHOUSE_OIDC_CLIENT: client.id,
    GATEHOUSE_OIDC_SECRET: client.secret,
    GATEHOUSE_OIDC_PRIVATE: 'yes',
  })
})
test.afterAll(async () => {
  await gatehouse.remove()
  await provider.close()
  rmSync(folder, { recursive: true })
})

const texts = {
  ch_DE: {
    externally: 'Mit dem Anmeldedienst anmelden',
    register: /registrieren|Konto erstellen/i,
    failed: 'Die Anmeldung hat nicht geklappt',
    said: /Antwort des IDAM:/,
    account: /^(Konto|Mehr)$/,
    signOut: 'Abmelden',
  },
  ch_EN: {
    externally: 'Sign in with the identity provider',
    register: /register|create an account/i,
    failed: 'The sign-in did not work',
    said: /Response from IDAM:/,
    account: /^(Account|More)$/,
    signOut: 'Sign out',
  },
} as const

/** On the provider's own pages. */
async function signsInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('any password')
  await page.locator('button[type="submit"]').click()
  await page.getByRole('button', { name: /continue/i }).click()
}

const keptSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('gatehouse.session'))

for (const language of seen('desk')) {
  const text = texts[language]

  // 1.2-025, 1.6-076, 1.6-077, 1.2-008
  test(`A-10 ${language} somebody signs in at the identity provider, and out of both @phone`, async ({
    page,
  }) => {
    const person = new Person(page, gatehouse.url)
    await person.speaks(language)
    await person.opens('/login')
    const button = page.getByRole('button', { name: text.externally })
    await expect(button).toBeVisible()
    await expect(page.getByRole('button', { name: text.register })).toHaveCount(0)
    await expect(page.getByRole('link', { name: text.register })).toHaveCount(0)
    expect(await person.findings()).toEqual([])

    await button.click()
    await signsInThere(page, language)
    // spec 1 §4: the first time the policies come first; neither code nor state nor secret is left in the address.
    await expect(page).toHaveURL(`${gatehouse.url}/accept_privacy_and_tos`)
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    expect(await person.findings()).toEqual([])
    await page.locator('form button[type="submit"]').click()
    await expect.poll(() => keptSession(page)).not.toBeNull()
    await expect(page).not.toHaveURL(/ssoredirect|accept|=/)

    // On a phone it stands below, among what is more.
    await page.getByRole('button', { name: text.account }).filter({ visible: true }).click()
    await page.getByText(text.signOut).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/session/end')
    expect(new URL(page.url()).origin).toBe(provider.issuer)
    await page.getByRole('button', { name: /yes, sign me out/i }).click()
    await expect(page).toHaveURL(`${gatehouse.url}/login`)
    expect(await keptSession(page)).toBeNull()
  })

  // 1.2-027, 1.4-061
  test(`A-10 ${language} what the provider refuses is told with its own words @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, gatehouse.url)
    await person.speaks(language)
    await person.opens('/login')
    await page.getByRole('button', { name: text.externally }).click()
    await page.getByRole('link', { name: /cancel/i }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.failed })).toBeVisible()
    await expect(page.getByText(text.said)).toBeVisible()
    await expect(page).toHaveURL(`${gatehouse.url}/login-failed`)
    expect(await keptSession(page)).toBeNull()
    expect(await person.findings()).toEqual([])
  })
}

test('A-10 what somebody else began signs nobody in, and nobody else puts words into the page', async ({
  page,
}) => {
  const person = new Person(page, gatehouse.url)
  await person.speaks('ch_EN')
  const begun = (await (await fetch(`${gatehouse.url}/api/auth/getRealmConfig`)).json()) as { state: string }
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await person.opens(`/ssoredirect?${new URLSearchParams({ code: 'theirs', state: begun.state })}`)
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in did not work' })).toBeVisible()
  expect(calls).not.toContain('/api/auth/retrieveSSOTokens')

  await person.opens('/login-failed?error_msg=Call+0900+000+000&state=x&access_token=canary')
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in did not work' })).toBeVisible()
  await expect(page).toHaveURL(`${gatehouse.url}/login-failed`)
  await expect(page.getByText('0900')).toHaveCount(0)
})
