import germanPast from '../../../locales/ch_DE/past.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import englishPast from '../../../locales/ch_EN/past.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { past: germanPast, screens: germanScreens },
  ch_EN: { past: englishPast, screens: englishScreens },
}

for (const language of seen('desk')) {
  const { past, screens } = words[language]

  test(`the home is looked at as it was, from the history of a device, by keys, to the chart and back to now, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/dashboard_chart/child-climate')
    await page.getByRole('link', { name: past.open, exact: true }).click()
    await expect(page).toHaveURL(/\/time_machine/)
    await expect(page.getByRole('heading', { level: 1, name: screens.time_machine.title })).toBeVisible()
    const climate = page.getByRole('article', { name: /Klima Kinder/ })
    await expect(climate).toContainText('°C')
    await expect(climate.getByRole('button')).toHaveCount(0)
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')

    // Keys go through the night; the address keeps the moment.
    const moment = page.getByRole('slider', { name: past.scrubber })
    const begun = (await moment.getAttribute('aria-valuetext')) ?? ''
    await moment.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(page).toHaveURL(/\bat=\d+/)
    // The address changes before the page does.
    await expect(moment).not.toHaveAttribute('aria-valuetext', begun)
    const said = (await moment.getAttribute('aria-valuetext'))?.split(',').slice(0, 2).join()
    await page.reload()
    await expect(moment).toHaveAttribute('aria-valuetext', new RegExp(`^${said}`))
    await expect(climate).toContainText('°C')

    // Two days stand on the same hours, and the address keeps which.
    const two = page.getByRole('region', { name: past.two.night })
    await expect(two).toBeVisible()
    await two.getByText(past.two.dayHours).click()
    await expect(page.getByRole('region', { name: past.two.day })).toBeVisible()
    await expect(page).toHaveURL(/hours=day/)
    expect(await person.findings()).toEqual([])

    // From what was different one step to the chart, and back to the same moment.
    const address = page.url()
    const different = page.getByRole('region', { name: past.differences.title })
    await different
      .getByRole('link', { name: past.differences.chart.split(' {{')[0] })
      .first()
      .click()
    await expect(page).toHaveURL(/\/dashboard_chart\//)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await page.getByRole('link', { name: past.now }).click()
    await expect(page).toHaveURL(/\/devices/)
  })
}
