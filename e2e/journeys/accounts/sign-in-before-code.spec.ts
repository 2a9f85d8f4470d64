import type { Page } from 'playwright/test'
import german from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import english from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { accounts, expect, test, words } from '../../support/test.ts'

/** Keeps all code of the app back, as a slow line does, until what is returned is called. */
async function holdsBackCode(page: Page): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

for (const language of seen('phone')) {
  test.describe(language, () => {
    test.use({ locale: language === 'ch_EN' ? 'en-CH' : 'de-CH' })

    test(`the form stands before its code, takes what is typed and pressed, and becomes the app, ${language} @phone`, async ({
      page,
      person,
      server,
    }) => {
      const release = await holdsBackCode(page)
      await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
      const { user, secret, signIn } = words[language]
      const name = page.getByLabel(user)
      await name.fill(accounts.home.identity)
      await page.getByLabel(secret, { exact: true }).fill(accounts.home.secret)
      expect(await person.findings()).toEqual([])
      // No icon of it is missing, and none comes later.
      await expect(page.locator('#drawn svg')).not.toHaveCount(0)
      await expect(page.locator('#drawn svg path:not([d])')).toHaveCount(0)
      // Enter presses the button of the form, which nobody hears yet.
      await name.press('Enter')
      expect(new URL(page.url()).search).toBe('')
      await expect(page.getByRole('button', { name: signIn, exact: true })).toBeVisible()
      release()
      await expect(page.getByText('Lindenweg 14').first()).toBeVisible()
      expect(page.url()).not.toContain('secret')
    })

    test(`who only types goes on typing in the same field, ${language} @phone @night`, async ({
      page,
      server,
    }) => {
      const release = await holdsBackCode(page)
      await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
      const name = page.getByLabel(words[language].user)
      await name.click()
      await page.keyboard.type('home@')
      await name.evaluate((field) => field.setAttribute('data-same', ''))
      release()
      // Its code is there as soon as a button does something.
      const eye = page.locator('form button[aria-pressed]')
      await expect(async () => {
        await eye.click()
        await expect(eye).toHaveAttribute('aria-pressed', 'true', { timeout: 200 })
      }).toPass()
      await expect(name).toHaveAttribute('data-same', '')
      await expect(name).toHaveValue('home@')
      await name.press('End')
      await page.keyboard.type('gatehouse.test')
      await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
      // The address was heard whole: what is missing is the password.
      await expect(page.getByLabel(words[language].secret, { exact: true })).toBeFocused()
      await expect(name).not.toHaveAttribute('aria-invalid', 'true')
      await expect(name).toHaveValue('home@gatehouse.test')
    })

    test(`where a part of its code does not come, the page says so beside the form, and tries again, ${language} @phone`, async ({
      page,
      person,
      server,
    }) => {
      const { start, retry } = language === 'ch_EN' ? english : german
      person.forgives = /dynamically imported/
      for (const missing of [/\/assets\/react-.*\.js$/, /\/assets\/.*door.*\.js$/]) {
        await page.route(missing, (route) => route.abort())
        await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
        const name = page.getByLabel(words[language].user)
        const notice = page.getByRole('alert').filter({ hasText: start.failed })
        await expect(notice).toBeVisible()
        await name.fill('home@gatehouse.test')
        expect(await person.findings()).toEqual([])
        await page.unroute(missing)
        await notice.getByRole('button', { name: retry }).click()
        await expect(notice).toHaveCount(0)
        const eye = page.locator('form button[aria-pressed]')
        await expect(async () => {
          await eye.click()
          await expect(eye).toHaveAttribute('aria-pressed', 'true', { timeout: 200 })
        }).toPass()
      }
    })

    test(`a home whose code does not come says so, ${language} @phone @night`, async ({
      page,
      person,
      sessions,
    }) => {
      const { start, retry } = language === 'ch_EN' ? english : german
      person.forgives = /dynamically imported/
      await person.returns(sessions.home, language)
      await page.route(/\/assets\/home-.*\.js$/, (route) => route.abort())
      await page.goto(`${person.url}/devices/quick_controls`)
      const notice = page.getByRole('alert').filter({ hasText: start.failed })
      await expect(notice).toBeVisible()
      await page.unroute(/\/assets\/home-.*\.js$/)
      await notice.getByRole('button', { name: retry }).click()
      await expect(page.getByRole('article').first()).toBeVisible()
    })
  })
}
