import type { CDPSession, Page } from 'playwright/test'
import germanAccount from '../../../locales/ch_DE/account.json' with { type: 'json' }
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanNotices from '../../../locales/ch_DE/notices.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanSession from '../../../locales/ch_DE/session.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishAccount from '../../../locales/ch_EN/account.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishNotices from '../../../locales/ch_EN/notices.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishSession from '../../../locales/ch_EN/session.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { codeOf } from '../../../tests/support/authenticator-app.ts'
import { serve } from '../../../tests/support/serve.ts'
import type { Language } from '../../support/at-home.ts'
import { outboxOf } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, words as signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    account: germanAccount,
    actions: germanActions,
    fields: germanFields,
    notices: germanNotices,
    screens: germanScreens,
    session: germanSession,
    toasts: germanToasts,
  },
  ch_EN: {
    account: englishAccount,
    actions: englishActions,
    fields: englishFields,
    notices: englishNotices,
    screens: englishScreens,
    session: englishSession,
    toasts: englishToasts,
  },
}

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
    const dark = picture.querySelector('path')?.getAttribute('d')?.match(/M/g) ?? []
    return width > 150 && height > 150 ? dark.length : 0
  })

/** A person with a server of her own, on which a page has a name: factors and tries are not shared with other journeys. */
async function withServer(
  page: Page,
  language: Language,
  journey: (at: Door) => Promise<void>,
): Promise<void> {
  const server = await serve({ GATEHOUSE_CONNECTS: '1000' })
  try {
    await journey(new Door(new Person(page, named(server.url)), language, server.url))
  } finally {
    await server.remove()
  }
}

/** In front of sign-in, and of one's own account. */
class Door {
  readonly person: Person
  readonly page: Page
  readonly url: string
  readonly #language: Language

  constructor(person: Person, language: Language, url: string) {
    this.person = person
    this.page = person.page
    this.url = url
    this.#language = language
  }

  /** Looks at the page as it stands: axe, and a picture where one is asked for. */
  async looks(name: string): Promise<void> {
    expect(await this.person.findings()).toEqual([])
    const folder = process.env.GATEHOUSE_SHOTS
    const width = this.page.viewportSize()?.width
    if (folder) await this.page.screenshot({ path: `${folder}/${name}-${this.#language}-${width}.png` })
  }

