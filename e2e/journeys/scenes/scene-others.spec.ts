import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    silence: 'Ein Gerät meldet sich nicht mehr',
    sensor: 'Fenster Schlafzimmer',
    time: 'Nichts gemeldet seit',
    days: 'Tage',
    bad: 'Eine ganze Zahl von 1 bis 30.',
    aDay: 'Fenster Schlafzimmer hat 24 Stunden lang nichts gemeldet',
    twoDays: 'Fenster Schlafzimmer hat 2 Tage lang nichts gemeldet',
    other: 'Eine andere Szene ist fertig',
    scene: 'Szene',
    night: 'Gute Nacht',
    failed: 'Nicht ganz gelungen',
    vain: 'Die Szene «Gute Nacht» konnte nicht alles ausführen',
    ran: 'Die Szene «Gute Nacht» ist durchgelaufen',
    twice: 'Darauf wartet die Szene schon.',
    add: 'Hinzufügen',
    take: 'Übernehmen',
    onward: 'Weiter zu den Aktionen',
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    when: 'Wenn',
    runs: 'Letzte Läufe',
    run: 'Ausführen',
  },
  ch_EN: {
    silence: 'A device has gone silent',
    sensor: 'Fenster Schlafzimmer',
    time: 'Nothing reported for',
    days: 'Days',
    bad: 'A whole number from 1 to 30.',
    aDay: 'Fenster Schlafzimmer has not reported anything for 24 hours',
    twoDays: 'Fenster Schlafzimmer has not reported anything for 2 days',
    other: 'Another scene has finished',
    scene: 'Scene',
    night: 'Gute Nacht',
    failed: 'Could not do all',
    vain: 'The scene “Gute Nacht” could not do everything',
    ran: 'The scene “Gute Nacht” has run to its end',
    twice: 'The scene already waits for this.',
    add: 'Add',
    take: 'Apply',
    onward: 'On to the actions',
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    when: 'When',
    runs: 'Last runs',
    run: 'Run',
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  const begin = (person: Person) => {
    const { page } = person
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    return {
      panel,
      offer: (name: string) => scene.offer(name),
      add: panel.getByRole('button', { name: say.add, exact: true }),
      sentence: (text: string) =>
        page.getByRole('region', { name: say.when, exact: true }).locator('strong', { hasText: text }),
      async finish(name: string) {
        await page.getByRole('button', { name: say.onward, exact: true }).click()
        await scene.acts()
        await scene.picks(say.lamp, say.level)
        await scene.done()
        await scene.finishes(name)
      },
    }
  }

  // decision 0258
  test(`a scene begins when a device has gone silent, and is told in words: ${language} @phone-at-night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const { panel, offer, add, sentence, finish } = begin(person)
    const name = `Silent ${language}`

    await test.step('the device, and for how long; more than thirty days is too long', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.silence).click()
      expect(await person.findings()).toEqual([])
      await panel.getByRole('button', { name: say.sensor }).click()
      await panel.getByRole('radio', { name: say.days, exact: true }).click()
      await panel.getByLabel(say.time, { exact: true }).fill('31')
      await add.click()
      await expect(panel.getByText(say.bad)).toBeVisible()
      expect(await person.findings()).toEqual([])
      await panel.getByLabel(say.time, { exact: true }).fill('1')
      await add.click()
      await expect(sentence(say.aDay)).toBeVisible()
    })

    await test.step('it is changed, and a reload in the midst loses nothing', async () => {
      await sentence(say.aDay).click()
      await page.reload()
      await panel.getByRole('radio', { name: say.days, exact: true }).click()
      await panel.getByLabel(say.time, { exact: true }).fill('2')
      await panel.getByRole('button', { name: say.take, exact: true }).click()
      await expect(sentence(say.twoDays)).toBeVisible()
      await expect(sentence(say.aDay)).toHaveCount(0)
      expect(await person.findings()).toEqual([])
    })

    await test.step('its page tells it as it was meant', async () => {
      await finish(name)
      const link = await page.getByRole('link', { name }).getAttribute('href')
      await person.opens(String(link))
      await expect(page.getByText(say.twoDays).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
  })

  // decision 0259
  test(`a scene begins when another one has finished, and says so: ${language} @phone-at-night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const { panel, offer, add, sentence, finish } = begin(person)
    const name = `Then ${language}`

    await test.step('the scene, and how it ended; the same twice is refused', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/add_scene')
      await offer(say.other).click()
      await panel.getByLabel(say.scene, { exact: true }).selectOption({ label: say.night })
      expect(await person.findings()).toEqual([])
      await add.click()
      await expect(sentence(say.ran)).toBeVisible()
      await offer(say.other).click()
      await panel.getByLabel(say.scene, { exact: true }).selectOption({ label: say.night })
      await add.click()
      await expect(panel.getByText(say.twice)).toBeVisible()
      await panel.getByRole('radio', { name: say.failed, exact: true }).click()
      await add.click()
      await expect(sentence(say.vain)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('it runs when the other has run, and its story says after which', async () => {
      await finish(name)
      const own = String(await page.getByRole('link', { name }).getAttribute('href'))
      await person.opens(own.replace(/[^/]+$/, 'good-night'))
      await page.getByRole('button', { name: say.run, exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: say.run, exact: true }).click()
      await person.opens(own)
      const runs = page.getByRole('region', { name: say.runs, exact: true })
      await expect(runs.getByText(say.ran).first()).toBeVisible({ timeout: 60_000 })
      expect(await person.findings()).toEqual([])
    })
  })
}
