import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanCodes from '../../../locales/ch_DE/codes.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishCodes from '../../../locales/ch_EN/codes.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, codes: germanCodes, screens: germanScreens, toasts: germanToasts },
  ch_EN: { actions: englishActions, codes: englishCodes, screens: englishScreens, toasts: englishToasts },
}

for (const language of seen('desk')) {
  const { actions, codes, screens, toasts } = words[language]

  // 3.5-027 3.4-090 3.4-091
  test(`a home is updated in a window that is set, moved and taken away, ${language} @phone @night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    await person.returns(sessions.home, language)
    await person.opens('/gtw_settings')
    const updates = page.getByRole('region', { name: screens.gtw_settings.sections.updates.title })
    const times = updates.locator('input[type=time]')
    const keeps = async (start: string, stop: string) => {
      await times.first().fill(start)
      await times.last().fill(stop)
      await updates.getByRole('button', { name: screens.gtw_settings.sections.updates.submit }).click()
    }
    await keeps('05:00', '02:00')
    await expect(updates.getByText(codes.TIME_TRIGGER_ZOTA_ERROR)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await keeps('04:00', '05:00')
    await expect(page.getByText(toasts.updateWindowSet)).toBeVisible()
    // To one that lies wholly before it, and to one that lies wholly after it.
    for (const [start, stop] of [
      ['01:00', '03:00'],
      ['20:00', '21:30'],
    ] as const) {
      await page.reload()
      await expect(times.first()).not.toHaveValue('')
      await keeps(start, stop)
      await expect(page.getByText(toasts.updateWindowSet)).toBeVisible()
      await page.reload()
      await expect(times.first()).toHaveValue(start)
      await expect(times.last()).toHaveValue(stop)
    }
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await updates.getByRole('button', { name: actions.endUpdateWindow }).click()
    await expect(page.getByText(toasts.updateWindowEnded)).toBeVisible()
  })
}
