import type { CDPSession, Page } from 'playwright/test'
import germanAccount from '../../locales/ch_DE/account.json' with { type: 'json' }
import germanActions from '../../locales/ch_DE/actions.json' with { type: 'json' }
import germanFields from '../../locales/ch_DE/fields.json' with { type: 'json' }
import germanNotices from '../../locales/ch_DE/notices.json' with { type: 'json' }
import germanScreens from '../../locales/ch_DE/screens.json' with { type: 'json' }
import germanToasts from '../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishAccount from '../../locales/ch_EN/account.json' with { type: 'json' }
import englishActions from '../../locales/ch_EN/actions.json' with { type: 'json' }
import englishFields from '../../locales/ch_EN/fields.json' with { type: 'json' }
import englishNotices from '../../locales/ch_EN/notices.json' with { type: 'json' }
import englishScreens from '../../locales/ch_EN/screens.json' with { type: 'json' }
import englishToasts from '../../locales/ch_EN/toasts.json' with { type: 'json' }
import { codeOf } from '../../tests/support/authenticator-app.ts'
import { serve } from '../../tests/support/serve.ts'
import { languages } from '../support/at-home.ts'
import { outboxOf } from '../support/mails.ts'
import { accounts, expect, Person, words as signIn, test } from '../support/test.ts'

const words = {
  ch_DE: {
    account: germanAccount,
    actions: germanActions,
    fields: germanFields,
    notices: germanNotices,
    screens: germanScreens,
    toasts: germanToasts,
  },
  ch_EN: {
    account: englishAccount,
    actions: englishActions,
    fields: englishFields,
    notices: englishNotices,
    screens: englishScreens,
    toasts: englishToasts,
  },
}

/** A code of a step that was not used yet: each works once. */
let steps = 0
const nextCode = (secret: string): string => codeOf(secret, Date.now() + 30_000 * (steps++ % 2))

/** A key as it is built into a telephone, which always agrees. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return browser
}

/** Passkeys belong to a name, never to an address of numbers. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** How many dark modules of the picture a scanner would see. */
const darkIn = (page: Page): Promise<number> =>
  page.getByRole('img', { name: /QR/ }).evaluate((picture) => {
    const { width, height } = picture.getBoundingClientRect()
    const { length } = picture.querySelector('path')?.getAttribute('d')?.match(/M/g) ?? []
    return width > 150 && height > 150 ? (length ?? 0) : 0
  })

