import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanChoosing from '../../../locales/ch_DE/choosing.json' with { type: 'json' }
import germanRollouts from '../../../locales/ch_DE/rollouts.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishChoosing from '../../../locales/ch_EN/choosing.json' with { type: 'json' }
import englishRollouts from '../../../locales/ch_EN/rollouts.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import type { Served } from '../../../tests/support/serve.ts'
import { HOME, signIn } from '../../support/at-home.ts'
import { ownCatalogue } from '../../support/own-catalogue.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ...{ actions: germanActions, choosing: germanChoosing, rollouts: germanRollouts, status: germanStatus },
  },
  ch_EN: {
    ...{
      actions: englishActions,
      choosing: englishChoosing,
      rollouts: englishRollouts,
      status: englishStatus,
    },
  },
}
const MODEL = 'devices/gatehouse/DIM200.json'

test.describe('14.12 an edit of the catalogue', () => {
  // What goes to all must not reach the files of the project.
  let own: Served
  let folder: string
  test.beforeAll(async () => {
    ;({ own, folder } = await ownCatalogue())
  })
  test.afterAll(() => own.remove())

  for (const language of seen('desk')) {
    const { actions, choosing, rollouts, status } = words[language]

    test(`goes to one home first, and is taken back from there, ${language} @phone-at-night`, async ({
      person: somebody,
    }) => {
      const person = Object.assign(somebody, { url: own.url })
      const { page } = person
      await person.returns(await signIn(own.url, accounts.admin), language)
      await person.opens('/catalogue/rollouts')
      await person.sees()
      expect(await person.findings()).toEqual([])
      await page
        .getByRole('link', { name: actions.newRollout })
        .or(page.getByRole('button', { name: actions.newRollout }))
        .first()
        .click()
      await page.getByLabel(rollouts.search).fill('dim200')
      await page.getByRole('button', { name: MODEL }).click()
      await expect(page.getByRole('heading', { level: 1, name: MODEL })).toBeVisible()
      const begin = page.getByRole('button', { name: rollouts.begin })
      await expect(begin).toBeDisabled()

      // A broken text begins nowhere.
      const editor = page.getByRole('textbox', { name: rollouts.text })
      await editor.click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('x')
      await expect(page.getByText('1:1', { exact: true })).toBeVisible()
      await expect(begin).toBeDisabled()
      await page.keyboard.press('Backspace')
      await expect(page.getByText('1:1', { exact: true })).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type('\n')

      await page.getByRole('radio', { name: choosing.ways.paste }).click()
      await page.getByRole('textbox', { name: choosing.paste }).fill(HOME)
      await page.getByLabel(rollouts.waves).selectOption('none')
      await page.getByLabel(rollouts.halt).fill('0')
      expect(await person.findings()).toEqual([])
      await begin.click()

      await expect(page).toHaveURL(/\/catalogue\/rollouts\/(?!new)[^/]+$/)
      await expect(page.getByRole('listitem').getByText(status.sees.edited, { exact: true })).toBeVisible()
      await expect(page.getByText(status.outcome.watched, { exact: true })).toBeVisible()
      await person.sees()
      expect(await person.findings()).toEqual([])
      expect(readFileSync(join(folder, MODEL), 'utf8')).toBe(readFileSync(join('catalogue', MODEL), 'utf8'))

      // Somebody takes it back by hand: every home has what it had, and who sees which version says so.
      await page.getByRole('button', { name: actions.takeRolloutBack }).click()
      await page.getByRole('dialog').getByRole('button').last().click()
      await expect(page.getByText(status.state.takenBack, { exact: true })).toBeVisible()
      await expect(page.getByText(status.sees.usual, { exact: true })).toBeVisible()
    })
  }
})
