import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    push: 'Push-Nachricht',
    title: 'Titel',
    typed: 'In der Küche: ',
    insert: 'Wert in den Titel einfügen',
    room: 'Küche',
    now: 'Jetzt gesendet, stünde da',
    told: /«In der Küche: \[.+ von .+\]»/,
    ran: /«In der Küche: [\d.]+\s.+»/,
  },
  ch_EN: {
    push: 'Push message',
    title: 'Title',
    typed: 'In the kitchen: ',
    insert: 'Insert a value into the title',
    room: 'Küche',
    now: 'Sent now, it would read',
    told: /“In the kitchen: \[.+ of .+\]”/,
    ran: /“In the kitchen: [\d.]+\s.+”/,
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0162
  test(`a message tells what a device says when it is sent: ${language} @phone-at-night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const name = `Texts ${language}`

    await test.step('a value is put where the hand was', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.tells(new RegExp(`^${say.push}`))
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
      await scene.adds()
      await scene.done()
      await scene.finishes(name)
    })

    await test.step('its page tells it, and its run what was sent', async () => {
      await scene.opens(name)
      await expect(page.getByText(say.told).first()).toBeVisible()
      await scene.runs()
      await expect(page.getByText(say.ran).first()).toBeAttached()
      expect(await person.findings()).toEqual([])
    })
  })
}
