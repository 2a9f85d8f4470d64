import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { languages } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, signIn, test } from '../../support/test.ts'

/** A deployment's own copy of the catalogue, with a server that watches it. */
async function deployment(): Promise<{
  server: Served
  folder: string
  put(path: string, json: unknown): void
}> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-own-'))
  cpSync('catalogue', folder, { recursive: true })
  const server = await serve({ GATEHOUSE_CATALOGUE: folder })
  return {
    server,
    folder,
    // As editors save: aside, then renamed.
    put(path, json) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, typeof json === 'string' ? json : JSON.stringify(json, null, 2))
      renameSync(`${file}.new`, file)
    },
  }
}

type Json = Record<string, unknown>
const read = (path: string): Json => JSON.parse(readFileSync(join('catalogue', path), 'utf8')) as Json

const OWN = {
  ch_DE: { title: 'Alle Geräte im Haus', entry: 'Ruhezimmer', page: 'Was hier gilt' },
  ch_EN: { title: 'Every device of the house', entry: 'Quiet room', page: 'What applies here' },
} as const

for (const language of seen('desk'))
  test(`screens, a menu and words of a deployment are seen in the open page, and go with their files, ${language} @phone @night`, async ({
    page,
  }) => {
    const { server, folder, put } = await deployment()
    try {
      const person = new Person(page, server.url)
      const session = await signIn(server.url, accounts.home)
      await person.returns(session, language)
      await person.opens('/devices/devices_table')
      const heading = page.getByRole('heading', { level: 1 })
      const shipped = await heading.innerText()
      const search = page.getByRole('searchbox').first()
      await search.fill('Esstisch')

      // Words: at once, without losing what one has typed.
      const { title, entry, page: name } = OWN[language]
      put(`words/${language}/screens.json`, { devices_table: { title } })
      await expect(heading).toHaveText(title, { timeout: 30_000 })
      await expect(search).toHaveValue('Esstisch')

      // A screen that is new, in both languages, and an entry that leads to it.
      for (const one of languages)
        put(`words/${one}/screens.json`, {
          devices_table: { title: OWN[one].title },
          house_rules: { title: OWN[one].page, search: OWN[one].entry },
        })
      for (const one of languages) put(`words/${one}/menu.json`, { house_rules: OWN[one].entry })
      const table = read('screens/devices/devices_table.json')
      put('screens/own/house_rules.json', { ...table, id: 'house_rules', route: '/house_rules' })
      await person.opens('/house_rules')
      await expect(heading).toHaveText(name)
      const menu = read('menus/user.json')
      const items = menu.items as Json[]
      const own = { id: 'house_rules', icon: 'home', screen: 'house_rules', bar: true }
      put('menus/user.json', { ...menu, items: [own, ...items.map((item) => ({ ...item, bar: false }))] })
      await expect(page.getByRole('link', { name: entry }).first()).toBeVisible({ timeout: 30_000 })
      expect(await person.findings()).toEqual([])

      // A screen in the place of a shipped one: its search is gone.
      await page.getByRole('link', { name: entry }).first().click()
      await expect(page.getByRole('searchbox').first()).toBeVisible()
      const { search: _search, ...without } = table
      put('screens/own/house_rules.json', { ...without, id: 'house_rules', route: '/house_rules' })
      await expect(page.getByRole('searchbox')).toHaveCount(0, { timeout: 30_000 })

      // What is broken changes nothing.
      put('screens/own/house_rules.json', '{"id":')
      put('menus/user.json', { items: [{ id: 'x', icon: 'nobody' }] })
      await page.waitForTimeout(1500)
      await page.reload()
      await expect(heading).toHaveText(name)
      await expect(page.getByRole('link', { name: entry }).first()).toBeVisible()

      // Taken away, the shipped ones are back, also for whoever comes anew.
      rmSync(join(folder, 'words'), { recursive: true })
      rmSync(join(folder, 'screens/own'), { recursive: true })
      put('menus/user.json', readFileSync('catalogue/menus/user.json', 'utf8'))
      await expect(page.getByRole('link', { name: entry })).toHaveCount(0, { timeout: 30_000 })
      await person.opens('/devices/devices_table')
      await expect(heading).toHaveText(shipped)
    } finally {
      await server.remove()
      rmSync(folder, { recursive: true })
    }
  })

const MEMBERS = {
  ch_DE: {
    title: 'Wer ist angemeldet',
    search: 'Wer da ist',
    call: 'Mich anders nennen',
    field: 'Rufname',
    username: 'Konto',
    lastSeenAt: 'Zuletzt da',
  },
  ch_EN: {
    title: 'Who is signed in',
    search: 'Who is here',
    call: 'Call me otherwise',
    field: 'Known as',
    username: 'Account',
    lastSeenAt: 'Last here',
  },
} as const

/** A list of their own: rows by a call, what can be done with them, and a form that no shipped form is like. */
const MEMBER_FILES = {
  'resources/member.json': {
    entity: 'session-row',
    id: 'sessionId',
    from: {
      operation: 'getLoggedInUsers',
      rows: 'data',
      total: 'count',
      in: 'body',
      params: { userId: 'session.id' },
      query: { limit: 'limit', skip: 'skip' },
    },
    actions: {
      callMe: {
        operation: 'updateProfile',
        params: { id: 'session.id' },
        body: { firstName: 'form.firstName' },
        ask: 'knownAs',
        outcomes: { '200': { toast: 'saved' } },
      },
    },
  },
  'forms/knownAs.json': { schema: 'entities/profile-change.json', groups: [['firstName']] },
  'screens/own/house_members.json': {
    id: 'house_members',
    route: '/house_members',
    kind: 'list',
    resource: 'member',
    columns: [
      { field: 'username', cell: 'text' },
      { field: 'lastSeenAt', cell: 'age' },
    ],
    rowActions: ['callMe'],
  },
} as const

