import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import german from '../../../locales/ch_DE/announcements.json' with { type: 'json' }
import germanCodes from '../../../locales/ch_DE/codes.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import english from '../../../locales/ch_EN/announcements.json' with { type: 'json' }
import englishCodes from '../../../locales/ch_EN/codes.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import { languages } from '../../support/at-home.ts'
import { outboxOf } from '../../support/mails.ts'
import { accounts, expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { own: german, actions: germanActions, codes: germanCodes, status: germanStatus },
  ch_EN: { own: english, actions: englishActions, codes: englishCodes, status: englishStatus },
}

for (const language of languages) {
  const { own, actions, codes, status } = words[language]

  // 1.2-090 1.2-091 1.2-093 3.2-023 3.2-024 3.2-026 3.2-064 3.2-067
  test(`3.1-014 something is announced to a group of two languages, tried, coded, sent and watched, ${language} @phone`, async ({
    person,
    server,
    sessions,
  }) => {
    const { page } = person
    const outbox = await outboxOf(server.url, sessions.admin)
    const before = await outbox.count(accounts.admin.identity)
    await person.returns(sessions.admin, language)
    await person.opens('/announcement/log')
    await person.sees()
    expect(await person.findings()).toEqual([])
    await page
      .getByRole('link', { name: actions.newAnnouncement })
      .or(page.getByRole('button', { name: actions.newAnnouncement }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/announcement$/)
    await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible()
    expect(await person.findings()).toEqual([])

    // What is missing is said, at the top and where it is.
    await page.getByRole('button', { name: new RegExp(`^${own.send_other.split(' ')[0]} `) }).click()
    await expect(page.getByRole('alert')).toHaveText(own.missing.name)
    const name = `Power cut ${language}`
    await page.getByLabel(own.name).fill(name)
    await page.getByText(own.filterTypes.city, { exact: true }).click()
    await page.getByRole('button', { name: own.add }).click()
    await expect(page.getByText(codes.FILTER_EMPTY).first()).toBeVisible()
    await page.getByLabel(own.city, { exact: true }).last().fill('Winterthur')
    await page.keyboard.press('Enter')
    await page.getByLabel(own.city, { exact: true }).last().fill('WINTERTHUR')
    await page.keyboard.press('Enter')
    await expect(page.getByText(codes.filterAlreadyExist)).toBeVisible()
    await page.getByText(own.filterTypes.all, { exact: true }).click()
    await page.getByLabel(own.title, { exact: true }).fill('Stromunterbruch')
    await page.getByLabel(own.text, { exact: true }).fill('x'.repeat(2001))
    await expect(page.getByText(codes.ANNOUNCEMENT_TOO_LONG)).toBeVisible()
    await page.getByLabel(own.text, { exact: true }).fill('Guten Tag ')
    await page.getByRole('button', { name: own.placeholders.firstName }).click()
    await expect(page.getByLabel(own.text, { exact: true })).toHaveValue('Guten Tag {{firstName}}')
    await expect(page.getByText('Guten Tag Markus').first()).toBeVisible()
    await page.getByRole('button', { name: own.tryOut }).click()
    await expect(page.getByText(own.tried_one.replace('{{to}}', 'admin@gatehouse.test'))).toBeVisible()
    expect(await person.findings()).toEqual([])

    // The code comes last, and is for this alone.
    await page.getByRole('button', { name: own.requestCode }).click()
    await expect(page.getByText(own.codeSent)).toBeVisible()
    await page.getByLabel(own.code, { exact: true }).last().fill('000000')
    const main = page.getByRole('button', { name: new RegExp(`^${own.send_other.split(' ')[0]} `) })
    await main.click()
    await page.getByRole('dialog').getByRole('button', { name: own.ask.yes }).click()
    await expect(page.getByText(codes.OTP_INVALID).first()).toBeVisible()
    await page
      .getByLabel(own.code, { exact: true })
      .last()
      .fill(await outbox.code(accounts.admin.identity, before + 2))
    await main.click()
    await page.getByRole('dialog').getByRole('button', { name: own.ask.yes }).click()
    await expect(page.getByText(own.inQueue)).toBeVisible()
    // 3.4-066 3.4-038
    await expect(page).toHaveURL(/\/announcement\/log$/)

    await page.getByText(name).first().click()
    await expect(page).toHaveURL(/\/announcement\/details\//)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // 3.2-068 3.2-069
    await expect(page.getByText(status.status.Completed).first()).toBeVisible()
    await expect(page.getByText(status.taskOptions.status.successful).first()).toBeVisible()
    await page
      .getByText('Seraina Bühler')
      .first()
      .locator('xpath=ancestor::*[self::li or self::tr or self::article][1]')
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByText(status.delivery.outbox).first()).toBeVisible()
    expect(await person.findings()).toEqual([])
  })
}
