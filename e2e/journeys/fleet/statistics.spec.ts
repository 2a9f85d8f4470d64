import germanReport from '../../../locales/ch_DE/fleetReport.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import englishReport from '../../../locales/ch_EN/fleetReport.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import { signIn } from '../../support/at-home.ts'
import { sharedDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const screens = { ch_DE: germanScreens, ch_EN: englishScreens }
const words = { ch_DE: germanReport, ch_EN: englishReport }

for (const language of seen('phone')) {
  const said = words[language]

  test(`1.1-008 1.2-081 3.2-012 1.2-080 an administrator reads the report, turns charts to tables, narrows it to a group, asks for new data and takes it along, ${language} @phone-at-night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/statistics_report')
    await person.sees()
    expect(await person.findings()).toEqual([])

    const sizes = page.getByRole('region', { name: said.cards.sizes.title })
    await expect(sizes.getByText('XL')).toBeVisible()
    await sizes.getByRole('button', { name: said.asTable }).click()
    await expect(sizes.getByRole('table')).toBeVisible()
    // The address keeps what was chosen.
    await page.reload()
    await person.sees()
    await expect(sizes.getByRole('table')).toBeVisible()
    for (const { title } of Object.values(said.cards)) {
      const card = page.getByRole('region', { name: title })
      const turn = card.getByRole('button', { name: said.asTable })
      if (await shown(turn, card.getByRole('table'))) await turn.click()
    }
    expect(await person.findings()).toEqual([])

    await page.getByRole('combobox', { name: said.group }).selectOption({ label: 'Siedlung Lindenweg' })
    await expect(page.getByText(/Siedlung Lindenweg/).first()).toBeVisible()
    await expect(page).toHaveURL(/group=demo-estate/)

    await page.getByRole('button', { name: said.request }).click()
    await expect(page.getByText(said.submitted).or(page.getByText(said.ready)).first()).toBeVisible()
    await expect(page.getByRole('button', { name: said.request })).toBeVisible()

    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: said.csv, exact: true }).click()
    expect((await csv).suggestedFilename()).toMatch(/^Siedlung Lindenweg .*\.csv$/)
    const pdf = page.waitForEvent('download')
    await page.getByRole('button', { name: said.pdf, exact: true }).click()
    expect((await pdf).suggestedFilename()).toMatch(/^Siedlung Lindenweg .*\.pdf$/)
  })
}

for (const language of seen('phone'))
  test(`1.2-080 3.2-011 3.9-005 analytics are queried by gateway, version, class, region and failure, ten a page, ${language} @phone-at-night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/analytics')
    await person.sees()
    const heading = page.getByRole('heading', { level: 1 })
    for (const [id, path] of [
      ['analytics', '/analytics'],
      ['analytics_versions', '/analytics/versions'],
      ['analytics_classes', '/analytics/classes'],
      ['analytics_regions', '/analytics/regions'],
      ['analytics_failures', '/analytics/failures'],
    ] as const) {
      await person.opens(path)
      await expect(heading).toHaveText(screens[language][id].title)
      await expect(page.getByRole('row').or(page.getByRole('listitem')).nth(3)).toBeVisible()
      expect(await person.findings()).toEqual([])
    }
  })

test('3.2-012 3.6-010 the report is no page for people @night', async ({ page, demo }) => {
  const person = new Person(page, demo)
  await person.returns(await signIn(demo, accounts.home), 'ch_EN')
  await person.opens('/statistics_report')
  await expect(page.getByText(englishReport.cards.sizes.title)).toHaveCount(0)
  await expect(page).not.toHaveURL(/statistics_report/)
})
