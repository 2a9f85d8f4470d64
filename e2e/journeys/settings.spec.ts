import { seen } from '../support/pairs.ts'
import { shown } from '../support/shown.ts'
import { expect, signIn, test } from '../support/test.ts'

const texts = {
  ch_DE: {
    here: 'Meinen Standort übernehmen',
    save: 'Adresse speichern',
    saved: 'Gespeichert.',
    zip: 'Postleitzahl',
    town: 'Ort',
  },
  ch_EN: {
    here: 'Use my location',
    save: 'Save address',
    saved: 'Saved.',
    zip: 'Postcode',
    town: 'Town',
  },
} as const

test.describe('in Berne', () => {
  test.use({ permissions: ['geolocation'], geolocation: { latitude: 46.948, longitude: 7.447 } })

  for (const language of seen('phone'))
    test(`1.7-067 the address comes from where the browser is and is kept, ${language} @phone @night`, async ({
      person,
      sessions,
    }) => {
      const text = texts[language]
      const { page } = person
      await person.returns(sessions.home, language)
      await person.opens('/gtw_settings')
      await person.sees()
      const town = page.getByLabel(text.town)
      // What is kept already could not be saved again.
      await town.fill('Thun')
      await page.getByRole('button', { name: text.save }).click()
      await expect(page.getByText(text.saved)).toBeVisible()
      // A browser under load lets the time for a position pass; a person tries again.
      await expect(async () => {
        await page.getByRole('button', { name: text.here }).click()
        await expect(town).toHaveValue('Bern', { timeout: 12_000 })
      }).toPass()
      await page.getByRole('button', { name: text.save }).click()
      await expect(page.getByText(text.saved)).toBeVisible()
      await person.opens('/gtw_settings')
      await expect(town).toHaveValue('Bern')
      expect(await person.findings()).toEqual([])
    })
})

test('a person ends another session of the account, which is over at once', async ({ person, server }) => {
  const who = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }
  const elsewhere = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ ...who, externalLogin: false }),
  })
  const { sessionId } = (await elsewhere.json()) as { sessionId: string }
  const read = () => fetch(`${server.url}/api/auth/session/read/${sessionId}`, { headers: { sessionId } })
  expect((await read()).status).toBe(200)

  await person.returns(await signIn(server.url, who), 'ch_EN')
  const { page } = person
  await person.opens('/user_settings')
  await person.sees()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  const others = sessions.getByRole('button', { name: 'Sign out', exact: true })
  await expect(others.first()).toBeVisible()
  // Journeys before may have been this person, too.
  for (let left = await others.count(); left > 0; left--) {
    await others.first().click()
    await expect(others).toHaveCount(left - 1)
  }
  await expect.poll(async () => (await read()).status).not.toBe(200)
  expect(await person.findings()).toEqual([])
})

test('1.8-013 1.8-014 the password is changed, and a wrong present one is named', async ({
  person,
  server,
}) => {
  const identity = 'support@gatehouse.test'
  const { page } = person
  const [first, second] = ['Gatehouse-Support-1', 'Gatehouse-Support-2']
  await person.returns(await signIn(server.url, { identity, secret: first }), 'ch_EN')
  await person.opens('/user_settings')
  await person.sees()
  const form = page.getByRole('region', { name: 'Change password' })
  const type = async (present: string, next: string, again: string) => {
    // Fields come when somebody wants to change something, and go when it is kept.
    const change = form.getByRole('button', { name: 'Change', exact: true })
    const current = form.getByLabel('Current password')
    if (await shown(change, current)) await change.click()
    await current.fill(present)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('Repeat the new password').fill(again)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await type('not-it-at-all-1A', second, second)
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1)
  expect(await person.findings()).toEqual([])
  await type(first, second, second)
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveCount(0)
  await type(second, first, first)
  await expect(page.getByText('Password changed', { exact: true }).first()).toBeVisible()
})

test('language, chosen in the account, is that of the whole page @phone-at-night', async ({
  person,
  sessions,
}) => {
  const { page } = person
  await person.returns(sessions.home, 'ch_DE')
  await person.opens('/user_settings')
  await person.sees()
  await page.getByRole('region', { name: 'Sprache' }).getByRole('button', { name: 'Ändern' }).click()
  await page.getByRole('region', { name: 'Sprache' }).getByRole('radio', { name: 'English' }).check()
  await page.getByRole('region', { name: 'Sprache' }).getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Language' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-CH')
  await page.getByRole('region', { name: 'Language' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('region', { name: 'Language' }).getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('region', { name: 'Language' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sprache' })).toBeVisible()
})