for (const language of seen('desk'))
  test(`a whole list comes as files, with its resource, entry, words and form, and is judged in the open page, ${language} @phone`, async ({
    page,
  }) => {
    const { server, folder, put } = await deployment()
    try {
      const person = new Person(page, server.url)
      const session = await signIn(server.url, accounts.home)
      await person.returns(session, language)
      await person.opens('/devices/devices_table')
      for (const one of languages) {
        const { title, search, call, field, username, lastSeenAt } = MEMBERS[one]
        put(`words/${one}/screens.json`, { house_members: { title, search } })
        put(`words/${one}/menu.json`, { house_members: search })
        put(`words/${one}/actions.json`, { callMe: call })
        put(`words/${one}/notices.json`, { ask: { callMe: { title: call, text: field } } })
        put(`words/${one}/fields.json`, { knownAs: { firstName: field }, member: { username, lastSeenAt } })
      }
      for (const [path, file] of Object.entries(MEMBER_FILES)) put(path, file)
      const menu = read('menus/user.json')
      const items = (menu.items as Json[]).map((item) => ({ ...item, bar: false }))
      const entry = { id: 'house_members', icon: 'home', screen: 'house_members', bar: true }
      put('menus/user.json', { ...menu, items: [entry, ...items] })

      // The page that is open has the entry, and the entry leads to the rows.
      const { title, search, call, field } = MEMBERS[language]
      await page.getByRole('link', { name: search }).first().click({ timeout: 30_000 })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(accounts.home.identity).first()).toBeVisible()
      expect(await person.findings()).toEqual([])

      // The form is judged in the page, by its schema alone: nothing is sent as long as it is wrong.
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url())
      })
      await page.getByRole('button', { name: call }).first().click()
      const dialog = page.getByRole('dialog')
      const box = dialog.getByRole('textbox', { name: field })
      await box.fill('x'.repeat(65))
      sent.length = 0
      await dialog.getByRole('button', { name: call }).click()
      await expect(box).toHaveAttribute('aria-invalid', 'true')
      expect(sent).toEqual([])
      await box.fill('Ursina')
      const answer = page.waitForResponse((one) => one.request().method() === 'PUT')
      await dialog.getByRole('button', { name: call }).click()
      expect((await answer).status()).toBe(200)
      await expect(dialog).toHaveCount(0)
      expect(await person.findings()).toEqual([])

      // It changes in the open page; a resource that is broken is kept in its last good version.
      const { rowActions: _none, ...bare } = MEMBER_FILES['screens/own/house_members.json']
      put('screens/own/house_members.json', bare)
      await expect(page.getByRole('button', { name: call })).toHaveCount(0, { timeout: 30_000 })
      put('resources/member.json', '{"entity":')
      await page.waitForTimeout(1500)
      await page.reload()
      await expect(page.getByText(accounts.home.identity).first()).toBeVisible()
    } finally {
      await server.remove()
      rmSync(folder, { recursive: true })
    }
  })

test('the sign-in of a deployment has its form and its words; a restarted server keeps them @night', async ({
  page,
}) => {
  const { server, folder, put } = await deployment()
  let second: Served | undefined
  try {
    put('words/ch_DE/screens.json', { login: { title: 'Willkommen im Lindenhof' } })
    const form = read('forms/login.json')
    put('forms/login.json', { ...form, groups: (form.groups as string[][]).toReversed() })
    const fields = () =>
      page.locator('form input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).type))
    const person = new Person(page, server.url)
    await expect(async () => {
      await person.opens('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Lindenhof', {
        timeout: 1000,
      })
    }).toPass({ timeout: 30_000 })
    expect((await fields())[0]).toBe('password')
    await server.stop()
    second = await serve({ GATEHOUSE_CATALOGUE: folder }, server.data)
    const again = new Person(page, second.url)
    await again.opens('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Lindenhof')
    expect((await fields())[0]).toBe('password')
    await again.signsIn(accounts.home)
  } finally {
    await second?.remove()
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})

test('an administrator reads what is wrong in the files, live @night', async ({ page }) => {
  const { server, folder, put } = await deployment()
  try {
    const person = new Person(page, server.url)
    await person.signsIn(accounts.admin)
    await person.opens('/catalogue/faults')
    await expect(page.getByText('In keiner Datei steht ein Fehler')).toBeVisible()
    const table = read('screens/devices/devices_table.json')
    put('screens/own/nowhere.json', { ...table, id: 'nowhere', route: '/nowhere', resource: 'nobody' })
    await expect(page.getByText('Es gibt keine Ressource "nobody"')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('heading', { name: /own\/nowhere\.json/ })).toBeVisible()
    expect(await person.findings()).toEqual([])
    rmSync(join(folder, 'screens/own'), { recursive: true })
    await expect(page.getByText('In keiner Datei steht ein Fehler')).toBeVisible({ timeout: 30_000 })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})
