import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { session } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    quiet: 'Ruhe',
    active: (name: string) => `Aktiv: ${name}`,
    more: (name: string) => `Mehr zu ${name}`,
    run: 'Ausführen',
    ran: 'Die Szene wurde gestartet.',
    done: 'Ohne Fehler',
    rename: 'Umbenennen',
    look: 'Aussehen und Ordner …',
    picture: 'Sparen',
    folder: 'Ordner',
    name: 'Name',
    save: 'Speichern',
    taken: 'Dieser Name ist schon vergeben.',
    cancel: 'Abbrechen',
    when: 'Wenn',
    does: 'Dann',
    lastRuns: 'Letzte Läufe',
    once: 'Einen Lauf durchspielen',
    play: 'Abspielen',
    pause: 'Anhalten',
    rehearsal: 'Probelauf',
    rehearse: '7 Tage',
    rehearsed: /Die Szene wäre (?:einmal|\d+-mal) gelaufen\./,
    versions: 'Frühere Fassungen',
    restore: 'Diese Fassung wiederherstellen',
    restored: 'Die frühere Fassung gilt wieder.',
    remove: 'Löschen',
    gone: 'Die Szene wurde gelöscht',
    understood: 'Verstanden',
    undo: 'Rückgängig',
    deleted: (name: string) => `«${name}» ist gelöscht.`,
    exportAll: 'Alle exportieren',
    importing: 'Importieren',
    choose: 'Datei wählen',
    same: 'Alles in dieser Datei ist schon so.',
    summary: 'Zusammenfassung',
    deletedScenes: 'Gelöschte Szenen',
    deletedStatuses: 'Gelöschte Status',
    bringBack: 'Wiederherstellen',
    back: 'Es ist wieder da.',
    addStatus: 'Status hinzufügen',
    course: 'Wann gesetzt',
    wasSet: 'Gesetzt',
    asTable: 'Als Tabelle',
    suggested: 'Wochenende',
    why: /^Was .* geändert hat$/,
    changes: /letzte Änderungen$/,
    you: /von Ihnen/,
    close: 'Schliessen',
  },
  ch_EN: {
    quiet: 'Silence',
    active: (name: string) => `Active: ${name}`,
    more: (name: string) => `More for ${name}`,
    run: 'Run',
    ran: 'The scene has been started.',
    done: 'Without a fault',
    rename: 'Rename',
    look: 'Look and folder …',
    picture: 'Saving',
    folder: 'Folder',
    name: 'Name',
    save: 'Save',
    taken: 'This name is taken already.',
    cancel: 'Cancel',
    when: 'When',
    does: 'Then',
    lastRuns: 'Last runs',
    once: 'Play one run through',
    play: 'Play',
    pause: 'Pause',
    rehearsal: 'Rehearsal',
    rehearse: '7 days',
    rehearsed: /The scene would have run (?:once|\d+ times)\./,
    versions: 'Earlier versions',
    restore: 'Restore this version',
    restored: 'The earlier version holds again.',
    remove: 'Delete',
    gone: 'The scene was deleted',
    understood: 'Understood',
    undo: 'Undo',
    deleted: (name: string) => `“${name}” is deleted.`,
    exportAll: 'Export all',
    importing: 'Import',
    choose: 'Choose file',
    same: 'Everything in this file is so already.',
    summary: 'Summary',
    deletedScenes: 'Deleted scenes',
    deletedStatuses: 'Deleted statuses',
    bringBack: 'Restore',
    back: 'It is back.',
    addStatus: 'Add status',
    course: 'When it was set',
    wasSet: 'Set',
    asTable: 'As table',
    suggested: 'Weekend',
    why: /^What changed /,
    changes: /last changes$/,
    you: /by you/,
    close: 'Close',
  },
} as const

/** Its only action tells the other devices nothing: it says something to somebody. */
const HARMLESS = 'Fenster steht offen'
const OTHER = 'Guten Morgen'

let home: Served
let owner: Awaited<ReturnType<typeof session>>
test.beforeAll(async () => {
  home = await serve()
  owner = await session(home.url, accounts.home)
})
test.afterAll(async () => await home.remove())

/** What comes over the channel, which opens after the page has been drawn. */
const comes = (what: Locator): Promise<void> => expect(what).toBeVisible({ timeout: 30_000 })

const row = (page: Page, name: string) => page.locator('main [data-row]').filter({ hasText: name })

test.beforeEach(() => test.slow())

