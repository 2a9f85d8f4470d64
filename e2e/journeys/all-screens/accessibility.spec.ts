import type { Locator } from 'playwright/test'
import { shown } from '../../support/shown.ts'
import { accounts, expect, type Person, seesColours, test, words } from '../../support/test.ts'

const languages = ['ch_DE', 'ch_EN'] as const

/** Screens of every kind, by who sees them: one after another inside the app. */
const screens = {
  nobody: ['/login'],
  home: [
    '/devices/quick_controls',
    '/devices/devices_table',
    '/devices/device/living-shutter-south',
    '/gtw_settings',
    '/user_settings',
    '/nothing-here',
  ],
  admin: ['/deployment', '/gate_select'],
} as const

/** A gateway of the demo's fleet in a state. */
async function fleet(url: string, sessionId: string, query: string): Promise<Gateway[]> {
  const answer = await fetch(`${url}/api/udm/device/adminList?limit=100&${query}`, { headers: { sessionId } })
  return ((await answer.json()) as { data: Gateway[] }).data
}
interface Gateway {
  name: string
  serialNumber: string
  privileged: boolean
}

for (const language of languages) {
  for (const [who, paths] of Object.entries(screens))
    test(`axe finds nothing on the screens of ${who} in both themes, ${language} @phone`, async ({
      person,
      sessions,
    }) => {
      const [first, ...others] = paths
      if (who === 'nobody') await person.speaks(language)
      else await person.returns(sessions[who as keyof typeof accounts], language)
      await person.opens(first)
      await clean(person, first)
      for (const path of others) {
        await person.goes(path)
        await clean(person, path)
      }
    })

  test(`axe finds nothing on gateway_offline in both themes, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const [away] = await fleet(server.url, sessions.admin.sessionId, 'connectionStatus=offline')
    await person.returns(sessions.admin, language, away?.serialNumber)
    await person.opens('/gateway_offline')
    await clean(person, '/gateway_offline')
  })
}

/** The whole of axe in the light; in the dark only colours differ, where they are looked at. Of what opens above a page the page is there already. */
async function clean(person: Person, path?: string): Promise<void> {
  if (path !== undefined) {
    await person.sees()
    await expect(person.page).toHaveURL(new RegExp(path))
  }
  await person.likes('light')
  expect(await person.findings(), path).toEqual([])
  if (!seesColours(person.page)) return
  await person.likes('dark')
  expect(await person.findings(['color-contrast']), path).toEqual([])
}

test('axe is heard: a button without a name, and letters that nobody can read', async ({
  person,
  sessions,
}) => {
  await person.returns(sessions.home)
  await person.opens('/devices/quick_controls')
  await person.sees()
  await person.page.evaluate(() => {
    const main = document.querySelector('main')
    const words = document.createElement('p')
    words.textContent = 'Letters'
    words.style.cssText = 'color: #fafafa; background: #fff'
    main?.append(document.createElement('button'), words)
  })
  const found = (await person.findings()).map((line) => line.split(':')[0])
  expect(found).toContain('button-name')
  expect(found).toContain('color-contrast')
  expect((await person.findings(['color-contrast'])).length).toBeGreaterThan(0)
})

test.describe('what opens', () => {
  test('axe finds nothing in the account menu, in open filters and a search without hits @phone-at-night', async ({
    person,
    sessions,
  }) => {
    await person.returns(sessions.home)
    await person.opens('/gtw_settings')
    await person.sees()
    await person.page
      .getByRole('button', { name: /^(Konto|Mehr)$/ })
      .filter({ visible: true })
      .click()
    await expect(person.page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible()
    await clean(person)
    await person.page.keyboard.press('Escape')
    await expect(person.page.getByRole('menuitem', { name: 'Abmelden' })).toHaveCount(0)

    await person.goes('/devices/devices_table?q=zzz')
    await person.sees()
    await expect(person.page.locator('main')).toContainText(/kein|nichts/i)
    const filters = person.page.getByRole('button', { name: 'Filter', exact: true })
    const room = person.page.getByRole('combobox', { name: 'Raum' })
    if (await shown(filters, room)) await filters.click()
    await expect(room).toBeVisible()
    await clean(person)
  })

  test('axe finds nothing in a dialog @phone-at-night', async ({ person, sessions, server }) => {
    await refused(person, sessions.admin, server.url)
    await clean(person)
  })

  test('axe finds nothing on a sign-in that failed @phone-at-night', async ({ person }) => {
    await person.speaks('ch_DE')
    await person.opens('/login')
    await person.page.getByRole('button', { name: words.ch_DE.signIn, exact: true }).click()
    await expect(person.page.locator('[aria-invalid="true"]')).toHaveCount(2)
    await clean(person)
  })
})

/** Asks for a gateway that its owner is using: a dialog says that it cannot be had. */
async function refused(
  person: Person,
  session: { userId: string; sessionId: string },
  url: string,
): Promise<Locator> {
  const online = await fleet(url, session.sessionId, 'connectionStatus=online')
  const taken = online.find(({ privileged }) => privileged)
  await person.returns(session)
  await person.opens(`/gate_select?q=${taken?.serialNumber ?? ''}`)
  await person.sees()
  const connect = person.page.getByRole('button', { name: 'Verbinden' })
  await expect(connect).toHaveCount(1)
  await connect.focus()
  await person.page.keyboard.press('Enter')
  // At first it is asked for; then it is refused.
  await expect(person.page.getByRole('dialog').getByRole('button', { name: 'Verstanden' })).toBeVisible()
  return connect
}

test.describe('by keyboard alone', () => {
  test.beforeEach(({ person }) => person.page.emulateMedia({ reducedMotion: 'reduce' }))

  test('one signs in', async ({ person }) => {
    const { keyboard } = person.page
    await person.speaks('ch_DE')
    await person.opens('/login')
    const user = person.page.getByLabel(words.ch_DE.user)
    await expect(user).toBeVisible()
    for (
      let stop = 0;
      stop < 5 && !(await user.evaluate((field) => field === document.activeElement));
      stop++
    )
      await keyboard.press('Tab')
    await expect(user).toBeFocused()
    await keyboard.type(accounts.home.identity)
    await keyboard.press('Tab')
    await keyboard.type(accounts.home.secret)
    await keyboard.press('Enter')
    await person.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  })

  test('the way leads past the menu or through it, from header to content', async ({ person, sessions }) => {
    await person.returns(sessions.home)
    await person.opens('/devices/devices_table')
    await person.sees()
    const { keyboard } = person.page
    const search = person.page.getByRole('searchbox')
    const stops: string[] = []
    while (stops.length < 30 && !(await search.evaluate((field) => field === document.activeElement))) {
      await keyboard.press('Tab')
      stops.push(
        await person.page.evaluate(() => {
          const here = document.activeElement
          return here?.ariaLabel ?? here?.textContent?.trim() ?? ''
        }),
      )
    }
    const menu = await person.page
      .getByRole('navigation', { name: 'Hauptmenü' })
      .getByRole('link')
      .allTextContents()
    expect(stops.slice(0, -1)).toEqual([
      'Zum Inhalt',
      ...menu.map((entry) => entry.trim()),
      expect.stringMatching(/^Suchen oder Befehl/),
      expect.stringMatching(/^Aufgaben/),
      expect.stringMatching(/^Neuigkeiten/),
      expect.stringMatching(/Konto$/),
      'Kacheln',
      'Tabelle',
      expect.stringMatching(/hinzufügen/),
    ])

    await person.page.reload()
    await person.sees()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await expect(person.page.getByRole('link', { name: 'Kacheln' })).toBeFocused()
  })

  /** The next stops of the page as it stands that look the same without the focus. */
  const hiddenOf = async (person: Person) => {
    await person.sees()
    const hidden: string[] = []
    for (let stop = 0; stop < 12; stop++) {
      await person.page.keyboard.press('Tab')
      const name = await unseen(person)
      if (name !== undefined) hidden.push(name)
    }
    return hidden
  }

  test('every stop of /login can be seen', async ({ person }) => {
    await person.speaks('ch_DE')
    await person.opens('/login')
    expect(await hiddenOf(person)).toEqual([])
  })

  // From the top of the first; of those that one comes to from there on begins behind the title: menu and header are the same.
  test('every stop of tiles, table and settings can be seen', async ({ person, sessions }) => {
    await person.returns(sessions.home)
    await person.opens('/devices/quick_controls')
    expect(await hiddenOf(person)).toEqual([])
    for (const path of ['/devices/devices_table', '/gtw_settings']) {
      await person.goes(path)
      expect(await hiddenOf(person), path).toEqual([])
    }
  })

  test('a row opens, and the page that it leads to is announced by its title @night', async ({
    person,
    sessions,
  }) => {
    await person.returns(sessions.home)
    await person.opens('/devices/devices_table')
    await person.sees()
    const rows = person.page.locator('tbody [data-open]')
    await rows.first().focus()
    await person.page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await person.page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    const name = (await rows.last().locator('span span span').first().textContent()) ?? ''
    await person.page.keyboard.press('Enter')
    const title = person.page.getByRole('heading', { level: 1, name })
    await expect(title).toBeFocused()
    await expect(person.page).toHaveTitle(`${name} · Gatehouse`)
  })

  test('arrow keys go from tile to tile', async ({ person, sessions }) => {
    await person.returns(sessions.home)
    await person.opens('/devices/quick_controls')
    await person.sees()
    const tiles = person.page.locator('[data-tile-link]')
    await tiles.first().focus()
    await person.page.keyboard.press('ArrowRight')
    await expect(tiles.nth(1)).toBeFocused()
    await person.page.keyboard.press('ArrowDown')
    await expect(tiles.nth(4)).toBeFocused()
    await person.page.keyboard.press('Home')
    await expect(tiles.first()).toBeFocused()
  })

  test('a dialog keeps the focus, closes by Escape and gives the focus back', async ({
    person,
    sessions,
    server,
  }) => {
    const connect = await refused(person, sessions.admin, server.url)
    const dialog = person.page.getByRole('dialog')
    for (let stop = 0; stop < 6; stop++) {
      await person.page.keyboard.press(stop % 3 === 2 ? 'Shift+Tab' : 'Tab')
      // Never on the page behind it.
      await expect(person.page.locator('#root :focus')).toHaveCount(0)
    }
    await person.page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(connect).toBeFocused()
  })

  test('a menu opens on its first entry, moves by arrows and gives the focus back @night', async ({
    person,
    sessions,
  }) => {
    await person.returns(sessions.home)
    await person.opens('/gtw_settings')
    await person.sees()
    const account = person.page.getByRole('banner').getByRole('button', { name: 'Konto' })
    await account.focus()
    await person.page.keyboard.press('Enter')
    const entries = person.page.locator('[role^="menuitem"]')
    await expect(entries.first()).toBeFocused()
    await person.page.keyboard.press('ArrowDown')
    await expect(entries.nth(1)).toBeFocused()
    await person.page.keyboard.press('Escape')
    await expect(entries).toHaveCount(0)
    await expect(account).toBeFocused()
  })
})

/** The name of what has the focus, if it looks the same without it. */
async function unseen({ page }: Person): Promise<string | undefined> {
  const focused = await page.evaluateHandle(() =>
    document.activeElement === document.body ? null : document.activeElement,
  )
  const element = focused.asElement()
  const box = await element?.boundingBox()
  if (!element || !box || box.width === 0) return undefined
  // A row or a tile may carry the mark of the link in it.
  const clip = {
    x: Math.max(0, box.x - 30),
    y: Math.max(0, box.y - 30),
    width: box.width + 60,
    height: box.height + 60,
  }
  const marked = await page.screenshot({ clip })
  await element.evaluate((one) => one instanceof HTMLElement && one.blur())
  const bare = await page.screenshot({ clip })
  await element.evaluate((one) => one instanceof HTMLElement && one.focus())
  return marked.equals(bare) ? await element.evaluate((one) => one.outerHTML.slice(0, 120)) : undefined
}