  get factors() {
    return this.page.getByRole('region', {
      name: words[this.#language].screens.user_settings.sections.factors.title,
    })
  }

  get dialog() {
    return this.page.getByRole('dialog')
  }

  /** Who changes factors proves himself once more, in the dialog of the action. */
  async proves(action: string, secret: string): Promise<void> {
    await this.dialog.getByLabel(words[this.#language].fields.factorProof.proof).fill(secret)
    await this.dialog.getByRole('button', { name: action, exact: true }).click()
  }

  async leaves(): Promise<void> {
    await this.page.evaluate(() => localStorage.removeItem('gatehouse.session'))
    await this.person.opens('/login')
    await this.person.sees()
  }

  /** The first proof. */
  async signsIn(who: { identity: string; secret: string }): Promise<void> {
    await this.leaves()
    await this.page.getByLabel(signIn[this.#language].user).fill(who.identity)
    await this.page.getByLabel(signIn[this.#language].secret, { exact: true }).fill(who.secret)
    await this.page.getByRole('button', { name: signIn[this.#language].signIn, exact: true }).click()
  }

  async isIn(): Promise<void> {
    await expect(this.page).not.toHaveURL(/login|second_factor/)
  }
}

for (const language of seen('phone')) {
  const { account, actions, fields, notices, screens, session, toasts } = words[language]

  test(`somebody sets up an authenticator app, signs in by its code and by a recovery code, ${language} @phone`, async ({
    page,
  }) => {
    await withServer(page, language, async (door) => {
      const { person, factors, dialog } = door
      await person.signsIn(accounts.home, language)
      await person.opens('/user_settings')
      await person.sees()
      const recovery = page.getByRole('region', { name: screens.user_settings.sections.recovery.title })
      await expect(recovery.getByText('0', { exact: true })).toBeVisible()

      // Whoever finds an open browser does not get further than this.
      await factors.getByRole('button', { name: actions.addAuthenticator, exact: true }).click()
      await door.proves(actions.addAuthenticator, 'somebody-elses')
      await expect(dialog.getByLabel(fields.factorProof.proof)).toHaveAttribute('aria-invalid', 'true')
      await door.proves(actions.addAuthenticator, accounts.home.secret)
      await expect(dialog.getByRole('img', { name: account.factor.picture })).toBeVisible()
      expect(await darkIn(page)).toBeGreaterThan(200)
      await door.looks('app')
      const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '')
      const code = dialog.getByLabel(account.factor.code)
      await code.fill('000000')
      await dialog.getByRole('button', { name: account.factor.setUp, exact: true }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await code.fill(codeOf(secret, Date.now() - 30_000))
      await dialog.getByRole('button', { name: account.factor.setUp, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: account.factor.codesTitle })).toBeVisible()
      await expect(dialog.locator('ol code')).toHaveCount(10)
      const [spare = ''] = await dialog.locator('ol code').allTextContents()
      // They are told once: no slip of a finger takes them away.
      await page.keyboard.press('Escape')
      await expect(dialog.getByRole('heading', { name: account.factor.codesTitle })).toBeVisible()
      await door.looks('codes')
      await dialog.getByRole('button', { name: account.factor.kept }).click()
      await expect(dialog).toHaveCount(0)
      // What stands beside knows of it without a reload, and no second app is offered.
      await expect(recovery.getByText('10', { exact: true })).toBeVisible()
      await expect(factors.getByRole('button', { name: actions.addAuthenticator, exact: true })).toHaveCount(
        0,
      )
      await expect(factors.getByRole('button', { name: actions.addPasskey, exact: true })).toBeVisible()
      await factors.scrollIntoViewIfNeeded()
      await door.looks('factors')

      // A reload in the midst begins anew; a wrong code is told at its field.
      await door.signsIn(accounts.home)
      await expect(page.getByRole('heading', { name: screens.second_factor.title })).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(signIn[language].user)).toBeVisible()
      await door.signsIn(accounts.home)
      const asked = page.getByLabel(fields.factorCode.code, { exact: true })
      await asked.fill('000000')
      await page.getByRole('button', { name: screens.second_factor.submit, exact: true }).click()
      await expect(asked).toHaveAttribute('aria-invalid', 'true')
      await door.looks('code')
      await asked.fill(codeOf(secret, Date.now()))
      await page.getByRole('button', { name: screens.second_factor.submit, exact: true }).click()
      await door.isIn()

      await door.signsIn(accounts.home)
      await page.getByText(actions.toRecovery, { exact: true }).click()
      await page.getByLabel(fields.recoveryCode.recoveryCode, { exact: true }).fill(spare)
      await door.looks('recovery')
      await page.getByRole('button', { name: screens.second_factor_recovery.submit, exact: true }).click()
      await door.isIn()
    })
  })

  test(`somebody sets up a passkey and signs in with it, and an administrator helps who has lost it, ${language} @phone`, async ({
    page,
  }) => {
    await withServer(page, language, async (door) => {
      const { person, factors, dialog } = door
      await withAuthenticator(page)
      await person.signsIn(accounts.home, language)
      await person.opens('/user_settings')
      await person.sees()
      await factors.getByRole('button', { name: actions.addPasskey, exact: true }).click()
      await dialog.getByLabel(fields.newPasskey.name).fill('Šárka’s phone')
      await door.proves(actions.addPasskey, accounts.home.secret)
      await expect(dialog.getByRole('heading', { name: account.factor.codesTitle })).toBeVisible()
      await dialog.getByRole('button', { name: account.factor.kept }).click()
      await expect(factors.getByText('Šárka’s phone')).toBeVisible()

      // After the password, and in its place.
      await door.signsIn(accounts.home)
      await expect(page.getByRole('heading', { name: screens.second_factor_passkey.title })).toBeVisible()
      await door.looks('passkey')
      await page.getByRole('button', { name: actions.usePasskey, exact: true }).click()
      await door.isIn()
      await door.leaves()
      await door.looks('login')
      await page.getByText(actions.byPasskey, { exact: true }).click()
      await door.isIn()

      await door.signsIn(accounts.admin)
      await door.isIn()
      await person.opens('/accounts/demo-home')
      await person.sees()
      const lost = page.getByRole('region', { name: screens.account.sections.factors.title })
      await lost.getByRole('button', { name: actions.resetFactors, exact: true }).click()
      await door.looks('reset')
      await door.proves(actions.resetFactors, accounts.admin.secret)
      await expect(page.getByText(toasts.factorsReset)).toBeVisible()
      await door.signsIn(accounts.home)
      await door.isIn()
    })
  })

  test(`A-11 whoever is told of a sign-in from a new device ends all sessions by the link of the mail, once, ${language} @phone @night`, async ({
    page,
  }) => {
    await withServer(page, language, async (door) => {
      const { person } = door
      await person.signsIn(accounts.home, language)
      await page.context().clearCookies()
      await door.signsIn(accounts.home)
      await door.isIn()
      const outbox = await outboxOf(door.url)
      const link = await outbox.link(accounts.home.identity, /^\/not_me\//)
      await person.opens(link)
      await person.sees()
      // The secret of the link is not in the address.
      await expect(page).toHaveURL(/\/not_me(\?|$)/)
      await door.looks('not-me')
      await page.getByRole('button', { name: actions.disown, exact: true }).click()
      // This browser is signed out as well, and says why.
      await expect(page.getByText(session.disowned)).toBeVisible()
      await door.looks('disowned')
      await person.opens(link)
      await page.getByRole('button', { name: actions.disown, exact: true }).click()
      await expect(page.getByRole('heading', { name: notices.linkOver.title })).toBeVisible()
      await door.looks('link-over')
    })
  })
}
