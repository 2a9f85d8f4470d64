import germanRegistering from '../../../locales/ch_DE/registering.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanChecks from '../../../locales/ch_DE/selfcheck.json' with { type: 'json' }
import englishRegistering from '../../../locales/ch_EN/registering.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishChecks from '../../../locales/ch_EN/selfcheck.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { screens: germanScreens, checks: germanChecks.checks, registering: germanRegistering },
  ch_EN: { screens: englishScreens, checks: englishChecks.checks, registering: englishRegistering },
}

for (const language of seen('desk')) {
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

    // What is printed is the label alone: all of it on its 62 × 29 mm, with a code that telephones read.
    const fields = words[language].registering.fields
    await page.getByLabel(fields.serialNumber).fill('LABEL-0001-WITH-A-LONG-SERIAL-NUMBER')
    await page.getByLabel(fields.model).fill('DOC400')
    await page.getByRole('button', { name: words[language].registering.add }).click()
    await expect(page.getByText('LABEL-0001-WITH-A-LONG-SERIAL-NUMBER').first()).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const labels = await page.locator('svg[role="img"]').evaluateAll((codes) =>
      codes.flatMap((code) => {
        const label = code.parentElement
        if (!label?.checkVisibility({ visibilityProperty: true })) return []
        const mm = (px: number) => Math.round((px / 96) * 25.4 * 10) / 10
        const { width, height, bottom, right } = label.getBoundingClientRect()
        const parts = [...label.querySelectorAll('*')].map((part) => part.getBoundingClientRect())
        return {
          size: [mm(width), mm(height)],
          code: mm(code.getBoundingClientRect().width),
          outside: parts.filter((box) => box.bottom > bottom + 1 || box.right > right + 1).length,
        }
      }),
    )
    expect(labels).toEqual([{ size: [62, 29], code: 25, outside: 0 }])
    await page.emulateMedia({ media: null })
  })

  test(`who does not run the server finds neither page, ${language} @night`, async ({ person, sessions }) => {
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
