import germanAsking from '../../../locales/ch_DE/asking.json' with { type: 'json' }
import germanRehearsal from '../../../locales/ch_DE/rehearsal.json' with { type: 'json' }
import germanStatistics from '../../../locales/ch_DE/sceneStatistics.json' with { type: 'json' }
import englishAsking from '../../../locales/ch_EN/asking.json' with { type: 'json' }
import englishRehearsal from '../../../locales/ch_EN/rehearsal.json' with { type: 'json' }
import englishStatistics from '../../../locales/ch_EN/sceneStatistics.json' with { type: 'json' }
import { seen, sizes } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    asking: germanAsking,
    statistics: germanStatistics,
    rehearsal: germanRehearsal,
    on: 'Um 03:17 Esstischlampe ein',
    off: 'Um 03:17 Esstischlampe aus',
    add: 'Szene hinzufügen',
    finish: 'Fertigstellen',
    start: 'Szene einschalten',
    hints: /Hinweise? zu Ihren Szenen/,
    contradiction: (other: string) =>
      new RegExp(`Schaltet .*Esstischlampe.* während «${other}» gleichzeitig`),
  },
  ch_EN: {
    asking: englishAsking,
    statistics: englishStatistics,
    rehearsal: englishRehearsal,
    on: 'At 03:17 turn on Esstischlampe',
    off: 'At 03:17 turn off Esstischlampe',
    add: 'Add scene',
    finish: 'Finish',
    start: 'Switch the scene on',
    hints: /notes? on your scenes/,
    contradiction: (other: string) => new RegExp(`Esstischlampe.* “${other}”`),
  },
} as const

for (const size of sizes)
  for (const language of seen(size))
    test(`two scenes that contradict each other are named, and how often one ran is told by period: ${language} @${size}`, async ({
      person,
      sessions,
    }) => {
      const { page } = person
      const say = words[language]
      const names = [`${say.on} ${size}`, `${say.off} ${size}`] as const
      await person.returns(sessions.home, language)
      await person.opens('/scenes/scenes_list')
      for (const [sentence, name] of [
        [say.on, names[0]],
        [say.off, names[1]],
      ] as const) {
        await page.getByRole('button', { name: say.add }).click()
        await page.getByRole('textbox', { name: say.asking.label }).fill(sentence)
        await page.getByRole('button', { name: say.asking.take }).click()
        // The second one is told whom it contradicts while it is built, and before it is saved.
        const told = page.getByText(say.contradiction(names[0]))
        await expect(told).toHaveCount(name === names[1] ? 1 : 0)
        await page.getByRole('button', { name: say.finish, exact: true }).click()
        await page.getByRole('dialog').getByRole('textbox').fill(name)
        if (name === names[1]) {
          await expect(page.getByRole('dialog').getByText(say.contradiction(names[0]))).toBeVisible()
          expect(await person.findings()).toEqual([])
        }
        await page.getByRole('button', { name: say.start }).click()
        await expect(page).toHaveURL(/scenes_list/)
      }
      await person.opens('/scenes/scenes_list')
      await page.getByText(say.hints).click()
      await expect(page.getByText(say.contradiction(names[1])).first()).toBeVisible()
      expect(await person.findings()).toEqual([])

      // From the hint to the scene, which says it as well.
      await page.getByRole('term').getByRole('link', { name: names[0] }).click()
      await expect(page.getByRole('heading', { level: 1, name: names[0] })).toBeVisible()
      await expect(page.getByText(say.contradiction(names[1])).first()).toBeVisible()
      const statistics = page.getByRole('radiogroup', { name: say.statistics.period })
      await statistics.scrollIntoViewIfNeeded()
      await statistics.getByRole('radio').last().click({ force: true })
      await expect(statistics.getByRole('radio').last()).toBeChecked()
      await expect(page.getByText(say.statistics.runs_zero, { exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])
    })
