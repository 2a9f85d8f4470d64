import { expect, test } from '../../support/test.ts'

test.beforeEach(async ({ person, sessions }) => {
  await person.returns(sessions.admin)
  await person.opens('/gate_select')
  await expect(person.page.getByText('251 Gateways')).toBeVisible()
})

const find = async (person: { page: import('playwright/test').Page }, text: string) => {
  await person.page.getByRole('searchbox').fill(text)
  await person.page.getByRole('searchbox').press('Enter')
}

// 1.9-007 3.9-020
test('gateways are listed with owners, ten a page @night @phone', async ({ person }) => {
  await expect(person.page.getByText(/1 bis 10 von 251/)).toBeVisible()
  await person.page.getByRole('button', { name: /Nächste|Weiter/ }).click()
  await expect(person.page.getByText(/11 bis 20 von 251/)).toBeVisible()
  expect(await person.findings()).toEqual([])
})

// 1.1-006
test('choosing a gateway connects and leads to its settings @phone-at-night', async ({ person }) => {
  await find(person, 'Lindenweg 14')
  // The row itself: what is found takes the place of the first page only when the answer has come.
  await person.page
    .locator(':is(tr, [role="row"], article, li)', { hasText: 'DOC4-7F21-90A3' })
    .getByRole('button', { name: /Verbinden/ })
    .first()
    .click()
  await expect(person.page).toHaveURL(/gtw_settings/, { timeout: 20_000 })
  await expect(person.page.locator('main').getByText('DOC4-7F21-90A3')).toBeVisible()
  await person.opens('/devices/quick_controls')
  await expect(person.page.locator('article').first()).toBeVisible()
})

// 1.2-097 3.2-013 3.2-086 3.2-087
test('the statistics of a gateway are opened from the list, counted anew, and list what was saved @night @phone', async ({
  person,
}) => {
  const { page } = person
  await find(person, 'Lindenweg 14')
  const row = page.locator(':is(tr, [role="row"], article, li)', { hasText: 'DOC4-7F21-90A3' }).first()
  await expect(row).toBeVisible()
  await person.opens('/gate_statistic/DOC4-7F21-90A3')
  await expect(page.getByRole('heading', { level: 1, name: 'Lindenweg 14' })).toBeVisible()
  const saved = page.getByRole('region', { name: 'Gespeicherte Aufnahmen' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  expect(await person.findings()).toEqual([])
  const newest = await saved.getByRole('listitem').first().innerText()
  const devices = page.getByRole('region', { name: 'Geräte', exact: true }).locator('dd').first()
  const counted = await devices.innerText()
  await page.getByRole('button', { name: 'Jetzt zählen' }).click()
  await expect(page.getByText('Gezählt und gespeichert.').first()).toBeVisible()
  // The figures beside it are those of the new snapshot.
  await expect(devices).not.toHaveText(counted)
  await expect(page.getByRole('region', { name: 'Geräte im Verlauf' }).getByRole('slider')).toBeVisible()
  await expect(saved.getByRole('listitem').first()).not.toHaveText(newest)
  await page.reload()
  await expect(saved.getByRole('listitem').first()).not.toHaveText(newest)
  // 3.2-088
  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Bericht als PDF' }).click()
  expect((await report).suggestedFilename()).toMatch(/^Lindenweg 14 \d{4}-\d\d-\d\d\.pdf$/)

  // One that is away cannot be counted, and says so.
  await person.opens('/gate_select?f.condition=offline')
  const away = await page
    .getByText(/^DOC4-[0-9A-F]{4}-[0-9A-F]{4}$/)
    .first()
    .innerText()
  await person.opens(`/gate_statistic/${away}`)
  await page.getByRole('button', { name: 'Jetzt zählen' }).click()
  await expect(
    page.getByText('Das Gateway ist offline; es bleibt bei der letzten Aufnahme.').first(),
  ).toBeVisible()
})
