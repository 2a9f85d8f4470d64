import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanStatus from '../../../locales/ch_DE/status.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishStatus from '../../../locales/ch_EN/status.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { outboxOf } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    ...{ actions: germanActions, fields: germanFields, screens: germanScreens },
    ...{ status: germanStatus, toasts: germanToasts },
  },
  ch_EN: {
    ...{ actions: englishActions, fields: englishFields, screens: englishScreens },
    ...{ status: englishStatus, toasts: englishToasts },
  },
}

for (const language of seen('phone')) {
  const { actions, fields, screens, status, toasts } = words[language]
  const sections = screens.user_settings.sections

  // 3.2-093 3.2-094 3.8-030 3.8-033
  test(`3.1-009 an address is added, confirmed by its code and becomes the default; the town is searched for, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const address = `office-${language}@gatehouse.test`.toLowerCase()
    await person.returns(sessions.home, language)
    await person.opens('/user_settings')
    await person.sees()
    const contacts = page.getByRole('region', { name: sections.contacts.title })
    await expect(contacts.getByRole('listitem').filter({ hasText: 'home@gatehouse.test' })).toBeVisible()
    const add = async (contact: string) => {
      await contacts.getByRole('button', { name: actions.addContact }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(fields.newContact.contactType_email, { exact: true }).click()
      await dialog.getByLabel(fields.newContact.contact).fill(contact)
      await dialog.getByLabel(fields.newContact.label).fill('Büro')
      await dialog.getByRole('button', { name: actions.addContact }).click()
      return dialog
    }
    const refused = await add('home@gatehouse.test')
    await expect(refused.getByText(/Diesen Kontakt haben|You have this contact/)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await refused.getByLabel(fields.newContact.contact).fill(address)
    await refused.getByRole('button', { name: actions.addContact }).click()
    await expect(page.getByText(toasts.contactAdded)).toBeVisible()
    const row = contacts.getByRole('listitem').filter({ hasText: address })
    await expect(row).toContainText(status.verified.false)

    const act = async (name: string) => {
      const button = row.getByRole('button', { name })
      const more = row.getByRole('button', { name: /^(?:Mehr|More|Weitere)/ })
      if (await shown(button, more)) return button.click()
      await more.click()
      await page.getByRole('menuitem', { name }).click()
    }
    const code = await (await outboxOf(server.url, sessions.admin)).code(address)
    await act(actions.verifyContact)
    const asked = page.getByRole('dialog')
    await asked.getByLabel(fields.linkCode.otp).fill(code)
    await asked.getByRole('button', { name: actions.verifyContact }).click()
    await expect(page.getByText(toasts.contactVerified)).toBeVisible()
    await expect(row).not.toContainText(status.verified.false)
    await act(actions.notifyHere)
    await expect(page.getByText(toasts.NOTIFICATION_SUCCESS_UPDATE)).toBeVisible()
    await expect(row).toContainText(status.sendNotification.true)
    await act(actions.makeDefault)
    await expect(row).toContainText(status.isDefault.true)
    expect(await person.findings()).toEqual([])

    const home = page.getByRole('region', { name: sections.address.title })
    await home.getByRole('button', { name: /^(?:Ändern|Change)$/ }).click()
    await home.getByRole('button', { name: actions.findTown }).click()
    await page.getByRole('dialog').getByLabel(fields.townSearch.name).fill('zuri')
    await page.getByRole('dialog').getByRole('button', { name: actions.findTown }).click()
    await expect(home.getByLabel(fields.gatewayAddress.city)).toHaveValue('Zürich')
    await home.getByLabel(fields.gatewayAddress.line1).fill('Lindenweg 14')
    await home.getByRole('button', { name: sections.address.submit }).click()
    // What is kept is told in a line.
    const line = home.getByText(/^Lindenweg 14, /)
    await expect(line).toBeVisible()
    await expect(page.getByText(toasts.saved).last()).toBeVisible()
    await person.opens('/user_settings')
    await expect(line).toBeVisible()
  })
}
