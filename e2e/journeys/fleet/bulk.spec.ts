import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanBulk from '../../../locales/ch_DE/bulk.json' with { type: 'json' }
import germanChoosing from '../../../locales/ch_DE/choosing.json' with { type: 'json' }
import germanEngine from '../../../locales/ch_DE/engine.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishBulk from '../../../locales/ch_EN/bulk.json' with { type: 'json' }
import englishChoosing from '../../../locales/ch_EN/choosing.json' with { type: 'json' }
import englishEngine from '../../../locales/ch_EN/engine.json' with { type: 'json' }
import { call, signIn } from '../../support/at-home.ts'
import { ownDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const words = {
  ch_DE: { bulk: germanBulk, choosing: germanChoosing, actions: germanActions, engine: germanEngine },
  ch_EN: { bulk: englishBulk, choosing: englishChoosing, actions: englishActions, engine: englishEngine },
}

/** On a phone the parts of a new operation have a tab each. */
const part = async (page: Page, name: string): Promise<void> => {
  const tab = page.getByRole('tab', { name, exact: true })
  if ((await page.getByRole('tablist').count()) > 0) await tab.click()
}

for (const language of seen('desk')) {
  const { bulk, choosing, actions, engine } = words[language]

  // 1.2-085 1.2-086 1.2-087 3.2-054 3.2-059 3.4-064 3.8-045
  test(`3.1-013 something is planned for the gateways of a region, tried on canaries, watched and taken back, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/bulk/log')
    await person.sees()
    await expect(page.getByRole('link', { name: 'Z-Wave öffnen, Norden' })).toBeVisible()
    expect(await person.findings()).toEqual([])

    await page
      .getByRole('link', { name: actions.newBulk })
      .or(page.getByRole('button', { name: actions.newBulk }))
      .click()
    await expect(page).toHaveURL(/\/bulk$/)
    await page.getByLabel(choosing.region).first().selectOption('S')
    await expect(page.getByLabel(choosing.state).first()).toBeEnabled()
    // The same filter twice is told where it stands.
    await page.getByRole('button', { name: choosing.addFilter }).click()
    await page.getByLabel(choosing.region).nth(1).selectOption('S')
    await expect(page.getByText(choosing.filterExists)).toBeVisible()
    await page.getByRole('button', { name: choosing.removeFilter }).nth(1).click()
    await part(page, bulk.content)
    await page.getByText(bulk.types.ts, { exact: true }).first().click()
    await page.getByRole('button', { name: bulk.pick }).first().click()
    // What is kept is the beginning of something else.
    await page.getByRole('button', { name: bulk.change, exact: true }).click()
    const editor = page.getByRole('dialog')
    const was = await editor.getByLabel(bulk.statusName).inputValue()
    await expect(editor).toHaveAccessibleName(bulk.changeContent.replace('{{name}}', was))
    expect(await person.findings()).toEqual([])
    await editor.getByLabel(bulk.statusName).fill(`${was} 2`)
    await editor.getByRole('button', { name: bulk.keep, exact: true }).click()
    await expect(editor).toHaveCount(0)
    await expect(page.getByText(`${was} 2`).first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: bulk.plan.run }).first().click()
    await expect(page.getByText(bulk.figures.changes, { exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await part(page, bulk.parts.run)
    await expect(page.getByText(bulk.wave.canary, { exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByLabel(bulk.run.name).fill(`Abwesend ${language}`)
    await page.getByLabel(bulk.run.gap).fill('0')
    await page.getByLabel(bulk.run.halt).fill('100')
    await page.getByLabel(bulk.run.retries).fill('0')
    const start = bulk.start_other.replace('{{count}}', '').trim().split(' ').at(0) ?? ''
    await page.getByRole('button', { name: start }).first().click()
    await expect(page.getByText(bulk.inQueue)).toBeVisible()
    await expect(page).toHaveURL(/\/bulk\/log$/)

    await page.getByText(`Abwesend ${language}`).first().click()
    await expect(page).toHaveURL(/\/bulk\/details\//)
    await expect(page.getByRole('heading', { level: 1, name: `Abwesend ${language}` })).toBeVisible()
    const done = page.getByRole('row').filter({ hasText: bulk.says.adds })
    await expect(done.first()).toBeVisible()
    expect(await person.findings()).toEqual([])
    // 14.3: what became of each is taken along as a file.
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: engine.list.csv, exact: true }).click()
    const file = await csv
    expect(file.suggestedFilename()).toBe(`Abwesend ${language}.csv`)
    const rows = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rows.length).toBeGreaterThan(2)
    expect(rows[1]).toMatch(/[A-Z0-9]{4}-[0-9A-F]{4}-[0-9A-F]{4}/)
    // What it says of one that could not.
    await page.getByText(new RegExp(`^${bulk.filters.failed} `)).click()
    const failed = page.getByRole('row').filter({ hasText: bulk.results.failed })
    await expect(failed.first()).toBeVisible()
    await failed.first().getByRole('button').last().click()
    await expect(page.getByText(bulk.feedback.remedy)).toBeVisible()
    expect(await person.findings()).toEqual([])

    // Those that are offline are not waited for.
    await page.getByRole('button', { name: bulk.details.cancelAll }).click()
    await page.getByRole('dialog').getByRole('button', { name: bulk.ask.cancelAll.yes }).click()
    await page.getByRole('button', { name: bulk.details.takeBack }).click()
    await page.getByRole('dialog').getByRole('button', { name: bulk.ask.takeBack.yes }).click()
    await expect(
      page.getByRole('heading', {
        level: 1,
        name: bulk.details.returns.replace('{{name}}', `Abwesend ${language}`),
      }),
    ).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: bulk.says.returned }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: bulk.says.returned }).first()).toBeVisible()
  })

  // 3.2-056 3.2-057
  test(`3.2-056 where gateways stand is imported from two files, a faulty line is named first, ${language} @phone @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/bulk')
    await person.sees()
    const texts = bulk.import
    await page.getByRole('button', { name: texts.open }).click()
    const dialog = page.getByRole('dialog', { name: texts.title })
    const go = dialog.getByRole('button', { name: texts.submit, exact: true })
    await expect(dialog.getByText(texts.both)).toBeVisible()
    await expect(go).toBeDisabled()
    expect(await person.findings()).toEqual([])
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    const choose = (list: 'centres' | 'gateways', text: string) =>
      dialog.getByLabel(texts.choose[list]).setInputFiles(file(`${list}.csv`, text))
    await choose('centres', 'code,name,region,state\nM-ZUG,Zug Mitte,M,Zug\n')
    await expect(go).toBeDisabled()
    const found = await signIn(demo, accounts.admin)
    const { data } = (await call(demo, found, 'GET', '/udm/device/adminList?page=1&limit=2')) as {
      data: { serialNumber: string }[]
    }
    const rows = data.map(({ serialNumber }) => `${serialNumber};M-ZUG;P1`)
    await choose('gateways', [...rows, 'NOBODY-1;M-ZUG;P2'].join('\n'))
    await expect(dialog.getByText(texts.faults.gateway)).toBeVisible()
    await expect(go).toBeDisabled()
    expect(await person.findings()).toEqual([])
    await choose('gateways', rows.join('\n'))
    await go.click()
    await expect(dialog).toHaveCount(0)
    // The new region is there at once, with its gateways.
    await page.getByLabel(choosing.region).first().selectOption('M')
    await expect(
      page.getByLabel(choosing.region).first().locator('..').locator('..').getByText('2'),
    ).toBeVisible()
    expect(await person.findings()).toEqual([])
  })

  // 3.2-022
  test(`3.2-022 an operation that is gone leads back to the list, ${language} @phone @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/bulk/details/none')
    await expect(person.page).toHaveURL(/\/bulk\/log$/)
  })
}
