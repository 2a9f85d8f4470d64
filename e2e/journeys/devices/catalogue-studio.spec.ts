import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import german from '../../../locales/ch_DE/panels.json' with { type: 'json' }
import english from '../../../locales/ch_EN/panels.json' with { type: 'json' }
import type { Served } from '../../../tests/support/serve.ts'
import { call, HOME, signIn } from '../../support/at-home.ts'
import { ownCatalogue } from '../../support/own-catalogue.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, test } from '../../support/test.ts'

const panels = { ch_DE: german, ch_EN: english }
const texts = {
  ch_DE: {
    models: 'Gerätemodelle',
    text: 'Text des Modells',
    wrong: 'Was nicht stimmt',
    noValue: 'Das ist kein JSON-Wert',
    save: 'Speichern',
    saved: /Gespeichert\./,
    form: 'Formular',
    name: 'Name',
    take: 'In den Text übernehmen',
    draft: /Modell entwerfen/,
    find: 'Suchen',
    pickIcon: 'Symbol wählen',
    fix: 'Beheben',
    compare: 'Vergleichen',
    changed: /Jemand anderes hat diese Datei inzwischen gespeichert/,
    takeTheirs: 'Andere übernehmen',
    saveMine: 'Meinen Text speichern',
  },
  ch_EN: {
    models: 'Device models',
    text: 'Text of the model',
    wrong: 'What is wrong',
    noValue: 'This is not a JSON value',
    save: 'Save',
    saved: /^Saved\./,
    form: 'Form',
    name: 'Name',
    take: 'Put into the text',
    draft: /Draft a model/,
    find: 'Find',
    pickIcon: 'Choose an icon',
    fix: 'Fix',
    compare: 'Compare',
    changed: /Somebody else has saved this file in the meantime/,
    takeTheirs: 'Take theirs',
    saveMine: 'Save mine',
  },
} as const

/** The file of a model of which the demo home has a device. */
const BARE = 'devices/gatehouse/GEN100.json'

test.describe('the catalogue studio', () => {
  // What is saved there must not reach the files of the project.
  let own: Served
  let folder: string
  test.beforeAll(async () => {
    ;({ own, folder } = await ownCatalogue())
    await call(own.url, await signIn(own.url, accounts.home), 'GET', `/home/${HOME}/snapshot`)
  })
  test.afterAll(() => own.remove())

  for (const language of seen('desk'))
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
      await expect(page.locator('article').first()).toBeVisible()
      expect(await person.findings()).toEqual([])

      await editor.click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('x')
      await expect(wrong.getByRole('listitem')).toHaveCount(1)
      await expect(wrong).toContainText('1:1')
      await expect(wrong).toContainText(text.noValue)
      await expect(save).toBeDisabled()
      // Whoever leaves is asked, and who stays has his text.
      await page.locator('main').getByRole('link', { name: text.models }).click()
      const asked = page.getByRole('dialog', { name: panels[language].unsaved.title })
      await asked.getByRole('button', { name: panels[language].unsaved.stay }).click()
      await expect(asked).toHaveCount(0)
      await expect(wrong).toContainText('1:1')
      await editor.click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('Delete')
      await expect(wrong.getByRole('listitem')).toHaveCount(0)

      const name = `Dimmer ${language} ${test.info().project.name}`
      await page.getByRole('radio', { name: text.form, exact: true }).click()
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

  for (const language of seen('desk'))
    test(`what is drawn by rule is drafted, completed, set right and saved, and two people's texts are compared, ${language} @phone @night`, async ({
      person: somebody,
    }) => {
      const person = Object.assign(somebody, { url: own.url })
      const { page } = person
      const text = texts[language]
      // Its file goes while its device is there: from then on it is drawn by rule.
      rmSync(join(folder, BARE), { force: true })
      const admin = await signIn(own.url, accounts.admin)
      await person.returns(admin, language)
      await expect
        .poll(async () => (await call(own.url, admin, 'GET', '/catalogue/by-rule'))?.count)
        .toBeGreaterThan(0)
      await person.opens('/catalogue/by-rule')
      expect(await person.findings()).toEqual([])
      await page.locator(':is(tr, [role="row"], article, li)', { hasText: 'GEN100' }).last().click()
      const editor = page.getByRole('textbox', { name: text.text })
      await expect(editor).toContainText('GEN100')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('article').first()).toBeVisible()
      expect(await person.findings()).toEqual([])

      // An icon by sight: the caret is brought to it by the search.
      await page.getByRole('button', { name: text.find, exact: true }).click()
      await page.keyboard.type('"icon": "')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await page.keyboard.press('ArrowRight')
      await page.getByRole('button', { name: text.pickIcon }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'bulb', exact: true }).click()
      await expect(editor).toContainText('"icon": "bulb"')

      // A field as the schema has it, and the comma that it lacks.
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('hideIn')
      await page.getByRole('option', { name: /hideInInstallationWizard/ }).click()
      await expect(editor).toContainText('"hideInInstallationWizard": true')
      const wrong = page.getByRole('list', { name: text.wrong })
      await expect(wrong.getByRole('listitem')).toHaveCount(1)
      await page.getByRole('button', { name: text.fix, exact: true }).first().click()
      await expect(wrong.getByRole('listitem')).toHaveCount(0)
      await page.getByRole('button', { name: text.save, exact: true }).click()
      await expect(page.getByText(text.saved)).toBeVisible()
      const saved = () => readFileSync(join(folder, BARE), 'utf8')
      expect(JSON.parse(saved())).toMatchObject({ icon: 'bulb', hideInInstallationWizard: true })

      // Meanwhile somebody else saves another icon.
      const path = '/catalogue/models/gatehouse/GEN100'
      const { version } = (await call(own.url, admin, 'GET', path)) ?? {}
      const theirs = saved().replace('"bulb"', '"dimmer"')
      await call(own.url, admin, 'PUT', path, { text: theirs, version })
      await editor.click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(' ')
      await page.getByRole('button', { name: text.save, exact: true }).click()
      const conflict = page.getByRole('alert').filter({ hasText: text.changed })
      await expect(conflict).toBeVisible()
      await conflict.getByRole('button', { name: text.compare }).click()
      await expect(page.getByRole('button', { name: text.takeTheirs }).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
      await conflict.getByRole('button', { name: text.saveMine }).click()
      await expect(conflict).toHaveCount(0)
      expect(JSON.parse(saved())).toMatchObject({ icon: 'bulb' })
    })
})