for (const language of seen('desk')) {
  const say = words[language]

  /** What stands behind the ⋯ of something. */
  async function chooses(page: Page, of: string, choice: string): Promise<void> {
    await page.getByRole('button', { name: say.more(of), exact: true }).click()
    await page.getByRole('menuitem', { name: choice, exact: true }).click()
  }

  test(`scenes are found, switched, run and named, statuses set, and another client follows, ${language} @phone`, async ({
    page,
    browser,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(owner, language)
    // 2.2-038 2.2-039
    await person.opens('/scenes')
    await expect(page).toHaveURL(`${home.url}/scenes/scenes_list`)
    await comes(row(page, HARMLESS))
    expect(await person.findings()).toEqual([])
    const context = await browser.newContext()
    const elsewhere = new Person(await context.newPage(), home.url)
    await elsewhere.returns(owner, language)
    await elsewhere.opens('/scenes/scenes_list')
    const other = elsewhere.page
    await comes(row(other, HARMLESS))

    // 2.1-013: a status is set by a tap, and another client sees it.
    const chip = (of: Page) => of.getByRole('button', { name: say.quiet, exact: true })
    await expect(chip(other)).toHaveAttribute('aria-pressed', 'false')
    await chip(page).click()
    await expect(chip(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(chip(other)).toHaveAttribute('aria-pressed', 'true')
    await chip(page).click()
    await expect(chip(other)).toHaveAttribute('aria-pressed', 'false')

    const search = page.locator('main').getByRole('searchbox')
    await search.fill('fenster')
    await search.press('Enter')
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await search.press('Escape')
    await expect(row(page, OTHER)).toBeVisible()

    const active = (of: Page) => of.getByRole('switch', { name: say.active(HARMLESS) })
    await active(page).click()
    await expect(active(other)).toHaveAttribute('aria-checked', 'false')
    await active(page).click()
    await expect(active(other)).toHaveAttribute('aria-checked', 'true')

    // 2.2-065 2.8-020
    await row(page, HARMLESS).getByRole('button', { name: say.run, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say.run, exact: true }).click()
    await expect(page.getByText(say.ran)).toBeVisible()

    // 2.5-019
    await chooses(page, HARMLESS, say.rename)
    const field = dialog.getByRole('textbox', { name: say.name })
    await field.fill(OTHER)
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog.getByText(say.taken)).toBeVisible()
    await field.fill('Lüften')
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(row(page, 'Lüften')).toBeVisible()
    await expect(row(other, 'Lüften')).toBeVisible()

    await chooses(page, 'Lüften', say.rename)
    await field.fill(HARMLESS)
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(row(other, HARMLESS)).toBeVisible()

    // decision 0242: in a folder of its own, for others too; taken back, it stands where it stood.
    const folder = 'Åbend & «Ruhe»'
    await chooses(page, HARMLESS, say.look)
    await dialog.getByRole('radio', { name: say.picture }).check({ force: true })
    await dialog.getByRole('textbox', { name: say.folder }).fill(folder)
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.save }).click()
    const heading = other
      .getByRole('rowheader', { name: folder })
      .or(other.getByRole('heading', { name: folder }))
    await expect(heading).toBeVisible()
    await page.getByRole('button', { name: say.undo }).click()
    await expect(heading).toBeHidden()
    await context.close()
  })

  test(`a scene says what it does and how it went, is rehearsed, restored, deleted while open elsewhere and brought back, ${language} @phone`, async ({
    page,
    browser,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(owner, language)
    await person.opens('/scenes/scenes_list')
    const context = await browser.newContext()
    const elsewhere = new Person(await context.newPage(), home.url)
    const other = elsewhere.page
    await elsewhere.returns(owner, language)
    const dialog = page.getByRole('dialog')

    // 2.2-040 2.2-043
    await comes(row(page, HARMLESS))
    await row(page, HARMLESS).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: HARMLESS })).toBeVisible()
    await expect(page.getByRole('region', { name: say.when, exact: true })).toContainText(
      'Fenster Schlafzimmer',
    )
    await expect(page.getByRole('region', { name: say.does, exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: say.lastRuns })).toContainText(say.done)
    // One run, which plays to its end; then those of the last days.
    await page.getByRole('button', { name: say.once }).click()
    await page.getByRole('button', { name: say.play, exact: true }).click()
    await expect(page.getByRole('button', { name: say.pause })).toBeVisible()
    await expect(page.getByRole('button', { name: say.play, exact: true })).toBeVisible()
    // The statistics have periods of their own.
    const rehearsal = page.getByRole('region', { name: say.rehearsal })
    await rehearsal.getByRole('radio', { name: say.rehearse }).click({ force: true })
    await expect(page.getByText(say.rehearsed)).toBeVisible()
    expect(await person.findings()).toEqual([])
    const versions = page.getByRole('region', { name: say.versions })
    const title = (name: string) => page.getByRole('heading', { level: 1, name })
    // A scene of the demo home has no versions before its first change: two are made.
    for (const [from, to] of [
      [HARMLESS, 'Lüften'],
      ['Lüften', HARMLESS],
    ] as const) {
      await chooses(page, from, say.rename)
      await dialog.getByRole('textbox', { name: say.name }).fill(to)
      await dialog.getByRole('button', { name: say.save }).click()
      await expect(title(to)).toBeVisible()
      await expect(versions.locator('details').first().locator('ins').filter({ hasText: to })).toHaveCount(1)
    }
    await versions.getByRole('button', { name: say.restore }).first().click()
    await expect(page.getByText(say.restored)).toBeVisible()
    await expect(title('Lüften')).toBeVisible()
    await page.getByRole('button', { name: say.undo }).click()
    await expect(title(HARMLESS)).toBeVisible()

    // 2.8-018 2.8-019 2.2-064 2.2-044
    await elsewhere.opens(new URL(page.url()).pathname)
    await comes(other.getByRole('heading', { level: 1, name: HARMLESS }))
    await chooses(page, HARMLESS, say.remove)
    await dialog.getByRole('button', { name: say.remove, exact: true }).click()
    await expect(page).toHaveURL(`${home.url}/scenes/scenes_list`)
    const alert = other.getByRole('dialog', { name: say.gone })
    await expect(alert).toBeVisible()
    expect(await elsewhere.findings()).toEqual([])
    await alert.getByRole('button', { name: say.understood }).click()
    await expect(other).toHaveURL(`${home.url}/scenes/scenes_list`)
    await expect(row(other, OTHER)).toBeVisible()
    await expect(row(other, HARMLESS)).toHaveCount(0)

    // It stands among the deleted ones, and comes back.
    await elsewhere.opens('/scenes/deleted')
    await comes(row(other, HARMLESS))
    await row(other, HARMLESS).getByRole('button', { name: say.bringBack }).click()
    await expect(other.getByText(say.back)).toBeVisible()
    await expect(row(page, HARMLESS)).toBeVisible()
    await context.close()
  })

  test(`scenes travel as files, a scene is told in plain language, statuses are made, a value says what changed it, ${language} @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(owner, language)
    await person.opens('/scenes/scenes_list')
    await comes(row(page, OTHER))
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const coming = page.waitForEvent('download')
    await chooses(page, title, say.exportAll)
    const file = await (await coming).path()
    expect(JSON.parse(readFileSync(file, 'utf8')).rules.length).toBeGreaterThan(5)
    await chooses(page, title, say.importing)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say.choose).setInputFiles(file)
    await expect(dialog.getByText(say.same)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.cancel }).click()

    // 2.2-041
    await chooses(page, OTHER, say.summary)
    await expect(page).toHaveURL(/\/scenes\/summary\//)
    await expect(page.getByText(/ (um|at) 06:30$/)).toBeVisible()
    expect(await person.findings()).toEqual([])

    await person.opens('/scenes/statuses')
    await page.getByRole('button', { name: say.addStatus }).click()
    await dialog.getByRole('button', { name: say.suggested, exact: true }).click()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.save }).click()
    const made = page.getByRole('switch', { name: say.suggested })
    await made.click()
    await expect(made).toHaveAttribute('aria-checked', 'true')

    // When it was set stands as a band, and in rows.
    await chooses(page, say.suggested, say.course)
    await expect(page).toHaveURL(/\/scenes\/statuses\/[^/]+\/chart/)
    await expect(page.getByRole('heading', { level: 1, name: say.suggested })).toBeVisible()
    await page.getByRole('button', { name: say.asTable }).click()
    await expect(page.getByRole('cell', { name: say.wasSet, exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.goBack()
    await expect(made).toBeVisible()
    await chooses(page, say.suggested, say.remove)
    await expect(made).toHaveCount(0)
    await page.getByRole('button', { name: say.undo }).click()
    await expect(made).toBeVisible()
    await chooses(page, say.suggested, say.remove)
    await expect(made).toHaveCount(0)
    await page.getByRole('button', { name: say.deletedStatuses }).click()
    await expect(page).toHaveURL(`${home.url}/scenes/statuses/deleted`)
    await comes(row(page, say.suggested))
    await expect(row(page, HARMLESS)).toHaveCount(0)
    expect(await person.findings()).toEqual([])
    await row(page, say.suggested).getByRole('button', { name: say.bringBack }).click()
    await expect(page.getByText(say.back)).toBeVisible()
    await expect(row(page, say.suggested)).toHaveCount(0)

    await person.opens('/devices/quick_controls?devices=garden-siren')
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('button', { name: say.why }).first().click()
    await expect(page.getByRole('dialog', { name: say.changes })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.close, exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })
}
