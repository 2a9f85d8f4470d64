import german from '../../../locales/ch_DE/energy.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import english from '../../../locales/ch_EN/energy.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import { HOME, signIn } from '../../support/at-home.ts'
import { sharedDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const words = {
  ch_DE: { energy: german, screens: germanScreens },
  ch_EN: { energy: english, screens: englishScreens },
}

for (const language of seen('phone')) {
  const { energy, screens } = words[language]

  test(`2.9-038 energy is read by days, keys and table, in money and with another tariff, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/energy')
    await expect(page.getByRole('heading', { level: 1, name: screens.energy.title })).toBeVisible()
    const steps = page.getByRole('slider')
    await expect(steps).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')

    // 12.6: how much of what it produced the home used itself, and how much of its use that was.
    const shareIn = (text: string): RegExp => new RegExp(`\\b\\d{1,2} % ?${text.split('%')[1]?.trim()}`)
    await expect(page.getByText(shareIn(energy.own.ofProduced))).toBeVisible()
    await expect(page.getByText(shareIn(energy.own.ofUsed))).toBeVisible()

    await steps.focus()
    await page.keyboard.press('Home')
    const first = await steps.getAttribute('aria-valuetext')
    expect(first).toMatch(/kWh/)
    await page.keyboard.press('ArrowRight')
    await expect(steps).not.toHaveAttribute('aria-valuetext', first ?? '')

    // The address keeps what is looked at.
    await page.getByRole('radio', { name: energy.periods.week }).press(' ')
    await page.getByRole('radio', { name: 'CHF' }).press(' ')
    await expect(page).toHaveURL(/period=week/)
    await page.reload()
    await expect(page.getByRole('radio', { name: energy.periods.week })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'CHF' })).toBeChecked()
    await page.getByRole('button', { name: energy.table }).click()
    await expect(page.getByRole('row')).toHaveCount(8)
    // This week may have begun a minute ago.
    await page.getByRole('button', { name: energy.earlier }).click()
    await page.getByRole('radio', { name: 'kWh' }).press(' ')
    await expect(page.getByRole('row').nth(1)).toHaveText(/\(\d{1,3}\u00a0%\)/)
    await page.getByRole('radio', { name: 'CHF' }).press(' ')
    expect(await person.findings()).toEqual([])

    await page.getByRole('button', { name: energy.tariffs.title }).click()
    const dialog = page.getByRole('dialog', { name: energy.tariffs.title })
    await dialog.getByLabel(energy.tariffs.price.replace('{{currency}}', 'CHF'), { exact: true }).fill('0.42')
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: energy.tariffs.save }).click()
    await expect(page.getByText(energy.tariffs.kept)).toBeVisible()

    // Of what a meter counts that stands behind another nothing counts twice; what must run at night says so.
    await page.getByRole('button', { name: energy.meters.title }).click()
    const meters = page.getByRole('dialog', { name: energy.meters.title })
    await meters.getByRole('button', { name: /^Spiegellicht/ }).click()
    await meters.getByLabel(energy.meters.behind).selectOption({ label: 'Kaffeemaschine, Küche' })
    await meters.getByLabel(energy.meters.needed).check()
    expect(await person.findings()).toEqual([])
    await meters.getByRole('button', { name: energy.meters.save }).click()
    await expect(page.getByText(energy.meters.kept)).toBeVisible()
    const largest = page.getByRole('region', { name: energy.largest })
    await expect(largest.getByRole('listitem').filter({ hasText: 'Kaffeemaschine' })).toContainText(
      energy.without_one.replace('{{count}}', '1'),
    )
    const standby = page.getByRole('region', { name: energy.standby.title })
    await expect(standby.getByRole('listitem').filter({ hasText: 'Spiegellicht' })).toContainText(
      energy.standby.needed,
    )

    // What runs for nothing is a step away from the scene that ends it.
    await standby.getByRole('link', { name: `${energy.standby.off}: Kaffeemaschine` }).click()
    await expect(page.getByRole('checkbox', { name: /^Kaffeemaschine/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Velo-Ladestation/ })).not.toBeChecked()
    await expect(page).toHaveURL(/\/scenes\/add_scene$/)
  })
}
