import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import english from '../../../locales/ch_EN/recipes.json' with { type: 'json' }
import { ownHome } from '../../support/own-home.ts'
import { nightly, seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: { ideas: german, fields: germanFields, finish: 'Fertigstellen', on: 'Szene einschalten' },
  ch_EN: { ideas: english, fields: englishFields, finish: 'Finish', on: 'Switch the scene on' },
} as const

// So many scenes would be in the way of others.
const home = ownHome()

for (const size of ['desk', 'phone'] as const)
  for (const language of seen(size)) {
    const { ideas, fields, finish, on } = words[language]
    // What differs between the sizes is the builder's, and the same for all: each is built on one of them, at night on both.
    const here = Object.values(ideas.of).filter((_, at) => nightly || (at % 2 === 0) === (size === 'desk'))
    test(`15.7 each idea becomes a scene that is whole, ${language}${size === 'phone' ? ' @phone' : ''}`, async ({
      page,
    }) => {
      test.setTimeout(600_000)
      const person = new Person(page, home.url)
      await person.returns(home.session, language)
      await person.opens('/scenes/scenes_list')
      for (const { title, text, asks } of here)
        await test.step(title, async () => {
          const name = `${title} ${size}`
          await person.goes('/scenes/add_scene')
          await page.getByRole('button', { name: ideas.ui.more }).click()
          await page.getByRole('button', { name: `${title} ${text}` }).click()
          await expect(page.getByRole('heading', { name: title })).toBeVisible()
          // What is asked has devices of this home to choose from, and a choice to begin with where there is a good one.
          for (const asked of Object.values(asks)) {
            const group = page.getByRole('group', { name: asked })
            const choice = group.or(page.getByRole('combobox', { name: asked })).first()
            await expect(choice).toBeVisible()
            const boxes = group.getByRole('checkbox')
            if (
              (await boxes.count()) > 0 &&
              (await group.getByRole('checkbox', { checked: true }).count()) === 0
            )
              await boxes.first().setChecked(true)
          }
          await page.getByRole('button', { name: ideas.ui.take }).click()
          await page.getByRole('button', { name: finish, exact: true }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('textbox').fill(name)
          await dialog.getByRole('button', { name: on }).click()
          await expect(page).toHaveURL(/scenes_list/)
          // There are more of them than a page has.
          await page.getByRole('searchbox').fill(name)
          await page.keyboard.press('Enter')
          const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()
          await expect(row).toBeVisible()
          await expect(row.getByRole('switch')).toBeChecked()
          await expect(row).not.toContainText(fields.rule.faults_one)
        })
    })
  }
