import german from '../../../locales/ch_DE/asking.json' with { type: 'json' }
import english from '../../../locales/ch_EN/asking.json' with { type: 'json' }
import { seen, sizes } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    asking: german,
    sentence: 'Wenn die Waschküche nass wird, Hahn zu und mir melden',
    shown: /Hauptwasserhahn schliessen/,
    strange: 'Spiele mein Lieblingslied',
    list: 'Szene hinzufügen',
    finish: 'Fertigstellen',
    on: 'Szene einschalten',
    undo: 'Rückgängig',
  },
  ch_EN: {
    asking: english,
    sentence: 'When the front door opens after sunset switch the hall light on for 5 minutes',
    shown: /5 min/,
    strange: 'Play my favourite song',
    list: 'Add scene',
    finish: 'Finish',
    on: 'Switch the scene on',
    undo: 'Undo',
  },
} as const

for (const size of sizes)
  for (const language of seen(size))
    test(`a scene is said in one sentence, looked at, and finished: ${language} @${size}`, async ({
      person,
      sessions,
    }) => {
      const { page } = person
      const say = words[language]
      await person.returns(sessions.home, language)
      await person.opens('/scenes/scenes_list')
      await page.getByRole('button', { name: say.list }).click()
      const field = page.getByRole('textbox', { name: say.asking.label })
      await field.fill(say.strange)
      await expect(page.getByText(say.asking.notUnderstood)).toBeVisible()
      await expect(page.getByRole('button', { name: say.asking.take })).toHaveCount(0)
      expect(await person.findings()).toEqual([])

      await field.fill(say.sentence)
      await expect(page.getByText(say.asking.understood)).toBeVisible()
      await expect(page.getByText(say.asking.notUnderstood)).toHaveCount(0)
      await expect(page.getByText(say.shown).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.getByRole('button', { name: say.asking.take }).click()
      await expect(field).toHaveCount(0)
      await page.getByRole('button', { name: say.undo }).click()
      await expect(field).toBeVisible()
      await field.fill(say.sentence)
      await page.getByRole('button', { name: say.asking.take }).click()
      // Whoever reloads in the midst finds it as it was.
      await page.reload()
      await page.getByRole('button', { name: say.finish, exact: true }).click()
      const name = `${say.asking.label} ${test.info().project.name}`
      const box = page.getByRole('dialog').getByRole('textbox')
      await expect(box).not.toHaveValue('')
      await box.fill(name)
      await page.getByRole('button', { name: say.on }).click()
      await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
      await expect(page).toHaveURL(/scenes_list/)
    })
