import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    byHand: 'Jemand führt sie aus',
    act: 'Etwas tun',
    message: 'Nachricht',
    push: 'Push-Nachricht',
    title: 'Titel',
    typed: 'In der Küche: ',
    insert: 'Wert in den Titel einfügen',
    room: 'Küche',
    now: 'Jetzt gesendet, stünde da',
    add: 'Hinzufügen',
    done: 'Fertig',
    finish: 'Fertigstellen',
    name: 'Name der Szene',
    on: 'Szene einschalten',
    run: 'Ausführen',
    told: /«In der Küche: \[.+ von .+\]»/,
    ran: /«In der Küche: [\d.]+\s.+»/,
  },
  ch_EN: {
    byHand: 'Somebody runs it',
    act: 'Do something',
    message: 'Message',
    push: 'Push message',
    title: 'Title',
    typed: 'In the kitchen: ',
    insert: 'Insert a value into the title',
    room: 'Küche',
    now: 'Sent now, it would read',
    add: 'Add',
    done: 'Done',
    finish: 'Finish',
    name: 'Name of the scene',
    on: 'Switch the scene on',
    run: 'Run',
    told: /“In the kitchen: \[.+ of .+\]”/,
    ran: /“In the kitchen: [\d.]+\s.+”/,
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0162
  test(`a message tells what a device says when it is sent: ${language} @phone`, async ({ page }) => {
    test.setTimeout(180_000)
    const person = new Person(page, home.url)
    const offer = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const panel = page.getByRole('main').getByRole('dialog')
    const name = `Texts ${language}`

    await test.step('a value is put where the hand was', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.byHand).click()
      await offer(say.act).click()
      await panel.getByRole('button', { name: say.message, exact: true }).click()
      await panel.getByRole('button', { name: new RegExp(`^${say.push}`) }).click()
      await panel.getByLabel(say.title, { exact: true }).fill(say.typed)
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.insert }).click()
      await expect(panel.getByRole('region', { name: say.room, exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: /^Kaffeemaschine/ }).click()
      await panel
        .getByRole('button', { name: /^Leistung|^Power/ })
        .first()
        .click()
    })

    await test.step('it reads as it would be sent now', async () => {
      await expect(panel.getByLabel(say.title, { exact: true })).toHaveValue(/: \{.+ · .+\}$/)
      await expect(panel.getByRole('figure', { name: say.now })).toContainText(/: [\d.]+\sk?W/)
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.add, exact: true }).click()
      await panel.getByRole('button', { name: say.done, exact: true }).click()
      await page.getByRole('button', { name: say.finish, exact: true }).click()
      await page.getByLabel(say.name).fill(name)
      await page.getByRole('button', { name: say.on, exact: true }).click()
      await page.waitForURL('**/scenes/scenes_list**')
    })

    await test.step('its page tells it, and its run what was sent', async () => {
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      await expect(page.getByText(say.told).first()).toBeVisible()
      await page.getByRole('button', { name: say.run, exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: say.run, exact: true }).click()
      await expect(page.getByText(say.ran).first()).toBeAttached()
      expect(await person.findings()).toEqual([])
    })
  })
}
