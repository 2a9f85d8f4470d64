import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { demoSerialNumber } from '../../../server/demo/accounts.ts'
import { type Served, serve } from '../../../tests/support/serve.ts'
import { session } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { accounts, expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    find: 'Suchen und filtern',
    arrange: 'Reihenfolge der Kacheln ändern',
    place: (at: number) => new RegExp(`an Stelle ${at} von`),
    dropped: /abgesetzt/,
    done: 'Fertig',
    kept: 'Die Reihenfolge ist gespeichert.',
    byName: 'Nach Namen',
    several: 'Mehrere wählen',
    choose: (name: string) => `${name} wählen`,
    rename: 'Umbenennen',
    pattern: 'Muster für alle',
    save: 'Speichern',
    renamed: '2 Geräte haben ihre neuen Namen.',
    renamedOne: /^Das Gerät heisst jetzt/,
    undo: 'Rückgängig',
    name: 'Name',
    more: 'Mehr',
    values: 'Werte, wie das Gateway sie meldet',
    send: 'Befehl senden',
    payload: 'Inhalt',
    submit: 'Senden',
    notJson: 'Der Inhalt ist kein JSON.',
    sent: 'Der Befehl wurde gesendet.',
    close: 'Schliessen',
  },
  ch_EN: {
    find: 'Search and filter',
    arrange: 'Change the order of the tiles',
    place: (at: number) => new RegExp(`number ${at} of`),
    dropped: /is dropped/,
    done: 'Done',
    kept: 'The order is kept.',
    byName: 'By name',
    several: 'Choose several',
    choose: (name: string) => `Choose ${name}`,
    rename: 'Rename',
    pattern: 'Pattern for all',
    save: 'Save',
    renamed: '2 devices have their new names.',
    renamedOne: /^The device is now called/,
    undo: 'Undo',
    name: 'Name',
    more: 'More',
    values: 'Values as the gateway tells them',
    send: 'Send command',
    payload: 'Payload',
    submit: 'Send',
    notJson: 'Payload is not JSON',
    sent: 'Command successfully sent',
    close: 'Close',
  },
} as const

type Session = Awaited<ReturnType<typeof session>>

let home: Served
let owner: Session
let admin: Session
test.beforeAll(async () => {
  const settings = join(mkdtempSync(join(tmpdir(), 'gatehouse-e2e-')), 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { SERVICE_COMMAND_BUTTON: true } }))
  home = await serve({ GATEHOUSE_SETTINGS: settings })
  owner = await session(home.url, accounts.home)
  admin = await session(home.url, accounts.admin)
})
test.afterAll(async () => await home.remove())

