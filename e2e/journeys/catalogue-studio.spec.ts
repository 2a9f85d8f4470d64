import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Served, serve } from '../../tests/support/serve.ts'
import { signIn } from '../support/at-home.ts'
import { accounts, expect, test } from '../support/test.ts'

const texts = {
  ch_DE: {
    models: 'Gerätemodelle',
    text: 'Text des Modells',
    wrong: 'Was nicht stimmt',
    save: 'Speichern',
    saved: /Gespeichert\./,
    form: 'Formular',
    name: 'Name',
    take: 'In den Text übernehmen',
  },
  ch_EN: {
    models: 'Device models',
    text: 'Text of the model',
    wrong: 'What is wrong',
    save: 'Save',
    saved: /^Saved\./,
    form: 'Form',
    name: 'Name',
    take: 'Put into the text',
  },
} as const

test.describe('the catalogue studio', () => {
  // What is saved there must not reach the files of the project.
  let own: Served
  let folder: string
  test.beforeAll(async () => {
    own = await serve()
    await own.stop()
    folder = join(own.data, 'catalogue')
    cpSync('catalogue', folder, { recursive: true })
    own = await serve({ GATEHOUSE_CATALOGUE: folder }, own.data)
  })
  test.afterAll(() => own.remove())

  for (const language of ['ch_DE', 'ch_EN'] as const)
    test(`a model is found, broken, mended, renamed and saved, ${language} @phone`, async ({
      person: somebody,
    }) => {
      const person = Object.assign(somebody, { url: own.url })
      const { page } = person
      const text = texts[language]
      await person.returns(await signIn(own.url, accounts.admin), language)
      await person.opens('/catalogue')
      await expect(page.getByRole('heading', { level: 1, name: text.models })).toBeVisible()
      expect(await person.findings()).toEqual([])
      await page.getByRole('searchbox').fill('DIM200')
      await page.getByRole('searchbox').press('Enter')
      await page.locator(':is(tr, [role="row"], article, li)', { hasText: 'DIM200' }).last().click()

      const editor = page.getByRole('textbox', { name: text.text })
      await expect(editor).toBeVisible()
      const wrong = page.getByRole('list', { name: text.wrong })
      const save = page.getByRole('button', { name: text.save, exact: true })
      await expect(page.locator('article')).toBeVisible()
      expect(await person.findings()).toEqual([])

      await editor.click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('x')
      await expect(wrong.getByRole('listitem')).toHaveCount(1)
      await expect(wrong).toContainText('1:1')
      await expect(save).toBeDisabled()
      await page.keyboard.press('Backspace')
      await expect(wrong.getByRole('listitem')).toHaveCount(0)

      const name = `Dimmer ${language} ${test.info().project.name}`
      await page.getByRole('button', { name: text.form, exact: true }).click()
      await page.getByLabel(text.name, { exact: true }).fill(name)
      await page.getByRole('button', { name: text.take }).click()
      await expect(save).toBeEnabled()
      await save.click()
      await expect(page.getByText(text.saved)).toBeVisible()
      expect(JSON.parse(readFileSync(join(folder, 'devices/gatehouse/DIM200.json'), 'utf8'))).toMatchObject({
        name,
      })
      await expect(save).toBeDisabled()
    })
})
