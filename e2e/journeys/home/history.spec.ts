import { readFile } from 'node:fs/promises'
import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanCharts from '../../../locales/ch_DE/charts.json' with { type: 'json' }
import germanHistory from '../../../locales/ch_DE/history.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishCharts from '../../../locales/ch_EN/charts.json' with { type: 'json' }
import englishHistory from '../../../locales/ch_EN/history.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, charts: germanCharts, history: germanHistory, more: 'Mehr' },
  ch_EN: { actions: englishActions, charts: englishCharts, history: englishHistory, more: 'More' },
}

for (const language of seen('desk')) {
  const { actions, charts, history } = words[language]

  test(`2.1-014 2.2-015 2.2-016 2.2-017 the history of a device is opened from its page, looked at by keys, compared and taken along, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/device/living-climate')
    const entry = page.getByRole('button', { name: actions.history, exact: true })
    const more = page.getByRole('main').getByRole('button', { name: words[language].more }).first()
    if (!(await shown(entry, more))) await more.click()
    await entry
      .or(page.getByRole('menuitem', { name: actions.history, exact: true }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/dashboard_chart\/living-climate$/)
    // The page before it may still stand there, whose dial is a slider as well.
    const moment = page.getByRole('slider', { name: /Raumthermostat/ })
    await expect(moment).toBeVisible()
    await expect(page.locator('main canvas')).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')

    // Keys go from value to value, and what was then is said.
    await moment.focus()
    await page.keyboard.press('Home')
    const first = await moment.getAttribute('aria-valuetext')
    expect(first).toMatch(/°C/)
    await page.keyboard.press('End')
    await expect(moment).not.toHaveAttribute('aria-valuetext', first ?? '')
    const whole =
      Number(await moment.getAttribute('aria-valuemax')) - Number(await moment.getAttribute('aria-valuemin'))
    await page.keyboard.press('+')
    const seen = async () =>
      Number(await moment.getAttribute('aria-valuemax')) - Number(await moment.getAttribute('aria-valuemin'))
    expect(await seen()).toBeLessThan(whole)
    await page.keyboard.press('Escape')
    expect(await seen()).toBe(whole)

    // 2.9-033 2.9-034 a week at first; the address keeps what is chosen.
    await expect(page.getByRole('radio', { name: history.periods.week })).toBeChecked()
    await page.getByRole('radio', { name: history.periods.day }).press(' ')
    await expect(page).toHaveURL(/period=day/)
    await page.getByRole('button', { name: history.earlier }).click()
    await expect(page).toHaveURL(/last=/)
    await page.getByRole('checkbox', { name: history.compares.day }).click()
    await expect(page.getByRole('checkbox', { name: history.compares.day })).toBeChecked()
    await expect(page.getByText(history.before, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: history.compares.day })).toBeChecked()
    await expect(page.getByRole('radio', { name: history.periods.day })).toBeChecked()
    await expect(page.getByText(charts.figures.mean, { exact: true })).toBeVisible()

    // The table says the same.
    await page.getByRole('button', { name: history.table }).click()
    await expect(page.getByRole('table').first()).toContainText('°C')
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: history.chart }).click()

    // 2.7-098 2.6-024 a file named by device and period.
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: history.csv }).click()
    const file = await csv
    expect(file.suggestedFilename()).toMatch(
      /^Raumthermostat Wohnzimmer \d{4}-\d\d-\d\d - \d{4}-\d\d-\d\d\.csv$/,
    )
    const text = await readFile(await file.path(), 'utf8')
    expect(text.split('\r\n')[0]).toContain(history.csvHead.reading)
    expect(text).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z,Raumthermostat Wohnzimmer,[^,]+,2\d(\.\d)?,°C/)
    const picture = page.waitForEvent('download')
    await page.getByRole('button', { name: history.picture }).click()
    const png = await readFile(await (await picture).path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeGreaterThan(5000)
  })

  test(`2.2-068 2.5-049 2.5-050 2.5-051 days of one's own, values of several devices, what changed while one looked, ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/devices/device/bedroom-window')
    await person.opens('/dashboard_chart/bedroom-window')
    const days = page.getByRole('button', { name: /\d+/ }).filter({ has: page.locator('svg') })
    const values = page.getByRole('main').getByRole('button', { name: history.values, exact: true })
    await values.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(history.choose.device).selectOption('child-climate')
    const boxes = dialog.getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    // Two units are enough.
    await expect(boxes.nth(2)).toBeDisabled()
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: history.choose.done }).click()
    await expect(page).toHaveURL(/v=child-climate/)
    await expect(page.locator('main canvas')).toBeVisible()
    await expect(page.getByText('Fenster Schlafzimmer, ', { exact: false }).first()).toBeVisible()

    await days.last().click()
    await dialog.getByLabel(charts.days.first, { exact: true }).fill('2020-01-01')
    await dialog.getByRole('button', { name: charts.days.done }).click()
    await expect(dialog.locator('[aria-invalid]').first()).toBeVisible()
    const today = await dialog.getByLabel(charts.days.last).inputValue()
    await dialog.getByLabel(charts.days.first, { exact: true }).fill(today)
    await dialog.getByRole('button', { name: charts.days.done }).click()
    await expect(page).toHaveURL(new RegExp(`period=own&first=${today}&last=${today}`))
    await page.goBack()
    await expect(page).toHaveURL(/devices\/device\/bedroom-window$/)
  })
}

