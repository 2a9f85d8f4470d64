import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { accounts, expect, Person, type Signed, signIn, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    add: 'Gerät hinzufügen',
    search: 'Modell oder Hersteller suchen',
    id: /Kennung des Geräts/,
    on: 'Weiter',
    wrong: /nicht das richtige Format/,
    continue: /^Weiter mit/,
    name: 'Name',
    room: 'Raum',
    done: 'Fertig',
    csv: 'CSV-Datei wählen oder hierher ziehen',
    columns: 'Die Zeile braucht genau drei Spalten.',
    two: '2 Geräte hinzufügen',
    unknown: 'Ein Gerät mit dieser Kennung ist nicht bekannt.',
    exclude: 'Ausschliessen',
    more: /^Mehr zu/,
    gone: /gehört nicht mehr/,
    there: 'Schon im Zuhause',
    replace: 'Ersetzen',
    undo: 'Zurücknehmen',
    undone: 'Alles ist wieder beim alten Gerät.',
  },
  ch_EN: {
    add: 'Add device',
    search: 'Search for a model or maker',
    id: /Id of the device/,
    on: 'Continue',
    wrong: /not have the right format/,
    continue: /^Continue with/,
    name: 'Name',
    room: 'Room',
    done: 'Done',
    csv: 'Choose a CSV file or drop it here',
    columns: 'The line needs exactly three columns.',
    two: 'Add 2 devices',
    unknown: 'No device with this id is known.',
    exclude: 'Exclude',
    more: /^More for/,
    gone: /no longer belongs/,
    there: 'Already in the home',
    replace: 'Replace',
    undo: 'Take back',
    undone: 'Everything is with the old device again.',
  },
} as const

/** What each journey takes for itself, since both live in one home. */
const own = {
  ch_DE: { id: '0000000000D1', many: '0000000000D2', leaves: 'kitchen-socket', name: 'Ventil Nord' },
  ch_EN: { id: '0000000000E1', many: '0000000000E2', leaves: 'kitchen-smoke', name: 'Valve north' },
} as const

// A home of their own: devices come and go.
let server: Served
let folder: string
let session: Signed
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-joining-'))
  const settings = join(folder, 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { BULK_INCLUSION_ENABLED: true } }))
  server = await serve({ GATEHOUSE_SETTINGS: settings, GATEHOUSE_CONNECTS: '1000' })
  session = await signIn(server.url, accounts.home)
})
test.afterAll(async () => {
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

for (const language of seen('desk')) {
  const say = words[language]
  const mine = own[language]
  const tag = language === 'ch_EN' ? ' @phone' : ''

  async function atHome(page: Person['page'], path: string): Promise<Person> {
    const person = new Person(page, server.url)
    await person.returns(session, language)
    await person.opens(path)
    await person.sees()
    return person
  }

  // 2.2-011 2.2-012 2.2-048 2.2-050
  test(`${language}: a WISE device joins by its id, gets a name and a room; others come from a file${tag}`, async ({
    page,
  }) => {
    const person = await atHome(page, '/devices/quick_controls')
    await page.getByRole('button', { name: say.add }).click()
    await page.waitForURL('**/devices/add_device')
    await person.sees()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: /^WISE/ }).click()
    await page.getByRole('searchbox', { name: say.search }).fill('VLV100')
    await page.getByRole('button', { name: /VLV100/ }).click()
    const field = page.getByRole('textbox', { name: say.id })
    await field.fill('0000')
    await page.getByRole('button', { name: say.on, exact: true }).click()
    await expect(page.getByText(say.wrong).first()).toBeVisible()
    await field.fill(mine.id)
    await page.getByRole('button', { name: say.on, exact: true }).click()
    await page.getByRole('button', { name: say.continue }).click({ timeout: 30_000 })
    await page.getByRole('textbox', { name: say.name }).fill(mine.name)
    await page.getByRole('combobox', { name: say.room }).selectOption('kitchen')
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: say.done, exact: true }).click()
    await page.waitForURL(`**/devices/device/${mine.id}`)
    await expect(page.getByRole('heading', { level: 1, name: mine.name })).toBeVisible()

    await person.opens('/devices/add_wise_csv')
    await person.sees()
    const csv = `deviceId,deviceName,deviceType\n${mine.many},"Süd, oben",VLV100\n000000000bad,Nobody,VLV100\nonly;one\n`
    await page.getByLabel(say.csv).setInputFiles({
      name: 'wise.csv',
      mimeType: 'text/csv',
      // As a spreadsheet saves it.
      buffer: Buffer.from(csv, 'latin1'),
    })
    await expect(page.getByText(say.columns)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: say.two }).click()
    await expect(page.getByText(say.unknown)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: say.continue }).click({ timeout: 30_000 })
    await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('Süd, oben')
  })

  // 2.2-013 2.2-051 2.2-053 2.4-056 2.4-057
  test(`${language}: a device is excluded; another is replaced by plan, and that is taken back${tag}`, async ({
    page,
  }) => {
    const person = await atHome(page, `/devices/device/${mine.leaves}`)
    // On a phone all but the first action stand behind ⋯.
    const more = page.getByRole('main').getByRole('button', { name: say.more })
    const exclude = page.getByRole('button', { name: say.exclude }).or(more)
    await exclude.first().click()
    const hidden = page.getByRole('menuitem', { name: say.exclude })
    const dialog = page.getByRole('dialog')
    if (await shown(hidden, dialog)) await hidden.click()
    await dialog.getByRole('button', { name: say.exclude }).click()
    await expect(dialog.getByText(say.gone)).toBeVisible({ timeout: 30_000 })
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.done, exact: true }).click()
    await page.waitForURL('**/devices/quick_controls')

    await person.opens('/devices/replace_device?device=kitchen-ceiling')
    await person.sees()
    await page.getByRole('radio', { name: say.there }).click()
    await page
      .getByRole('button', { name: /LGT300|Leseleuchte/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: say.replace, exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: say.replace, exact: true }).click()
    await page.getByRole('button', { name: say.undo }).click()
    await expect(page.getByText(say.undone)).toBeVisible()
  })
}
