import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    lamp: 'Küche Deckenlicht',
    light: /^Licht/,
    level: /^Helligkeit/,
    when: 'Wenn sie an der Reihe ist',
    one: 'Zufällig eines davon',
    more: 'Oder …',
    or: 'Oder',
    alone: /^Der Zufall hat hier nichts zu wählen/,
    hint: 'Was davon geschieht, entscheidet der Zufall beim Ausführen: «Aktionen 1», «Aktionen 2».',
    rehearse: 'Einen Lauf durchspielen',
    told: [/^Zufällig eines davon$/, /^Oder$/],
    drawn: /^vom Zufall gewählt$/,
    notDrawn: /^vom Zufall nicht gewählt$/,
  },
  ch_EN: {
    lamp: 'Küche Deckenlicht',
    light: /^Light/,
    level: /^Brightness/,
    when: 'When its turn comes',
    one: 'One of these by chance',
    more: 'Or …',
    or: 'Or',
    alone: /^Chance has nothing to choose from here/,
    hint: 'Which of these happens is left to chance when it runs: “Actions 1”, “Actions 2”.',
    rehearse: 'Play one run through',
    told: [/^One of these by chance$/, /^Or$/],
    drawn: /^chosen by chance$/,
    notDrawn: /^not chosen by chance$/,
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0263
  test(`a scene does one of two things by chance, and its run says which: ${language} @phone-at-night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const name = `Chance ${language}`

    await test.step('a step alone leaves nothing to chance', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.picks(say.lamp, say.light)
      await panel.getByLabel(say.when, { exact: true }).selectOption('one')
      await scene.done()
      await expect(page.getByRole('region', { name: say.one, exact: true })).toBeVisible()
      await expect(page.getByText(say.alone)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('something else may happen instead', async () => {
      await page.getByRole('button', { name: say.more, exact: true }).click()
      await scene.picks(say.lamp, say.level)
      await expect(panel.getByLabel(say.when, { exact: true })).toHaveValue('or')
      await scene.done()
      await expect(page.getByRole('region', { name: say.or, exact: true })).toBeVisible()
      await expect(page.getByText(say.alone)).toBeHidden()
      expect(await person.findings()).toEqual([])
    })

    await test.step('its page tells it, and a rehearsal says that chance decides', async () => {
      await scene.finishes(name)
      await scene.opens(name)
      for (const line of say.told) await expect(page.getByText(line).first()).toBeVisible()
      await page.getByRole('button', { name: say.rehearse }).click()
      await expect(page.getByText(say.hint)).toBeVisible()
      expect(await person.findings()).toEqual([])
    })

    await test.step('its run says which it was', async () => {
      await scene.runs()
      for (const line of [say.drawn, say.notDrawn])
        await expect(page.locator('details small', { hasText: line }).first()).toBeVisible({
          timeout: 20_000,
        })
      expect(await person.findings()).toEqual([])
    })
  })
}
