import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import english from '../../../locales/ch_EN/recipes.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ideas: german,
    list: 'Szene hinzufügen',
    finish: 'Fertigstellen',
    on: 'Szene einschalten',
    undo: 'Rückgängig',
  },
  ch_EN: {
    ideas: english,
    list: 'Add scene',
    finish: 'Finish',
    on: 'Switch the scene on',
    undo: 'Undo',
  },
} as const

for (const language of seen('phone'))
  test(`the light by motion is built from an idea in six taps: ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    const say = words[language]
    const { title, asks } = say.ideas.of.motionLight
    let taps = 0
    const tap = async (name: string | RegExp) => {
      taps += 1
      await page.getByRole('button', { name, exact: typeof name === 'string' }).click()
    }
    await person.returns(sessions.home, language)
    await person.opens('/scenes/scenes_list')
    await tap(say.list)
    await expect(page.getByRole('heading', { name: say.ideas.ui.title })).toBeVisible()
    expect(await person.findings()).toEqual([])

    await tap(new RegExp(`^${title}`))
    await expect(page.getByRole('group', { name: asks.lights })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('checkbox', { name: /Nachttischlampe/ }).setChecked(true)
    taps += 1
    await tap(say.ideas.ui.take)
    await expect(page.getByRole('button', { name: say.undo })).toBeEnabled()
    // Whoever reloads in the midst finds it as it was.
    await page.reload()
    await tap(say.finish)
    const name = `${title} ${language} ${test.info().project.name}`
    const field = page.getByRole('dialog').getByRole('textbox')
    await expect(field).toHaveValue(title)
    await field.fill(name)
    await tap(say.on)
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/scenes_list/)
    expect(taps).toBe(6)
  })