for (const language of seen('desk')) {
  const { actions, history } = words[language]

  test(`2.1-015 2.2-018 the history of the gateway is opened from its settings, as chart and as table, ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/gtw_settings')
    await page.getByRole('button', { name: actions.history, exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard_gateway_chart$/)
    // Until the history has come there is nothing to step to.
    await expect(async () => {
      await page.getByRole('slider').press('End')
      await expect(page.getByRole('slider')).toHaveAttribute(
        'aria-valuetext',
        new RegExp(history.status.online),
        { timeout: 1000 },
      )
    }).toPass()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await page.getByRole('button', { name: history.table }).click()
    await expect(page.getByRole('table').first()).toContainText(history.status.online)
    await page.reload()
    await expect(page.getByRole('table').first()).toContainText(history.status.online)
    await page.goBack()
    await expect(page).toHaveURL(/gtw_settings$/)
  })
}

test('beside its controls a device shows what it did, one step from all of it @phone-at-night', async ({
  person,
  sessions,
}) => {
  const { page } = person
  const main = page.getByRole('main')
  await person.returns(sessions.home, 'ch_DE')
  await person.opens('/devices/device/living-climate')
  const chart = main.locator('canvas')
  const all = main.getByRole('link', { name: germanHistory.open, exact: true })
  const yesterday = page.getByRole('checkbox', { name: germanHistory.compares.day })
  if ((page.viewportSize()?.width ?? 0) >= 1024) {
    // Today with yesterday behind it; other sections have the room to themselves.
    await expect(yesterday).toBeChecked()
    await expect(chart).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await yesterday.click()
    await expect(page).toHaveURL(/compare=0/)
    await page.getByRole('tab').nth(1).click()
    await expect(chart).toHaveCount(0)
    await page.reload()
    await page.getByRole('tab').first().click()
    await expect(chart).toBeVisible()
    await expect(yesterday).not.toBeChecked()
  } else {
    await all.scrollIntoViewIfNeeded()
    await expect(chart).toBeVisible()
    expect(await person.findings()).toEqual([])
    await all.click()
    await expect(page).toHaveURL(/\/dashboard_chart\/living-climate\?v=.*&period=day$/)
    await expect(page.getByRole('slider')).toBeVisible()
  }
})

test('a device that is not there, an address that says nonsense @night', async ({ person, sessions }) => {
  const { page } = person
  await person.returns(sessions.home)
  await person.opens('/dashboard_chart/nowhere')
  await expect(page.getByText(germanHistory.gone)).toBeVisible()
  await person.opens(
    '/dashboard_chart/living-climate?period=never&first=x&last=2999-01-01&v=a/b/c&v=<script>',
  )
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.getByRole('radio', { name: germanHistory.periods.week })).toBeChecked()
})

for (const language of seen('desk')) {
  const { history } = words[language]

  test(`what somebody switches while the history is open is a band at once, and a mark that names him, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/dashboard_chart/kitchen-ceiling?period=day')
    const moment = page.getByRole('slider')
    await expect(moment).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(`${person.url}/devices/device/kitchen-ceiling`)
    await other.getByRole('main').getByRole('switch').first().click()
    const line = page.getByRole('listitem').getByRole('button', { pressed: false }).first()
    await expect(line).toContainText(language === 'ch_DE' ? /von Ihnen/ : /by you/, { timeout: 30_000 })
    await line.click()
    await expect(page.getByRole('listitem').getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(moment).not.toHaveAttribute('aria-valuetext', /^(No|Kein)/)
    expect(await person.findings()).toEqual([])
    await expect(page.getByRole('heading', { name: history.moved.title })).toBeVisible()
  })
}
