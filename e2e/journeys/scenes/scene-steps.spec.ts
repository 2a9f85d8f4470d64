import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    addAction: 'Aktion hinzufügen',
    lamp: 'Küche Deckenlicht',
    light: /^Licht/,
    level: /^Helligkeit/,
    when: 'Wenn sie an der Reihe ist',
    often: 'Wie oft',
    times: 'Anzahl',
    pause: '1 Sekunde',
    asked: 'Nur wenn',
    otherwise: 'Sonst',
    aStatus: /^Ein Status des Hauses gilt/,
    told: [/^Nur wenn: der Status «.+» ist eingeschaltet$/, /^Sonst$/, /^2-mal, im Abstand von 1\sSekunde$/],
    story: [/^das war (so|nicht so)/, /^(nicht nötig|2-mal ausgeführt)$/],
  },
  ch_EN: {
    addAction: 'Add an action',
    lamp: 'Küche Deckenlicht',
    light: /^Light/,
    level: /^Brightness/,
    when: 'When its turn comes',
    often: 'How often',
    times: 'Times',
    pause: '1 second',
    asked: 'Only if',
    otherwise: 'Otherwise',
    aStatus: /^A status of the home/,
    told: [/^Only if: the status “.+” is on$/, /^Otherwise$/, /^2 times, 1\ssecond apart$/],
    story: [/^that was (so|not so)/, /^(not necessary|done 2 times)$/],
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0205
  test(`a scene does one thing if something is so, otherwise another one several times: ${language} @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const name = `Steps ${language}`

    await test.step('the first step asks for a status', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.picks(say.lamp, say.light)
      await panel.getByLabel(say.when, { exact: true }).selectOption('if')
      const asked = page.getByRole('region', { name: say.asked, exact: true })
      await expect(asked).toBeVisible()
      expect(await person.findings()).toEqual([])
      await asked.getByRole('button', { name: say.aStatus }).click()
      await scene.adds()
      await expect(asked.getByRole('listitem').first().getByRole('button')).toHaveCount(2)
      expect(await person.findings()).toEqual([])
    })

    await test.step('the second comes otherwise, and twice', async () => {
      await scene.offer(say.addAction).click()
      await scene.acts()
      await scene.picks(say.lamp, say.level)
      await panel.getByLabel(say.when, { exact: true }).selectOption('otherwise')
      await panel.getByLabel(say.often, { exact: true }).selectOption('times')
      await panel.getByLabel(say.times, { exact: true }).fill('2')
      await panel.getByRole('button', { name: say.pause, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await scene.done()
      await expect(page.getByRole('region', { name: say.otherwise, exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await scene.finishes(name)
    })

    await test.step('its page tells it, and its run what came of each', async () => {
      await scene.opens(name)
      for (const line of say.told) await expect(page.getByText(line).first()).toBeVisible()
      await scene.runs()
      for (const line of say.story)
        await expect(page.locator('details small', { hasText: line }).first()).toBeVisible({
          timeout: 20_000,
        })
      expect(await person.findings()).toEqual([])
    })
  })
}
