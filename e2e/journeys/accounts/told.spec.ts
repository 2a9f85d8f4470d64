import germanAlarms from '../../../locales/ch_DE/alarms.json' with { type: 'json' }
import englishAlarms from '../../../locales/ch_EN/alarms.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = { ch_DE: germanAlarms, ch_EN: englishAlarms }

for (const language of seen('phone')) {
  const { priority, quiet, saved, told, ways } = words[language]

  test(`somebody says by which ways alarms come to him, and when it is quiet, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/user_settings')
    const tick = (way: keyof typeof ways, of = priority.medium) =>
      page.getByRole('checkbox', { name: `${of}, ${ways[way]}` })
    await expect(tick('SMS')).toBeChecked()
    await tick('SMS').click()
    await expect(tick('SMS')).not.toBeChecked()
    for (const way of ['pushNotification', 'emailNotification', 'SMS'] as const) {
      await tick(way, priority.urgent).click()
      await expect(tick(way, priority.urgent)).not.toBeChecked()
    }
    await tick('call', priority.urgent).click()
    await expect(page.getByText(told.urgentNeeds)).toBeVisible()
    await expect(tick('call', priority.urgent)).toBeChecked()

    // A handle and the time beside it are the same.
    await page.getByRole('slider', { name: quiet.from }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByLabel(quiet.from).and(page.locator('input[type=time]'))).toHaveValue('22:15')
    await page.getByLabel(quiet.until).and(page.locator('input[type=time]')).fill('06:00')
    await expect(page.getByRole('slider', { name: quiet.until })).toHaveValue('360')
    await page.getByRole('switch', { name: quiet.active }).click()
    const zone = page.getByLabel(quiet.zone)
    await zone.fill('Mond/Krater')
    await page.getByRole('button', { name: quiet.submit }).click()
    await expect(zone).toHaveAttribute('aria-invalid', 'true')
    await zone.fill('Europe/Zurich')
    await page.getByRole('button', { name: quiet.submit }).click()
    await expect(page.getByText(saved)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])

    await page.reload()
    await expect(tick('SMS')).not.toBeChecked()
    await expect(page.getByRole('slider', { name: quiet.from })).toHaveValue('1335')
    await expect(page.getByRole('switch', { name: quiet.active })).toBeChecked()
    for (const way of ['pushNotification', 'emailNotification', 'SMS'] as const)
      await tick(way, priority.urgent).click()
    await tick('SMS').click()
    await expect(tick('SMS')).toBeChecked()
  })
}
