import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { SceneByHand } from '../../support/scene-by-hand.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    lamp: 'Küche Deckenlicht',
    level: /^Helligkeit/,
    how: 'Wie gestellt wird',
    to: 'Endwert',
    minute: '1 Minute',
    told: /^Küche Deckenlicht .*innert 1\sMinute|innert 1\sMinute nach und nach von 1\s% auf 80\s%/,
    along: /^ist bei \d+\s%, fertig um/,
    stop: 'Anhalten',
    stayed: /^blieb bei \d+\s%/,
  },
  ch_EN: {
    lamp: 'Küche Deckenlicht',
    level: /^Brightness/,
    how: 'How it is set',
    to: 'Last value',
    minute: '1 minute',
    told: /from 1\s% to 80\s% little by little over 1\sminute/,
    along: /^is at \d+\s%, done at/,
    stop: 'Stop',
    stayed: /^stayed at \d+\s%/,
  },
} as const

const home = ownHome()

for (const language of seen('desk')) {
  const say = words[language]

  // decision 0244
  test(`a light gets bright little by little, and is stopped where it is: ${language} @phone @night`, async ({
    page,
  }) => {
    const person = new Person(page, home.url)
    const scene = new SceneByHand(person, language)
    const { panel } = scene
    const name = `Ramp ${language}`

    await test.step('it is built as any other value', async () => {
      await scene.begins(home.session)
      await scene.acts()
      await scene.picks(say.lamp, say.level)
      await panel.getByLabel(say.how, { exact: true }).selectOption('ramp')
      await panel.getByLabel(say.to, { exact: true }).fill('80')
      await panel.getByRole('button', { name: say.minute, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await scene.done()
      await scene.finishes(name)
    })

    await test.step('its run says how far it is, and stays there when somebody stops it', async () => {
      await scene.opens(name)
      await expect(page.getByText(say.told).first()).toBeVisible()
      await scene.runs()
      const line = (text: RegExp) => page.locator('details small', { hasText: text }).first()
      await expect(line(say.along)).toBeVisible({ timeout: 20_000 })
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: say.stop, exact: true }).click()
      await expect(line(say.stayed)).toBeVisible({ timeout: 20_000 })
    })
  })
}
