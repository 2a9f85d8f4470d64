import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import { demo, Site } from '../kit.ts'

/** A second on a quiet machine. */
const SOON = { timeout: 25_000, interval: 20 }
const NONE: OwnDefinitions = { hash: '', screens: [], resources: {}, forms: {}, menus: {}, words: {} }

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-own-'))
const written = new Set<string>()
let site: Site
let sessionId: string
beforeAll(async () => {
  cpSync('catalogue', folder, { recursive: true })
  site = await Site.open({ GATEHOUSE_CATALOGUE: folder })
  sessionId = (await site.signIn(demo.home)).sessionId
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const path of [...written]) takeAway(path)
  await soon(async () => expect([await definitions(), await faults()]).toEqual([NONE, []]))
})

/** As editors save: aside, then renamed. */
function put(path: string, content: unknown): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.tmp`, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  renameSync(`${file}.tmp`, file)
  written.add(path)
}

function takeAway(path: string): void {
  rmSync(join(folder, path))
  written.delete(path)
}

const definitions = async (at = site): Promise<OwnDefinitions> =>
  (await at.get('/api/catalogue/definitions')).json<OwnDefinitions>()

/** Everything that is wrong, as `path:line code`. */
async function faults(): Promise<string[]> {
  const answer = await site.get('/api/catalogue/problems', sessionId)
  return answer
    .json<{ problems: CatalogueProblem[] }>()
    .problems.map(({ file, line, says }) => `${file.split('/').slice(1).join('/')}:${line} ${says.code}`)
}

const soon = (look: () => Promise<void>): Promise<void> => vi.waitFor(look, SOON)

const shipped = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join('catalogue', path), 'utf8')) as Record<string, unknown>

const screen = { id: 'hall_guide', route: '/hall_guide', kind: 'document', document: 'guide' }
const title = { hall_guide: { title: 'Hall' } }
const titles = { ch_DE: { screens: title }, ch_EN: { screens: title } }
function putTitles(): void {
  put('words/ch_DE/screens.json', title)
  put('words/ch_EN/screens.json', title)
}

describe('definitions of a deployment at the door of the server', () => {
  test('a copy of the shipped files is nothing of its own', async () => {
    expect(await definitions()).toEqual(NONE)
  })

  test('a screen, a form and words come as files; one that is taken away is gone', async () => {
    putTitles()
    put('screens/account/hall_guide.json', screen)
    const form = { schema: 'entities/gateway-naming.json', groups: [['licenceKey', 'name']] }
    put('forms/hallNaming.json', form)
    await soon(async () =>
      expect(await definitions()).toMatchObject({
        screens: [screen],
        forms: { hallNaming: { form, schema: { required: ['name'] } } },
        words: titles,
      }),
    )
    expect(await faults()).toEqual([])
    const { hash } = await definitions()

    takeAway('screens/account/hall_guide.json')
    await soon(async () => expect((await definitions()).screens).toEqual([]))
    expect((await definitions()).hash).not.toBe(hash)
  })

  test('a whole list comes as files: resource, screen, words, and a form that no shipped form is like', async () => {
    putTitles()
    put('resources/hallSession.json', {
      entity: 'session-row',
      id: 'sessionId',
      from: { operation: 'getLoggedInUsers', rows: 'data' },
    })
    put('forms/hallZone.json', { schema: 'entities/profile-change.json', groups: [['firstName']] })
    for (const language of ['ch_DE', 'ch_EN'])
      put(`words/${language}/fields.json`, { hallSession: { username: 'Account' } })
    put('screens/own/hall_guide.json', {
      id: 'hall_guide',
      route: '/hall_guide',
      kind: 'list',
      resource: 'hallSession',
      columns: [{ field: 'username', cell: 'text' }],
    })
    await soon(async () => {
      const now = await definitions()
      expect([Object.keys(now.resources), now.screens.map(({ id }) => id)]).toEqual([
        ['hallSession'],
        ['hall_guide'],
      ])
    })
    expect(await faults()).toEqual([])
    takeAway('resources/hallSession.json')
    await soon(async () => {
      expect(await definitions()).toMatchObject({ resources: {}, screens: [] })
      expect(await faults()).toEqual(['screens/own/hall_guide.json:5 no.resource'])
    })
  })

  test('a server that starts anew has the same', async () => {
    putTitles()
    await soon(async () => expect((await definitions()).words).toEqual(titles))
    const other = await Site.open({ GATEHOUSE_CATALOGUE: folder })
    expect(await definitions(other)).toEqual(await definitions())
    await other.close()
  })

  test('of a file that is broken the last good version stays and what is wrong is told; a byte order mark is no fault', async () => {
    put('words/ch_DE/shell.json', { undo: 'Doch nicht' })
    await soon(async () =>
      expect((await definitions()).words).toEqual({ ch_DE: { shell: { undo: 'Doch nicht' } } }),
    )
    const before = await definitions()
    put('words/ch_DE/shell.json', '{ "undo": "Zur')
    await soon(async () => expect(await faults()).toEqual(['words/ch_DE/shell.json:1 json.string']))
    expect(await definitions()).toEqual(before)
    put('words/ch_DE/shell.json', '\uFEFF{ "undo": "Zurück" }')
    await soon(async () =>
      expect((await definitions()).words).toEqual({ ch_DE: { shell: { undo: 'Zurück' } } }),
    )
    expect(await faults()).toEqual([])
  })

  const broken: readonly [string, Record<string, unknown>, string[]][] = [
    [
      'a screen with a component, a call and a command that are not there',
      {
        'screens/account/hall_guide.json': {
          id: 'hall_guide',
          route: '/hall_guide',
          kind: 'custom',
          component: 'nothing',
          access: { needs: { operations: ['giveMeAll'], commands: ['obey'] } },
        },
      },
      [
        'screens/account/hall_guide.json:5 no.block',
        'screens/account/hall_guide.json:9 no.operation',
        'screens/account/hall_guide.json:12 no.command',
      ],
    ],
    [
      'a screen at the address of another',
      { 'screens/account/hall_guide.json': { ...screen, route: '/scenes/scenes_list' } },
      ['screens/account/hall_guide.json:3 screen.routeTaken'],
    ],
    [
      'a screen without a title',
      { 'screens/account/other_guide.json': { ...screen, id: 'other_guide', route: '/other_guide' } },
      ['screens/account/other_guide.json:2 text.missing'],
    ],
    [
      'a column without a head',
      {
        'screens/own/hall_guide.json': {
          id: 'hall_guide',
          route: '/hall_guide',
          kind: 'list',
          resource: 'loggedSession',
          columns: [{ field: 'sessionId', cell: 'text' }],
        },
      },
      ['screens/own/hall_guide.json:8 text.missing'],
    ],
    [
      'a menu of a role that nobody has',
      { 'menus/hall.json': { items: [] } },
      ['menus/hall.json:1 own.place'],
    ],
    [
      'a form of a field that its schema has not',
      { 'forms/hallNaming.json': { schema: 'entities/gateway-naming.json', groups: [['nome']] } },
      ['forms/hallNaming.json:5 form.noField'],
    ],
    [
      'a form of a file that is no schema',
      { 'forms/hallNaming.json': { schema: '../package.json', groups: [['name']] } },
      ['forms/hallNaming.json:2 own.noSchema'],
    ],
    [
      'a form of a schema that contains itself',
      { 'forms/hallNaming.json': { schema: 'definitions/value.json', groups: [['kind']] } },
      ['forms/hallNaming.json:2 own.noSchema'],
    ],
    [
      'a resource whose call and event are not there',
      {
        'resources/hall.json': {
          entity: 'session-row',
          id: 'sessionId',
          from: { operation: 'listGhosts', rows: 'data' },
          live: [{ event: 'ghost_seen', does: 'refetch' }],
        },
      },
      ['resources/hall.json:5 no.operation', 'resources/hall.json:10 no.event'],
    ],
    [
      'a resource that does something and does not say what for',
      {
        'resources/hall.json': {
          entity: 'session-row',
          id: 'sessionId',
          from: { operation: 'getLoggedInUsers', rows: 'data' },
          actions: { leave: { code: 'takeReport' } },
        },
      },
      ['resources/hall.json:10 needs.action'],
    ],
    [
      'a shipped resource without what a shipped page does with it',
      { 'resources/group.json': { ...shipped('resources/group.json'), actions: {} } },
      ['resources/group.json:1 own.breaks'],
    ],
    [
      'a text that asks for a value which the app does not give',
      { 'words/ch_EN/shell.json': { undo: 'Undo {{secret}}' } },
      ['words/ch_EN/shell.json:2 own.hole'],
    ],
    [
      'words that are numbers',
      { 'words/ch_EN/shell.json': { undo: 3 } },
      ['words/ch_EN/shell.json:2 schema.typeOfNumber'],
    ],
    [
      'a name of the machinery',
      { 'words/ch_EN/shell.json': '{"__proto__": {"a": "b"}}' },
      ['words/ch_EN/shell.json:1 schema.forbidden'],
    ],
    [
      'a list in the place of an object',
      { 'forms/hallNaming.json': [] },
      ['forms/hallNaming.json:1 schema.type'],
    ],
    [
      'a file that is nested without end',
      { 'forms/hallNaming.json': '['.repeat(100_000) },
      ['forms/hallNaming.json:1 json.deep'],
    ],
    [
      'a file that is far too large',
      { 'words/ch_EN/shell.json': `{ "undo": "${'x'.repeat(3_000_000)}" }` },
      ['words/ch_EN/shell.json:1 own.large'],
    ],
    ['an empty file', { 'forms/hallNaming.json': '' }, ['forms/hallNaming.json:1 json.value']],
  ]

  test.each(broken)(
    '%s is a fault with file and line and takes nothing away',
    async (_name, files, expected) => {
      putTitles()
      await soon(async () => expect((await definitions()).words).toEqual(titles))
      for (const [path, content] of Object.entries(files)) put(path, content)
      await soon(async () => expect(await faults()).toEqual(expected))
      expect(await definitions()).toMatchObject({
        screens: [],
        resources: {},
        forms: {},
        menus: {},
        words: titles,
      })
      expect((await site.get('/api/settings')).status).toBe(200)
    },
  )

  test('what leads to a screen that is gone, or no longer good, is told, and leads nowhere any more', async () => {
    putTitles()
    put('screens/own/hall_guide.json', screen)
    const menu = JSON.parse(readFileSync('catalogue/menus/user.json', 'utf8')) as { items: object[] }
    const entry = { id: 'hall', icon: 'home', screen: 'hall_guide' }
    put('menus/user.json', { items: [...menu.items, entry] })
    await soon(async () => expect((await definitions()).menus.user?.items.at(-1)).toEqual(entry))
    takeAway('screens/own/hall_guide.json')
    await soon(async () => {
      expect((await definitions()).menus).toEqual({})
      expect(await faults()).toEqual([expect.stringMatching(/^menus\/user\.json:\d+ no\.screen$/)])
    })
    put('screens/own/hall_guide.json', screen)
    await soon(async () => expect((await definitions()).menus.user?.items.at(-1)).toEqual(entry))
    put('menus/user.json', readFileSync('catalogue/menus/user.json', 'utf8'))
    written.delete('menus/user.json')
  })

  test.each([
    ['another address', { route: '/elsewhere' }],
    ['a page that opens before sign-in', { access: { public: true } }],
  ])('a shipped screen cannot become %s', async (_name, more) => {
    const table = JSON.parse(readFileSync('catalogue/screens/devices/devices_table.json', 'utf8')) as object
    put('screens/own/devices_table.json', { ...table, ...more })
    await soon(async () => expect((await faults()).join()).toContain('own.moved'))
    expect((await definitions()).screens).toEqual([])
  })

  test('of two files of one screen the second is at fault', async () => {
    putTitles()
    put('screens/account/hall_guide.json', screen)
    await soon(async () => expect((await definitions()).screens).toEqual([screen]))
    put('screens/home/hall_guide.json', screen)
    await soon(async () => expect(await faults()).toContain('screens/home/hall_guide.json:2 screen.idTaken'))
    expect((await definitions()).screens).toEqual([screen])
  })

  test('nobody may do more because a file says so', async () => {
    putTitles()
    put('screens/account/hall_guide.json', {
      id: 'hall_guide',
      route: '/hall_guide',
      kind: 'list',
      resource: 'selfCheck',
      columns: [{ field: 'what', cell: 'text' }],
    })
    await soon(async () => expect((await definitions()).screens).toHaveLength(1))
    expect((await site.get('/api/deployment/selfCheck', sessionId)).status).toBe(403)
  })
})
