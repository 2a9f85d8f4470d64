import type { Page } from 'playwright/test'
import { seen } from '../../support/pairs.ts'
import { expect, type Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    add: 'Raum hinzufügen',
    name: 'Name',
    taken: 'Auf diesem Stockwerk gibt es schon einen Raum mit diesem Namen.',
    cancel: 'Abbrechen',
    devices: 'Geräte hinzufügen',
    put: 'In den Raum (1)',
    more: (room: string) => `Mehr zu ${room}`,
    move: 'Geräte verschieben',
    remove: 'Raum entfernen',
    undo: 'Rückgängig',
    removed: /wurde entfernt/,
    notices: 'Hinweise',
    list: 'Räume',
    done: 'Fertig',
  },
  ch_EN: {
    add: 'Add room',
    name: 'Name',
    taken: 'There is already a room of this name on this floor.',
    cancel: 'Cancel',
    devices: 'Add devices',
    put: 'Put into room (1)',
    more: (room: string) => `More for ${room}`,
    move: 'Move devices',
    remove: 'Remove room',
    undo: 'Undo',
    removed: /was removed/,
    notices: 'Notices',
    list: 'Rooms',
    done: 'Done',
  },
} as const

/** A device that is in no room in the demo home. */
const DEVICE = 'Hue Bridge'
/** The room that stands beside the new one. */
const NEIGHBOUR = 'Eingang'

const card = (page: Page, room: string) => page.getByRole('link', { name: new RegExp(`^${room} \\d`) })

/** A second client of the same home, which hears what happens there. */
async function other(person: Person): Promise<Page> {
  const page = await person.page.context().newPage()
  const opened = page.waitForEvent('websocket')
  await page.goto(`${person.url}/home_setup/zones_list`)
  await opened
  await expect(card(page, 'Küche')).toBeVisible()
  return page
}

/** Takes the device into the room by mouse. */
async function drag(page: Page, device: string, room: string): Promise<void> {
  const chip = page.getByRole('button', { name: device })
  await chip.scrollIntoViewIfNeeded()
  const target = page.getByRole('region', { name: room })
  const [from, to] = [await chip.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('There is nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await expect(target).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
}

// 2.1-010 2.2-025 2.2-026 2.2-027 2.2-028 2.2-029
for (const language of seen('phone'))
  test(`a room is added, gets a device, is seen by somebody else at once, removed and brought back, in ${language} @phone`, async ({
    person,
    sessions,
  }, { project }) => {
    // Two clients and several looks at the whole page take their time on a busy machine.
    test.slow()
    const say = words[language]
    const { page } = person
    const room = `Bibliothek ${project.name} ${language}`
    await person.returns(sessions.home, language)
    await person.opens('/home_setup')
    await page.waitForURL('**/home_setup/zones_list')
    await expect(card(page, 'Küche')).toBeVisible()
    expect(await person.findings()).toEqual([])
    const guest = await other(person)

    await page.getByRole('button', { name: say.add, exact: true }).first().click()
    await page.waitForURL('**/home_setup/add_room')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say.name, { exact: true }).fill(' küche ')
    await expect(dialog.getByText(say.taken)).toBeVisible()
    if (project.name === 'phone') expect(await person.findings()).toEqual([])
    await dialog.getByLabel(say.name, { exact: true }).fill(room)
    await dialog.getByRole('button', { name: say.add }).click()
    await page.waitForURL('**/home_setup/zones_list')
    await expect(card(page, room)).toBeVisible()
    await expect(card(guest, room)).toBeVisible()

    await card(page, room).click()
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
    await page.getByRole('button', { name: say.devices }).first().click()
    await dialog.getByRole('checkbox', { name: DEVICE }).check()
    await dialog.getByRole('button', { name: say.put }).click()
    await expect(page.getByRole('article', { name: DEVICE })).toBeVisible()
    await expect(card(guest, room)).toContainText('1')
    expect(await person.findings()).toEqual([])

    await page.getByRole('button', { name: say.more(room) }).click()
    await page.getByRole('menuitem', { name: say.remove }).click()
    await expect(page.getByRole('region', { name: say.notices })).toContainText(say.removed)
    await page.getByRole('button', { name: say.undo }).click()
    await page.waitForURL('**/home_setup/zones_list')
    await expect(card(page, room)).toBeVisible()
    await expect(card(guest, room)).toContainText('1')

    if (project.name === 'desk') {
      await page.getByRole('button', { name: say.more(say.list) }).click()
      await page.getByRole('menuitem', { name: say.move }).click()
      await expect(page.getByRole('region', { name: room }).getByText(DEVICE)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await drag(page, DEVICE, NEIGHBOUR)
      await page.getByRole('button', { name: say.undo }).click()
      await expect(page.getByRole('region', { name: room }).getByText(DEVICE)).toBeVisible()
      await page.getByRole('button', { name: say.done }).click()
    }
    await card(page, room).click()
    await page.getByRole('button', { name: say.more(room) }).click()
    await page.getByRole('menuitem', { name: say.remove }).click()
    await expect(card(guest, room)).toHaveCount(0)
  })
