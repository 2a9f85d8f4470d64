import german from '../../../locales/ch_DE/handling.json' with { type: 'json' }
import english from '../../../locales/ch_EN/handling.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { saved: german.saved, search: /^Nummer/, undo: 'Rückgängig' },
  ch_EN: { saved: english.saved, search: /^Serial number/, undo: 'Undo' },
} as const

for (const language of seen('phone'))
  test(`what gateways are searched for again and again is kept, found after a reload, deleted and brought back: ${language} @phone-at-night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    const say = words[language]
    const name = `Zürich ${language} ${test.info().project.name}`
    const menu = () => page.getByRole('button', { name: say.saved.title }).click()
    const mine = page.getByRole('menuitemradio', { name })
    await person.returns(sessions.admin, language)
    await person.opens('/gate_select')
    const search = page.getByRole('searchbox', { name: say.search })
    await search.fill('weg')
    await search.press('Enter')
    await expect(page).toHaveURL(/q=weg/)
    await menu()
    await page.getByRole('menuitem', { name: say.saved.keep }).click()
    const dialog = page.getByRole('dialog', { name: say.saved.keepTitle })
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: say.saved.save, exact: true }).click()
    await expect(dialog).toHaveCount(0)

    await person.opens('/gate_select')
    await menu()
    await expect(mine).toHaveAttribute('aria-checked', 'false')
    expect(await person.findings()).toEqual([])
    await mine.click()
    await expect(page).toHaveURL(/q=weg/)
    await expect(search).toHaveValue('weg')

    await menu()
    await page.getByRole('menuitem', { name: say.saved.delete }).click()
    await page.getByRole('button', { name: say.undo }).click()
    // What is on its way while a page is loaded anew arrives, but perhaps after what that page asks for.
    await menu()
    await expect(mine).toHaveAttribute('aria-checked', 'true')
    await page.reload()
    await menu()
    await expect(mine).toHaveAttribute('aria-checked', 'true')
    // The next one begins without it.
    await page.getByRole('menuitem', { name: say.saved.delete }).click()
    await menu()
    await expect(mine).toHaveCount(0)
  })
