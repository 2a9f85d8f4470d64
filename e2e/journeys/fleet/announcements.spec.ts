import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import german from '../../../locales/ch_DE/announcements.json' with { type: 'json' }
import germanCodes from '../../../locales/ch_DE/codes.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import english from '../../../locales/ch_EN/announcements.json' with { type: 'json' }
import englishCodes from '../../../locales/ch_EN/codes.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { outboxOf } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    own: german,
    actions: germanActions,
    codes: germanCodes,
    status: germanStatus,
    toasts: germanToasts,
  },
  ch_EN: {
    own: english,
    actions: englishActions,
    codes: englishCodes,
    status: englishStatus,
    toasts: englishToasts,
  },
}

for (const language of seen('phone')) {
  const { own, actions, codes, status, toasts } = words[language]

  // 3.2-023 3.2-024 3.2-026 3.2-067 3.2-068 3.2-069 3.4-066
  test(`3.1-014 something is announced to a group of two languages, tried, coded, sent and watched, ${language} @phone-at-night`, async ({
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
    const main = page.getByRole('button', { name: new RegExp(`^${own.send_other.split(' ')[0]} .*\\d`) })
    await main.click()
    await expect(page.getByRole('alert')).toHaveText(own.missing.name)
    const name = `Power cut ${language}`
    await page.getByRole('textbox', { name: own.name, exact: true }).fill(name)
    await page.getByText(own.filterTypes.city, { exact: true }).click()
    await page.getByRole('button', { name: own.add }).click()
    await expect(page.getByText(codes.FILTER_EMPTY).first()).toBeVisible()
    await page.getByRole('textbox', { name: own.city, exact: true }).fill('Winterthur')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: own.city, exact: true }).fill('WINTERTHUR')
    await page.keyboard.press('Enter')
    await expect(page.getByText(codes.filterAlreadyExist)).toBeVisible()
    await page.getByText(own.filterTypes.all, { exact: true }).click()
    await page.getByRole('textbox', { name: own.title, exact: true }).fill('Stromunterbruch')
    await page.getByRole('textbox', { name: own.text, exact: true }).fill('x'.repeat(2001))
    await expect(page.getByText(codes.ANNOUNCEMENT_TOO_LONG).first()).toBeVisible()
    await page.getByRole('textbox', { name: own.text, exact: true }).fill('Guten Tag ')
    await page.getByRole('button', { name: own.placeholders.firstName }).click()
    await expect(page.getByRole('textbox', { name: own.text, exact: true })).toHaveValue(
      'Guten Tag {{firstName}}',
    )
    await expect(page.getByText('Guten Tag Markus').first()).toBeVisible()
    // 3.5-066: what goes along is an image, a CSV file or a tar.gz.
    const attach = page.getByLabel(own.attach)
    await attach.setInputFiles({
      name: 'house.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(page.getByText(codes.FILE_KIND)).toBeVisible()
    await attach.setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('Bern;Montag') })
    await expect(page.getByText(own.withFile.replace('{{name}}', 'plan.csv'))).toBeVisible()
    await page.getByRole('button', { name: own.tryOut }).click()
    await expect(page.getByText(own.tried_one.replace('{{to}}', 'admin@gatehouse.test'))).toBeVisible()
    expect(await person.findings()).toEqual([])

    // The code comes last, and is for this alone.
    await page.getByRole('button', { name: own.requestCode }).click()
    await expect(page.getByText(own.codeSent)).toBeVisible()
    await page.getByRole('textbox', { name: own.code, exact: true }).fill('000000')
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
    await expect(page).toHaveURL(/\/announcement\/log$/)

    await page.getByText(name).first().click()
    await expect(page).toHaveURL(/\/announcement\/details\//)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('plan.csv')).toBeVisible()
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

  // 3.2-025 3.2-070 3.2-071 3.2-072 3.2-073 3.2-075 3.2-076
  test(`3.2-074 a template is kept in the whole window, found, made an announcement of, and deleted by its name, ${language} @phone-at-night`, async ({
    person,
    sessions,
  }) => {
    const { page } = person
    const name = `Maintenance ${language}`
    await person.returns(sessions.admin, language)
    await person.opens('/announcement/template')
    await person.sees()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: actions.newTemplate }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const box = await dialog.boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: own.template.save }).click()
    await expect(dialog.getByText(own.template.needed)).toHaveCount(4)
    expect(await person.findings()).toEqual([])
    await dialog.getByLabel(own.template.name, { exact: true }).fill(name)
    await dialog.getByLabel(own.template.type).selectOption('whatsapp')
    await dialog.getByRole('textbox', { name: own.title, exact: true }).fill('x'.repeat(61))
    await expect(dialog.getByText(codes.ANNOUNCEMENT_TOO_LONG)).toBeVisible()
    await dialog.getByRole('textbox', { name: own.title, exact: true }).fill('Works')
    await dialog.getByRole('textbox', { name: own.text, exact: true }).fill('On Monday.')
    await dialog.getByRole('button', { name: own.template.save }).click()
    await expect(dialog).toHaveCount(0)

    const search = page.getByRole('searchbox').last()
    await search.fill(name)
    await search.press('Enter')
    const more = page.getByRole('button', { name: new RegExp(name) }).last()
    await more.click()
    await page.getByRole('menuitem', { name: actions.announceTemplate }).click()
    await expect(page).toHaveURL(/\/announcement\?template=/)
    await expect(page.getByRole('textbox', { name: own.text, exact: true })).toHaveValue('On Monday.')

    await person.opens(`/announcement/template?q=${encodeURIComponent(name)}`)
    await more.click()
    await page.getByRole('menuitem', { name: actions.deleteTemplate }).click()
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: actions.deleteTemplate })).toBeDisabled()
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: actions.deleteTemplate }).click()
    await expect(page.getByText(toasts.templateDeleted)).toBeVisible()
  })
}
