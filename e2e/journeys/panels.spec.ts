import { seen } from '../support/pairs.ts'
import { expect, type Person, test } from '../support/test.ts'

const said = {
  ch_DE: {
    chosen: ['Blau 100\u00a0%', 'Orange 60\u00a0%'],
    confirmed: 'bestätigt',
    play: 'Wiedergabe',
    // Component tests hold every panel in both languages; a browser looks at two of them in each.
    panels: { 'utility-meter': /^Spannung/, 'garden-weather': /^aus / },
  },
  ch_EN: {
    chosen: ['Blue 100\u00a0%', 'Orange 60\u00a0%'],
    confirmed: 'confirmed',
    play: 'Play',
    panels: { 'child-air': /^PM2\.5/, 'hue-bridge': /^192\.168\./ },
  },
} as const

const visits = async (person: Person, device: string) => {
  await person.opens(`/devices/device/${device}`)
  await person.sees()
}

for (const language of seen('phone')) {
  // 2.3-153 2.3-154 2.3-155 2.3-159 2.3-160 2.3-161 2.9-018
  test(`${language}: a lamp takes a colour from its panel, a loudspeaker pauses, panels can be read @phone`, async ({
    person,
    sessions,
  }) => {
    const { chosen, confirmed, play, panels } = said[language]
    const { page } = person
    await person.returns(sessions.home, language)

    await visits(person, 'living-hue')
    for (const name of chosen) {
      const swatch = page.getByRole('button', { name, exact: true })
      await swatch.click()
      await expect(swatch).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByText(confirmed, { exact: true })).toBeVisible()
    }
    expect(await person.findings()).toEqual([])

    await visits(person, 'living-speaker')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByText(confirmed, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: play, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await expect(page.getByText(confirmed, { exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])

    for (const [device, text] of Object.entries(panels)) {
      await visits(person, device)
      await expect(page.getByText(text).first()).toBeVisible()
      expect(await person.findings()).toEqual([])
    }
  })
}