for (const language of languages) {
  const { account, actions, fields, notices, screens, toasts } = words[language]
  const { sections } = screens.user_settings

  test(`somebody adds an app and a passkey, signs in with each and with a recovery code, and an administrator helps who has lost them, ${language} @phone`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const server = await serve({ GATEHOUSE_CONNECTS: '1000' })
    try {
      const url = named(server.url)
      const person = new Person(page, url)
      await withAuthenticator(page)
      const shot = async (name: string) => {
        const folder = process.env.GATEHOUSE_SHOTS
        const width = page.viewportSize()?.width
        if (folder)
          await page.screenshot({ path: `${folder}/${name}-${language}-${width}.png`, fullPage: true })
      }
      const looked = async (name: string) => {
        await shot(name)
        expect(await person.findings()).toEqual([])
      }
      await person.signsIn(accounts.home, language)
      await person.opens('/user_settings')
      await person.sees()
      await looked('settings-empty')

      const factors = page.getByRole('region', { name: sections.factors.title })
      const dialog = page.getByRole('dialog')
      const proves = async (action: string, secret: string) => {
        await dialog.getByLabel(fields.factorProof.proof).fill(secret)
        await dialog.getByRole('button', { name: action, exact: true }).click()
      }

      // Whoever finds an open browser does not get further than this.
      await factors.getByRole('button', { name: actions.addAuthenticator, exact: true }).click()
      await proves(actions.addAuthenticator, 'somebody-elses')
      await expect(dialog.getByLabel(fields.factorProof.proof)).toHaveAttribute('aria-invalid', 'true')
      await looked('proof-wrong')
      await proves(actions.addAuthenticator, accounts.home.secret)
      await expect(dialog.getByRole('img', { name: account.factor.picture })).toBeVisible()
      expect(await darkIn(page)).toBeGreaterThan(200)
      await looked('app')
      const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
      await dialog.getByLabel(account.factor.code).fill('000000')
      await dialog.getByRole('button', { name: account.factor.setUp, exact: true }).click()
      await expect(dialog.getByLabel(account.factor.code)).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(account.factor.code).fill(codeOf(secret, Date.now() - 30_000))
      await dialog.getByRole('button', { name: account.factor.setUp, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: account.factor.codesTitle })).toBeVisible()
      await expect(dialog.locator('ol code')).toHaveCount(10)
      const [recovery = ''] = await dialog.locator('ol code').allTextContents()
      await looked('codes')
      // They are told once: no slip of a finger takes them away.
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('heading', { name: account.factor.codesTitle })).toBeVisible()
      await dialog.getByRole('button', { name: account.factor.kept }).click()
      await expect(dialog).toHaveCount(0)

      await factors.getByRole('button', { name: actions.addPasskey, exact: true }).click()
      await dialog.getByLabel(fields.newPasskey.name).fill('Šárka’s phone')
      await looked('passkey-name')
      await proves(actions.addPasskey, accounts.home.secret)
      await expect(dialog).toHaveCount(0)
      await expect(factors.getByText('Šárka’s phone')).toBeVisible()
      await person.sees()
      await looked('settings-full')

      const out = async () => {
        await page.evaluate(() => localStorage.removeItem('gatehouse.session'))
        await person.opens('/login')
        await person.sees()
      }
      const first = async (who: { identity: string; secret: string } = accounts.home) => {
        await out()
        await page.getByLabel(signIn[language].user).fill(who.identity)
        await page.getByLabel(signIn[language].secret, { exact: true }).fill(who.secret)
        await page.getByRole('button', { name: signIn[language].signIn, exact: true }).click()
      }

      // By the app; a wrong code is told at its field.
      await first()
      await expect(page.getByRole('heading', { name: screens.second_factor.title })).toBeVisible()
      await looked('code')
      const code = page.getByLabel(fields.factorCode.code, { exact: true })
      await code.fill('000000')
      await page.getByRole('button', { name: screens.second_factor.submit, exact: true }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await code.fill(nextCode(secret))
      await page.getByRole('button', { name: screens.second_factor.submit, exact: true }).click()
      await page.waitForURL(/gate_select|home|room|favou?rites/)

      // By a recovery code.
      await first()
      await page.getByText(actions.toRecovery, { exact: true }).click()
      await expect(page.getByRole('heading', { name: screens.second_factor_recovery.title })).toBeVisible()
      await looked('recovery')
      await page.getByLabel(fields.recoveryCode.recoveryCode, { exact: true }).fill(recovery)
      await page.getByRole('button', { name: screens.second_factor_recovery.submit, exact: true }).click()
      await expect(page).not.toHaveURL(/login|second_factor/)

      // By the passkey, after the password.
      await first()
      await page.getByText(actions.usePasskey, { exact: true }).click()
      await expect(page.getByRole('heading', { name: screens.second_factor_passkey.title })).toBeVisible()
      await looked('passkey')
      await page.getByRole('button', { name: actions.usePasskey, exact: true }).click()
      await expect(page).not.toHaveURL(/login|second_factor/)

      // A reload in the midst begins anew.
      await first()
      await expect(page.getByRole('heading', { name: screens.second_factor.title })).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(signIn[language].user)).toBeVisible()

      // By the passkey, in the place of the password.
      await out()
      await looked('login')
      await page.getByText(actions.byPasskey, { exact: true }).click()
      await expect(page).not.toHaveURL(/login/)

      // Who has lost them asks an administrator, who proves himself once more.
      await first(accounts.admin)
      await expect(page).not.toHaveURL(/login/)
      await person.opens('/accounts/demo-home')
      await person.sees()
      await looked('account')
      const lost = page.getByRole('region', { name: screens.account.sections.factors.title })
      await lost.getByRole('button', { name: actions.resetFactors, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: notices.ask.resetFactors.title })).toBeVisible()
      await looked('reset')
      await proves(actions.resetFactors, accounts.admin.secret)
      await expect(page.getByText(toasts.factorsReset)).toBeVisible()
      await first()
      await expect(page).not.toHaveURL(/login|second_factor/)
    } finally {
      await server.remove()
    }
  })

  test(`whoever is told of a sign-in from a new device ends all sessions by the link of the mail, once, ${language} @phone`, async ({
    page,
  }) => {
    const server = await serve({ GATEHOUSE_CONNECTS: '1000' })
    try {
      const person = new Person(page, server.url)
      await person.signsIn(accounts.home, language)
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.removeItem('gatehouse.session'))
      await person.signsIn(accounts.home, language)
      const outbox = await outboxOf(server.url)
      const link = await outbox.link(accounts.home.identity, /^\/not_me\//)
      await person.opens(link)
      await person.sees()
      // The secret of the link is not in the address.
      await expect(page).toHaveURL(/\/not_me(\?|$)/)
      if (process.env.GATEHOUSE_SHOTS)
        await page.screenshot({
          path: `${process.env.GATEHOUSE_SHOTS}/not-me-${language}-${page.viewportSize()?.width}.png`,
        })
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: actions.disown, exact: true }).click()
      await expect(page.getByRole('heading', { name: notices.disowned.title })).toBeVisible()
      expect(await person.findings()).toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('gatehouse.session'))).toBeNull()
      await person.opens(link)
      await page.getByRole('button', { name: actions.disown, exact: true }).click()
      await expect(page.getByRole('heading', { name: notices.linkOver.title })).toBeVisible()
    } finally {
      await server.remove()
    }
  })
}
