import { test as base } from 'playwright/test'
import german from '../../../locales/ch_DE/local.json' with { type: 'json' }
import english from '../../../locales/ch_EN/local.json' with { type: 'json' }
import { SERIAL, SetupGateway } from '../../support/gateway.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person } from '../../support/test.ts'

const languages = { ch_DE: german, ch_EN: english } as const
type Words = typeof german

interface Fixtures {
  gateway: SetupGateway
  person: Person
}

/** A gateway of its own for each journey, and no fault of the page left unseen. */
const test = base.extend<Fixtures>({
  gateway: async ({ browserName: _browser }, use) => {
    const gateway = await SetupGateway.start()
    await use(gateway)
    await gateway.remove()
  },
  person: async ({ page, gateway }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      // The policy's violations arrive here as well (B-02).
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        faults.push(message.text())
    })
    await use(new Person(page, gateway.url))
    expect(faults).toEqual([])
  },
})

const title = (person: Person, text: string) =>
  expect(person.page.getByRole('heading', { level: 1, name: text, exact: true })).toBeVisible()

const press = (person: Person, name: string) => person.page.getByRole('button', { name, exact: true }).click()

/** An entry of the menu. */
const turnTo = (person: Person, name: string) =>
  person.page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function signIn(person: Person, words: Words, secret: string): Promise<void> {
  await person.page.getByLabel(words.fields.login.secret, { exact: true }).fill(secret)
  await press(person, words.screens.login.submit)
}

/** The whole of axe in the light; in the dark only colours differ. */
async function clean(person: Person): Promise<void> {
  await expect(person.page.locator('[aria-busy="true"]')).toHaveCount(0)
  await person.likes('light')
  expect(await person.findings()).toEqual([])
  await person.likes('dark')
  expect(await person.findings(['color-contrast'])).toEqual([])
}

/** Chooses a network of the scan and joins it with a password. */
async function join(person: Person, words: Words, network: string, password: string): Promise<void> {
  await turnTo(person, words.menu.wifi)
  await person.page.getByRole('button', { name: network }).click()
  await person.page.getByLabel(words.fields.wifi.password, { exact: true }).fill(password)
  await press(person, words.screens['wifi-join'].submit)
  await title(person, words.screens['trying-to-connect'].title)
}

