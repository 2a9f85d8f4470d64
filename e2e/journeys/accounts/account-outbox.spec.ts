import german from '../../../locales/ch_DE/mail.json' with { type: 'json' }
import english from '../../../locales/ch_EN/mail.json' with { type: 'json' }
import { accounts, expect, test } from '../../support/test.ts'

for (const [language, word] of [
  [
    'ch_DE',
    {
      ...german.kinds.resetPassword,
      outbox: 'Ausgang',
      kept: 'Aufbewahrt',
      none: 'Nichts gefunden',
      html: 'Gestaltet',
    },
  ],
  [
    'ch_EN',
    {
      ...english.kinds.resetPassword,
      outbox: 'Outbox',
      kept: 'Kept here',
      none: 'Nothing found',
      html: 'With layout',
    },
  ],
] as const)
  test(`the administrator reads what was sent, and its link leads to its page, in ${language} @phone-at-night`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const answer = await fetch(`${server.url}/api/auth/forgotPass`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: accounts.home.identity, language }),
    })
    expect(answer.status).toBe(200)
    await person.returns(sessions.admin, language)
    await person.opens('/outbox')
    await person.sees()
    await expect(page.getByRole('heading', { level: 1, name: word.outbox })).toBeVisible()
    await expect(page.getByText(word.kept).first()).toBeVisible()
    expect(await person.findings()).toEqual([])

    // He may have been sent something else meanwhile.
    await page.getByRole('link').filter({ hasText: word.subject }).first().click()
    await expect(page).toHaveURL(/\/outbox\/[^/]+$/)
    const link = page
      .locator('main')
      .getByRole('link', { name: /\/resetPassword\// })
      .first()
    await expect(link).toHaveAttribute('href', new RegExp(`^${server.url}/resetPassword/`))
    expect(await person.findings()).toEqual([])
    // B-04: as it looks in a mailbox, in a frame that runs nothing.
    await page.getByRole('radio', { name: word.html }).click()
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin')
    await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible()

    await person.opens('/outbox')
    await person.sees()
    await page.getByRole('searchbox').first().fill('nobody-of-that-name')
    await page.keyboard.press('Enter')
    await expect(page.getByText(word.none)).toBeVisible()
  })

test('people who are no administrators have no outbox @night', async ({ person, sessions }) => {
  await person.returns(sessions.home, 'ch_EN')
  await person.opens('/outbox')
  await expect(person.page).not.toHaveURL(/outbox/)
})
