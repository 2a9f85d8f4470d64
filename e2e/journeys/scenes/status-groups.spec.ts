import { ownHome } from '../../support/own-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, Person, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    home: 'Zu Hause',
    away: 'Abwesend',
    more: 'Mehr zu',
    edit: 'Bearbeiten',
    group: /^Gruppe/,
    mode: 'Modus',
    inGroup: 'Gruppe «Modus»',
    save: 'Speichern',
  },
  ch_EN: {
    home: 'At home',
    away: 'Away',
    more: 'More for',
    edit: 'Edit',
    group: /^Group/,
    mode: 'Mode',
    inGroup: 'Group “Mode”',
    save: 'Save',
  },
} as const

const home = ownHome()

for (const language of seen('phone')) {
  const say = words[language]

  // decision 0260
  test(`of a group of statuses one at most is set: ${language} @phone @night`, async ({ page }) => {
    const person = new Person(page, home.url)
    const edit = async (name: string) => {
      await page.getByRole('button', { name: `${say.more} ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: say.edit, exact: true }).click()
      return page.getByRole('dialog')
    }
    const toggle = (name: string) => page.getByRole('switch', { name, exact: true })
    const save = async () => {
      await page.getByRole('dialog').getByRole('button', { name: say.save, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    await test.step('the first gives the group its name, the second chooses it', async () => {
      await person.returns(home.session, language)
      await person.opens('/scenes/statuses')
      const first = await edit(say.home)
      await first.getByRole('textbox', { name: say.group }).fill(say.mode)
      expect(await person.findings()).toEqual([])
      await save()
      const second = await edit(say.away)
      await second.getByRole('button', { name: say.mode, exact: true }).click()
      expect(await person.findings()).toEqual([])
      await save()
      await expect(page.getByText(say.inGroup)).toHaveCount(2)
      expect(await person.findings()).toEqual([])
    })

    await test.step('setting one takes the other back, and back again; it holds over a reload', async () => {
      await expect(toggle(say.home)).toHaveAttribute('aria-checked', 'true')
      for (const [on, off] of [
        [say.away, say.home],
        [say.home, say.away],
      ] as const) {
        await toggle(on).click()
        await expect(toggle(on)).toHaveAttribute('aria-checked', 'true')
        await expect(toggle(off)).toHaveAttribute('aria-checked', 'false')
        await page.reload()
        await expect(toggle(off)).toHaveAttribute('aria-checked', 'false')
        await expect(toggle(on)).toHaveAttribute('aria-checked', 'true')
      }
    })
  })
}