/** The middle of the part of a tile that takes hold. */
async function middleOf(tile: Locator): Promise<{ x: number; y: number }> {
  const box = await tile.getByRole('button').first().boundingBox()
  if (!box) throw new Error('The tile is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const STEPS = 6
const between = (from: { x: number; y: number }, to: { x: number; y: number }, step: number) => ({
  x: from.x + ((to.x - from.x) * step) / STEPS,
  y: from.y + ((to.y - from.y) * step) / STEPS,
})

async function dragsByMouse(page: Page, tile: Locator, place: Locator, lifted: Locator): Promise<void> {
  const [from, to] = [await middleOf(tile), await middleOf(place)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // Until it has been pulled for a few pixels it may still become a click.
  await page.mouse.move(from.x - 6, from.y)
  await expect(lifted).toBeAttached()
  await page.mouse.move(to.x, to.y, { steps: STEPS })
  await page.mouse.up()
}

async function dragsByTouch(page: Page, tile: Locator, place: Locator, lifted: Locator): Promise<void> {
  const [from, to] = [await middleOf(tile), await middleOf(place)]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  // A finger that moves at once scrolls.
  await expect(lifted).toBeAttached()
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', between(from, to, step))
  await touch('touchEnd')
}

for (const language of seen('desk')) {
  const say = words[language]

  test(`tiles are searched and put into another order by keys, mouse and finger, which another client has too, ${language} @phone`, async ({
    page,
    browser,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(owner, language)
    await person.opens('/devices/quick_controls')
    await person.sees()
    await page.getByRole('button', { name: say.find }).click()
    const search = page.locator('main').getByRole('searchbox')
    await search.fill('Storen')
    await search.press('Enter')
    await expect(page.locator('article')).toHaveCount(2)
    await expect(page).toHaveURL(/q=Storen/)
    expect(await person.findings()).toEqual([])
    await search.press('Escape')
    await expect(page.locator('article[aria-label="Aussensirene"]')).toBeVisible()

    await page.getByRole('button', { name: say.arrange }).click()
    const tiles = page.getByRole('list', { name: say.arrange }).getByRole('listitem')
    const second = tiles.nth(1).getByRole('button').first()
    await expect(second).toContainText('Bewässerung')
    expect(await person.findings()).toEqual([])
    const told = page.locator('[aria-live="assertive"]')
    const phone = (page.viewportSize()?.width ?? 0) < 768
    await second.focus()
    await second.press('Space')
    await expect(told).toContainText(say.place(2))
    // What was lifted a moment ago may not have been measured yet; from the first place it goes no further.
    await expect(async () => {
      await second.press(phone ? 'ArrowUp' : 'ArrowLeft')
      await expect(told).toContainText(say.place(1), { timeout: 1_000 })
    }).toPass()
    await second.press('Space')
    await expect(told).toContainText(say.dropped)
    await expect(tiles.first()).toContainText('Bewässerung')
    await page.getByRole('button', { name: say.done }).click()
    await expect(page.getByText(say.kept)).toBeVisible()
    await expect(page.locator('article').first()).toHaveAttribute('aria-label', 'Bewässerung')
    await page.reload()
    await expect(page.locator('article').first()).toHaveAttribute('aria-label', 'Bewässerung')

    const context = await browser.newContext()
    const elsewhere = new Person(await context.newPage(), home.url)
    await elsewhere.returns(owner, language)
    await elsewhere.opens('/devices/quick_controls')
    await expect(elsewhere.page.locator('article').first()).toHaveAttribute('aria-label', 'Bewässerung')
    await page.getByRole('button', { name: say.arrange }).click()
    await expect(tiles.first()).toContainText('Bewässerung')
    await (phone ? dragsByTouch : dragsByMouse)(
      page,
      tiles.nth(1),
      tiles.first(),
      told.getByText(say.place(2)),
    )
    await expect(tiles.first()).toContainText('Aussensirene')
    // For a moment after a drop a click counts as the drop's own.
    const done = page.getByRole('button', { name: say.done })
    await expect(async () => {
      await done.click()
      await expect(done).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await expect(page.locator('article').first()).toHaveAttribute('aria-label', 'Aussensirene')
    await expect(elsewhere.page.locator('article').first()).toHaveAttribute('aria-label', 'Aussensirene')
    await page.getByRole('button', { name: say.arrange }).click()
    await tiles.nth(1).getByRole('button').last().click()
    await page.getByRole('button', { name: say.done }).click()
    await expect(elsewhere.page.locator('article').first()).toHaveAttribute('aria-label', 'Bewässerung')
    await page.getByRole('button', { name: say.arrange }).click()
    await page.getByRole('button', { name: say.byName }).click()
    await expect(page.locator('article').first()).toHaveAttribute('aria-label', 'Aussensirene')
    // The other client hears of it by itself.
    await expect(elsewhere.page.locator('article').first()).toHaveAttribute('aria-label', 'Aussensirene')
    await context.close()
  })

  test(`several devices of the table are renamed at once and named back, ${language} @phone`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(owner, language)
    await person.opens('/devices/devices_table')
    await expect(page.getByText('Aussensirene', { exact: true })).toBeVisible()
    const several = page.getByRole('button', { name: say.several })
    if ((page.viewportSize()?.width ?? 0) < 768) await several.click()
    for (const name of ['Aussensirene', 'Bewässerung'])
      await page.getByRole('checkbox', { name: say.choose(name) }).check()
    const bar = page.getByRole('button', { name: say.rename })
    await expect(bar).toBeVisible()
    expect(await person.findings()).toEqual([])
    await bar.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: say.pattern }).fill('Aaa #')
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(page.getByText(say.renamed)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Aaa 2/ })).toBeVisible()
    await page.getByRole('button', { name: say.undo }).click()
    await expect(page.getByRole('link', { name: /^Bewässerung/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Aussensirene/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Aaa/ })).toHaveCount(0)
  })

  test(`an administrator names a device, reads its raw values and sends it a command, ${language} @phone`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    await person.returns(admin, language, demoSerialNumber)
    await person.opens('/devices/quick_controls?devices=garden-siren')
    await page.getByRole('article').getByRole('link').first().click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('Aussensirene')
    // All but the first action stand behind ⋯; on a phone, all of them.
    const acts = async (name: string): Promise<void> => {
      const open = page.getByRole('button', { name, exact: true })
      const hidden = page.getByRole('menuitem', { name })
      const more = page.getByRole('main').getByRole('button', { name: /^(Mehr zu|More for) / })
      if (!(await shown(open, more))) await more.first().click()
      await open.or(hidden).first().click()
    }
    await acts(say.rename)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: say.name }).fill('Sirene')
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(title).toHaveText('Sirene')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(say.renamedOne)).toBeVisible()
    await page.getByRole('button', { name: say.undo }).click()
    await expect(title).toHaveText('Aussensirene')

    await acts(say.send)
    const payload = dialog.getByRole('textbox', { name: say.payload })
    await payload.fill('{ melody')
    await dialog.getByRole('button', { name: say.submit }).click()
    await expect(dialog.getByText(say.notJson)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await payload.fill('{ "SirenService": { "melody": "alarm" } }')
    await dialog.getByRole('button', { name: say.submit }).click()
    await expect(dialog.getByText(say.sent)).toBeVisible()
    await dialog.getByRole('button', { name: say.close, exact: true }).click()

    await page.getByRole('tab', { name: say.more }).click()
    const values = page.getByRole('table', { name: say.values })
    await expect(values.getByText('melody')).toBeVisible()
    await expect(values.getByText('"alarm"')).toBeVisible()
    expect(await person.findings()).toEqual([])
  })
}
