import germanScreens from '../../locales/ch_DE/screens.json' with { type: 'json' }
import germanChecks from '../../locales/ch_DE/selfcheck.json' with { type: 'json' }
import englishScreens from '../../locales/ch_EN/screens.json' with { type: 'json' }
import englishChecks from '../../locales/ch_EN/selfcheck.json' with { type: 'json' }
import { languages } from '../support/at-home.ts'
import { expect, test } from '../support/test.ts'

const words = {
  ch_DE: { screens: germanScreens, checks: germanChecks.checks },
  ch_EN: { screens: englishScreens, checks: englishChecks.checks },
}

for (const language of languages) {
  const { screens, checks } = words[language]

  test(`who runs the server reads what is unsafe and what to do, and registers gateways, ${language} @phone`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    const shot = async (name: string) => {
      const folder = process.env.GATEHOUSE_SHOTS
      const width = page.viewportSize()?.width
      if (folder)
        await page.screenshot({ path: `${folder}/${name}-${language}-${width}.png`, fullPage: true })
    }
    await person.returns(sessions.admin, language)
    await person.opens('/self_check')
    await person.sees()
    await expect(page.getByRole('heading', { level: 1, name: screens.self_check.title })).toBeVisible()
    // The demo is told to be one.
    await expect(page.getByText(checks.demo.what)).toBeVisible()
    await expect(page.getByText(checks.demo.remedy)).toBeVisible()
    await shot('self-check')
    expect(await person.findings()).toEqual([])

    await person.opens('/registrations')
    await person.sees()
    await expect(page.getByRole('heading', { level: 1, name: screens.registrations.title })).toBeVisible()
    await shot('registrations')
    expect(await person.findings()).toEqual([])
  })

  test(`who does not run the server finds neither page, ${language}`, async ({ person, sessions }) => {
    await person.returns(sessions.home, language)
    for (const path of ['/self_check', '/registrations']) {
      await person.opens(path)
      await person.sees()
      await expect(
        person.page.getByRole('heading', {
          name: screens[path === '/self_check' ? 'self_check' : 'registrations'].title,
        }),
      ).toHaveCount(0)
    }
  })
}