for (const language of seen('phone')) {
  const words: Words = languages[language]
  // 1.1-010 1.1-011 1.2-099 1.2-100
  test(`signing in to the gateway itself shows what it is, ${language} @phone`, async ({
    person,
    gateway,
  }) => {
    await person.speaks(language)
    await person.opens('/gateway-info')
    await expect(person.page).toHaveURL(/\/login$/)
    await title(person, words.screens.login.title)
    await clean(person)
    await signIn(person, words, 'not-the-password')
    await expect(person.page.getByRole('alert')).toHaveText(words.codes.LOGIN_FAILED)
    await clean(person)
    await signIn(person, words, gateway.secret)
    await title(person, words.screens['gateway-info'].title)
    await expect(person.page.getByText(SERIAL)).toBeVisible()
    await expect(person.page.getByText(words.setup.simulated)).toBeVisible()
    await clean(person)
    // A reload keeps who is signed in; signing out leaves nothing behind.
    await person.page.reload()
    await title(person, words.screens['gateway-info'].title)
    await press(person, words.setup.signOut)
    await title(person, words.screens.login.title)
    expect(await person.page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  // 1.2-101 1.2-102
  test(`a network is found and joined; a failure says why and leads back, ${language} @phone`, async ({
    person,
    gateway,
  }) => {
    const { status, screens, setup, actions, fields } = words
    await person.speaks(language)
    await person.opens('/wifi')
    await signIn(person, words, gateway.secret)
    await turnTo(person, words.menu.wifi)
    await expect(person.page.getByRole('button', { name: /Lindenweg 14/ })).toContainText('WPA2')
    await expect(person.page.getByRole('img', { name: /92/ })).toBeVisible()
    await expect(person.page.getByRole('button', { name: /Partner/ })).toBeDisabled()
    await clean(person)

    await join(person, words, 'Lindenweg 14', 'wrong-password')
    await clean(person)
    await title(person, screens['wifi-failed'].title)
    await expect(person.page.getByText(status.network.reason.wrongPassword)).toBeVisible()
    await clean(person)
    await press(person, actions.tryAgain)
    await title(person, screens.wifi.title)

    await join(person, words, 'Lindenweg 14', 'right-password')
    await title(person, screens['wifi-connected'].title)
    await expect(person.page.getByText('Lindenweg 14')).toBeVisible()
    await clean(person)
    await press(person, actions.toInfo)
    await expect(person.page.getByRole('term').filter({ hasText: fields.network.network.ssid })).toBeVisible()
    await turnTo(person, words.menu.wifi)
    await expect(person.page.getByRole('button', { name: /Lindenweg 14/ })).toContainText(
      setup.wifi.connected,
    )
  })

  // 1.2-103 1.5-030 1.5-031
  test(`Wi-Fi by hand asks for a password unless there is no encryption, ${language} @phone @night`, async ({
    person,
    gateway,
  }) => {
    const { wifi } = words.fields
    const password = () => person.page.getByLabel(wifi.password, { exact: true })
    const encryption = () => person.page.getByLabel(wifi.encryption)
    await person.speaks(language)
    await person.opens('/')
    await signIn(person, words, gateway.secret)
    await turnTo(person, words.menu.wifi)
    await press(person, words.setup.wifi.manual)
    await title(person, words.screens['wifi-manual'].title)
    await expect(encryption().locator('option:not([disabled])')).toHaveText([
      wifi.encryption_none,
      wifi.encryption_wep,
      wifi.encryption_wpa,
      wifi.encryption_wpa2,
    ])
    await person.page.getByLabel(wifi.ssid).fill('Café Bühler ☕')
    await encryption().selectOption('wpa2')
    await password().fill('short')
    await press(person, words.screens['wifi-manual'].submit)
    await expect(password()).toHaveAttribute('aria-invalid', 'true')
    await clean(person)
    await encryption().selectOption('none')
    await expect(password()).toHaveCount(0)
    await encryption().selectOption('wep')
    await expect(password()).toHaveValue('')
    await encryption().selectOption('none')
    const sent = person.page.waitForRequest('**/set-wifi-network')
    await press(person, words.screens['wifi-manual'].submit)
    expect((await sent).postDataJSON()).toEqual({ ssid: 'Café Bühler ☕', encryption: 'none' })
    await title(person, words.screens['wifi-connected'].title)
  })

  // 1.2-104 1.9-012 2.9-017 3.9-022
  test(`the time zone is set, and the toast that says so goes after 3 s, ${language} @phone @night`, async ({
    person,
    gateway,
  }) => {
    const { timezone } = words.setup
    await person.speaks(language)
    await person.opens('/timezone')
    await signIn(person, words, gateway.secret)
    await turnTo(person, words.menu.timezone)
    await expect(person.page.getByLabel(timezone.label)).toBeVisible()
    await clean(person)
    await person.page.clock.install()
    await person.page.getByLabel(timezone.label).selectOption('Asia/Tokyo')
    await press(person, timezone.save)
    const toast = person.page.getByText(timezone.saved)
    await expect(toast).toBeVisible()
    await person.page.mouse.move(0, 0)
    await person.page.clock.runFor(2500)
    await expect(toast).toBeVisible()
    await person.page.clock.runFor(600)
    await expect(toast).toHaveCount(0)
    await turnTo(person, words.menu['gateway-info'])
    await expect(person.page.getByText('Asia/Tokyo')).toBeVisible()
  })

  // 1.5-029
  test(`the password stays as it is while the two new ones differ, ${language} @phone @night`, async ({
    person,
    gateway,
  }) => {
    const { password } = words.fields
    const fill = async (label: string, value: string) =>
      await person.page.getByLabel(label, { exact: true }).fill(value)
    const calls: string[] = []
    person.page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await person.speaks(language)
    await person.opens('/')
    await signIn(person, words, gateway.secret)
    await turnTo(person, words.menu.password)
    await fill(password.checkSecret, gateway.secret)
    await fill(password.secret, 'Another-One-22')
    await fill(password.confirmation, 'Another-One-23')
    await press(person, words.screens.password.submit)
    await expect(person.page.getByLabel(password.confirmation)).toHaveAttribute('aria-invalid', 'true')
    expect(calls).not.toContain('/change-password')
    await clean(person)
    await fill(password.confirmation, 'Another-One-22')
    await press(person, words.screens.password.submit)
    await expect(person.page.getByText(words.toasts.passwordChanged)).toBeVisible()
    await press(person, words.setup.signOut)
    await signIn(person, words, gateway.secret)
    await expect(person.page.getByRole('alert')).toHaveText(words.codes.LOGIN_FAILED)
    await signIn(person, words, 'Another-One-22')
    await title(person, words.screens['gateway-info'].title)
  })
}

test('a gateway that was restarted asks to sign in again, and one that is away says so', async ({
  person,
  gateway,
}) => {
  await person.speaks('ch_EN')
  await person.opens('/')
  await signIn(person, english, gateway.secret)
  await title(person, english.screens['gateway-info'].title)
  await gateway.stop()
  await turnTo(person, english.menu.wifi)
  await expect(person.page.getByText(english.setup.wifi.failed.title)).toBeVisible()
  await clean(person)
  await gateway.begin()
  await person.page.getByRole('button', { name: 'Try again' }).click()
  await title(person, english.screens.login.title)
  await expect(person.page.getByText(english.codes.SESSION_ENDED)).toBeVisible()
  await clean(person)
})

test('whatever a neighbour calls a network is a name and nothing else @night', async ({
  person,
  gateway,
}) => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    `"'; DROP TABLE`,
    '../../?x=1&y=2#z',
    '.',
    '\u202Egnorw',
    'red\u001b[31m',
    'a\nb',
    '🏠'.repeat(8),
  ]
  const data = hostile.map((ssid, at) => ({ ssid, signal: 90 - at, encryption: 'none', connected: false }))
  await person.page.route('**/scan-wifi-networks', (route) =>
    route.fulfill({ json: { data, count: data.length } }),
  )
  await person.page.route('**/set-wifi-network', (route) => route.fulfill({ status: 202 }))
  await person.page.route('**/get-platform-info', (route) =>
    route.fulfill({ json: { gateway: {}, network: { state: 'connecting' }, lock_status: 0 } }),
  )
  await person.speaks('ch_EN')
  await person.opens('/')
  await signIn(person, english, gateway.secret)
  await turnTo(person, english.menu.wifi)
  const row = (ssid: string) => person.page.getByRole('listitem').nth(hostile.indexOf(ssid))
  // What steers a terminal or turns the writing round is not drawn.
  for (const ssid of hostile)
    await expect(row(ssid).locator('bdi')).toHaveText(ssid.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD'))
  for (const ssid of hostile) {
    await row(ssid).getByRole('button').click()
    await title(person, english.screens['wifi-join'].title)
    const sent = person.page.waitForRequest('**/set-wifi-network')
    await press(person, english.screens['wifi-join'].submit)
    expect((await sent).postDataJSON()).toMatchObject({ ssid })
    await title(person, english.screens['trying-to-connect'].title)
    await turnTo(person, english.menu.wifi)
  }
})

test('an address that leads nowhere leads back @night', async ({ person, gateway }) => {
  await person.speaks('ch_EN')
  await person.opens('/')
  await signIn(person, english, gateway.secret)
  await title(person, english.screens['gateway-info'].title)
  await person.opens('/nowhere')
  await title(person, english.setup.notFound.title)
  await clean(person)
  await press(person, english.setup.notFound.home)
  await title(person, english.screens['gateway-info'].title)
})
