import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    unlock: /^Entriegeln/,
    lock: /^Verriegeln/,
    locked: 'Verriegelt',
    unlocked: 'Entriegelt',
    half: /für 30\smin/,
    stop: /stoppen$/,
    off: 'Aus',
    saturday: 'Samstag',
  },
  ch_EN: {
    unlock: /^Unlock/,
    lock: /^Lock/,
    locked: 'Locked',
    unlocked: 'Unlocked',
    half: /for 30\smin/,
    stop: /stop$/,
    off: 'Off',
    saturday: 'Saturday',
  },
} as const

for (const language of seen('phone')) {
  const said = words[language]

  // 2.3-156 2.3-157 2.3-158
  test(`a door is unlocked by holding and locked by a tap, a thermostat turned, a timer started and stopped, in ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    /** What was set has been sent, and the device has reported it: it is kept when the page goes. */
    const settled = () => expect(page.locator('[data-editing], [aria-busy="true"]')).toHaveCount(0)

    /** On the controls: what has changed the device says the same beside them. */
    const shown = (text: string) =>
      page.getByText(text, { exact: true }).and(page.locator(':not(aside *, ol *)'))

    await person.opens('/devices/device/entrance-door')
    await person.sees()
    await expect(shown(said.locked)).toBeVisible()
    await page.getByRole('button', { name: said.unlock }).hover()
    await page.mouse.down()
    await expect(shown(said.unlocked)).toBeVisible()
    await page.mouse.up()
    await page.getByRole('button', { name: said.lock }).click()
    await expect(shown(said.locked)).toBeVisible()
    if (language === 'ch_DE') expect(await person.findings()).toEqual([])

    await person.goes('/devices/device/living-climate')
    await person.sees()
    // The other one is the moment of its history.
    const dial = page.getByRole('slider').first()
    const before = Number(await dial.getAttribute('aria-valuenow'))
    for (const [key, after] of [
      ['ArrowUp', before + 0.5],
      ['ArrowDown', before],
    ] as const) {
      await dial.press(key)
      await settled()
      await expect(dial).toHaveAttribute('aria-valuenow', String(after))
    }
    await person.likes('dark')
    if (language === 'ch_DE') expect(await person.findings()).toEqual([])

    await person.goes('/devices/device/garage-charger')
    await person.sees()
    const saturday = page.getByRole('button', { name: said.saturday })
    for (const pressed of ['true', 'false']) {
      await saturday.click()
      await settled()
      await expect(saturday).toHaveAttribute('aria-pressed', pressed)
    }
    await page.getByRole('button', { name: said.half }).click()
    await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
    await page.getByRole('button', { name: said.stop }).click()
    await settled()
    await expect(page.getByRole('timer')).toHaveText(said.off)
    if (language === 'ch_EN') expect(await person.findings()).toEqual([])
  })
}
