import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    lamp: 'Küche Deckenlicht',
    light: /^Licht/,
    level: /^Helligkeit/,
    how: 'Wie gestellt wird',
    lower: 'Senken',
    amount: 'Um wie viel (%)',
    like: 'Wie welches Gerät?',
    scene: 'Szene',
    which: 'Welche Szene?',
    all: 'Alle einer Art',
    lights: /^Alle Lichter/,
    where: 'Wo',
    floor: 'Erdgeschoss: alle Räume',
    now: /^Zurzeit/,
    out: '1 ausgenommen',
    of: /\d Geräte: bestätigt/,
    wait: 'Warten',
    chance: 'Zufällig länger, bis zu',
    again: 'Wird sie unterdessen wieder ausgelöst',
    told: [
      /^Küche Deckenlicht umschalten$/,
      /^«Helligkeit» von Küche Deckenlicht um 20\s%\ssenken$/,
      /^Alle Lichter im Stockwerk «Erdgeschoss» ausser Leseleuchte ausschalten$/,
      /^Die Szene «.+» ausführen$/,
      /^10 Sekunden warten, zufällig bis zu 5 Minuten länger$/,
      /^Wird sie unterdessen wieder ausgelöst, geschieht nichts\.$/,
    ],
  },
  ch_EN: {
    lamp: 'Küche Deckenlicht',
    light: /^Light/,
    level: /^Brightness/,
    how: 'How it is set',
    lower: 'Lower',
    amount: 'By how much (%)',
    like: 'Like which device?',
    scene: 'Scene',
    which: 'Which scene?',
    all: 'All of a kind',
    lights: /^All lights/,
    where: 'Where',
    floor: 'Erdgeschoss: all rooms',
    now: /^At the moment/,
    out: '1 left out',
    of: /\d devices: confirmed/,
    wait: 'Wait',
    chance: 'Longer by chance, up to',
    again: 'If it is set off again meanwhile',
    told: [
      /^Toggle Küche Deckenlicht$/,
      /^Lower “Brightness” of Küche Deckenlicht by 20\s%$/,
      /^Switch all lights on the floor “Erdgeschoss” except Leseleuchte off$/,
      /^Run the scene “.+”$/,
      /^Wait 10 seconds, by chance up to 5 minutes longer$/,
      /^If it is set off again meanwhile, nothing happens\.$/,
    ],
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // decisions 0155, 0165, 0171 and 0172
  test(`a scene toggles, dims by an amount, runs another one, and is left alone while it runs: ${language} @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const how = panel.getByLabel(say.how, { exact: true })
    const name = `Then ${language}`

    await test.step('the lamp to its other side, and darker', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.picks(say.lamp, say.light)
      await how.selectOption('toggle')
      expect(await person.findings()).toEqual([])
      await scene.picks(say.lamp, say.level)
      await how.nth(1).selectOption('step')
      await panel.getByText(say.lower, { exact: true }).click()
      await panel.getByLabel(say.amount, { exact: true }).fill('20')
      expect(await person.findings()).toEqual([])
    })

    await test.step('another device to be alike is chosen by room', async () => {
      await how.nth(1).selectOption('copy')
      await expect(page.getByRole('heading', { name: say.like })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.keyboard.press('Escape')
      await expect(how.nth(1)).toHaveValue('step')
    })

    // decision 0203
    await test.step('all lights of a floor but one', async () => {
      await panel.getByRole('button', { name: say.all, exact: true }).click()
      await expect(panel.getByRole('button', { name: say.lights })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.lights }).click()
      await panel.getByLabel(say.where, { exact: true }).selectOption({ label: say.floor })
      await panel.getByText(say.now).click()
      await panel.getByRole('checkbox', { name: /^Leseleuchte/ }).uncheck()
      await expect(panel.getByText(say.out)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('another scene is run with it', async () => {
      await panel.getByRole('button', { name: say.scene, exact: true }).click()
      await expect(page.getByRole('heading', { name: say.which })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('listitem').first().click()
      expect(await person.findings()).toEqual([])
      await scene.done()
    })

    await test.step('it takes its time, and is left alone meanwhile', async () => {
      await scene.offer(say.wait).click()
      await panel.getByLabel(say.chance, { exact: true }).selectOption('300000')
      expect(await person.findings()).toEqual([])
      await scene.adds()
      await page.getByLabel(say.again, { exact: true }).selectOption('single')
      expect(await person.findings()).toEqual([])
      await scene.finishes(name)
    })

    await test.step('its page tells it as it was meant', async () => {
      await scene.opens(name)
      for (const line of say.told) await expect(page.getByText(line).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('run, it tells what came of each of those lights', async () => {
      await scene.runs()
      const those = page.locator('details', { hasText: say.of }).last()
      await expect(those).toBeVisible({ timeout: 20_000 })
      await those.locator('summary').click()
      await expect(those.getByRole('listitem').first()).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
  })
}
