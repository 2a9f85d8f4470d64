import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, expect, type Person, test } from '../../support/test.ts'

/** Everything that the app keeps in a browser, and what could stand there instead. */
const KEPT = [
  ...['theme', 'keys', 'activity', 'gateway', 'returningState', 'ended', 'language'],
  ...['columns.devices_table', 'rows.devices_table', 'columns.gate_select', 'rows.gate_select'],
] as const
const KEPT_BY_TAB = ['program', 'external', 'reloaded'] as const
const RUBBISH = [
  '{',
  'null',
  '[]',
  '"text"',
  '\u0000',
  '//evil.example/%',
  '{"jobs":[1],"news":[null,{}],"unread":1}',
  '{"request":{"client_id":7}}',
]

const SCREENS = {
  home: ['/devices/quick_controls', '/devices/devices_table', '/devices/device/living-shutter-south'],
  settings: ['/gtw_settings', '/user_settings', '/guide_setup', '/new_gateway'],
  admin: ['/gate_select', '/deployment', '/outbox'],
  door: ['/login', '/register', '/forgot-password', '/de/datenschutz', '/manual'],
} as const
const WHO = { home: 'home', settings: 'home', admin: 'admin', door: undefined } as const
/** What reads what is kept, and what draws without words, is the same on the others: they are seen at night. */
const BY_DAY: ReadonlySet<string> = new Set(['home', 'door'])

/** Usable: it is there, nothing hangs, and something can be done. */
async function usable(person: Person, path: string): Promise<void> {
  await person.opens(path)
  // A connection that does not come counts as cut after ten seconds (U-03).
  await expect(person.page.locator('main').getByRole('heading').first()).toBeAttached({ timeout: 20_000 })
  await expect(person.page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(person.page).toHaveURL(new RegExp(path))
  await expect(person.page.locator('button:enabled, a[href]').first()).toBeVisible()
}

const keysOf = (person: Person): Promise<string[]> =>
  person.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

/** What somebody leaves behind who has used everything. */
async function used({ page }: Person): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('gatehouse.theme', 'dark')
    localStorage.setItem('gatehouse.keys', 'off')
    localStorage.setItem('gatehouse.activity', '{"jobs":[],"news":[],"unread":3}')
    localStorage.setItem('somebody.else', 'x')
  })
}

test('B-07 after signing out, nothing but the language is left in the browser', async ({ person }) => {
  await person.signsIn(accounts.home)
  await person.sees()
  await used(person)
  await person.page
    .getByRole('button', { name: /Bühler|Konto/ })
    .first()
    .click()
  await person.page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(person.page).toHaveURL(/\/login/)
  await expect.poll(() => keysOf(person)).toEqual(['gatehouse.language'])
})

test('B-07 U-04 a storm of 403 of a dead session signs out once, and nothing but the language is left', async ({
  person,
}) => {
  await person.signsIn(accounts.home)
  await person.sees()
  await used(person)
  let refused = 0
  const ways: string[] = []
  person.page.on('framenavigated', (frame) => void ways.push(new URL(frame.url()).pathname))
  await person.page.route(/\/api\/(?!settings)/, async (route) => {
    refused++
    await route.fulfill({ status: 403, json: [{ errorCode: '000403', message: 'x' }] })
  })
  // Going about asks for many things; which of them meets the first refusal does not matter.
  for (const name of [/^Geräte/, 'Einstellungen']) {
    const link = person.page.getByRole('link', { name }).first()
    if (!/\/login/.test(person.page.url())) await link.click({ timeout: 2000 }).catch(() => {})
  }
  await expect(person.page).toHaveURL(/\/login/)
  await expect(person.page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  expect(refused).toBeGreaterThan(0)
  expect(ways.filter((path) => path === '/login')).toHaveLength(1)
  await expect.poll(() => keysOf(person)).toEqual(['gatehouse.language'])
})

for (const [group, paths] of Object.entries(SCREENS)) {
  const who = WHO[group as keyof typeof WHO]
  const when = BY_DAY.has(group) ? '' : ' @night'

  test(`U-05 rubbish under every key that the browser keeps leaves the screens of ${group} usable${when}`, async ({
    person,
    sessions,
  }) => {
    test.setTimeout(240_000)
    if (who) await person.returns(sessions[who])
    for (const rubbish of RUBBISH) {
      await person.page.addInitScript(
        ([local, tab, text]) => {
          for (const key of local) localStorage.setItem(`gatehouse.${key}`, text)
          for (const key of tab) sessionStorage.setItem(`gatehouse.${key}`, text)
        },
        [KEPT, KEPT_BY_TAB, rubbish] as const,
      )
      const [first, ...others] = paths
      // Each kind of rubbish once, all screens with the last. What reads what is kept is the same on most of them.
      await usable(person, first)
      if (rubbish === RUBBISH.at(-1)) for (const path of others) await usable(person, path)
    }
  })

  test(`U-05 texts that a language lacks leave the screens of ${group} usable${when}`, async ({
    person,
    sessions,
  }) => {
    let cut = 0
    await person.page.route(/\/assets\/words-ch_DE-.*\.js/, async (route) => {
      const words = readFileSync(join('dist', new URL(route.request().url()).pathname), 'utf8')
      const less = words.replaceAll(/\b(title|text|submit|signOut|search)\b(?=["`']?:)/g, '$1_gone')
      if (less !== words) cut++
      await route.fulfill({ contentType: 'text/javascript', body: less })
    })
    if (who) await person.returns(sessions[who])
    else await person.speaks('ch_DE')
    for (const path of paths) await usable(person, path)
    expect(cut).toBeGreaterThan(0)
  })

  if (who)
    test(`U-05 a browser that opens no websocket leaves the screens of ${group} usable${when}`, async ({
      person,
      sessions,
    }) => {
      let blocked = 0
      await person.page.route(/\/assets\/worker-.*\.js/, async (route) => {
        blocked++
        const worker = readFileSync(join('dist', new URL(route.request().url()).pathname), 'utf8')
        // As where a proxy lets no websocket through: it closes before it has opened.
        const block =
          'self.WebSocket=class extends EventTarget{readyState=0;close(){}send(){}constructor(){super();setTimeout(()=>{' +
          'this.readyState=3;for(const type of ["error","close"]){const event=new CloseEvent(type);' +
          'this["on"+type]?.(event);this.dispatchEvent(event)}})}};'
        await route.fulfill({ contentType: 'text/javascript', body: block + worker })
      })
      await person.returns(sessions[who])
      for (const path of paths) await usable(person, path)
      expect(blocked).toBeGreaterThan(0)
    })
}
