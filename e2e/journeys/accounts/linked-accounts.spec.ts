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
import { call } from '../../support/at-home.ts'
import { outboxOf } from '../../support/mails.ts'
import { seen } from '../../support/pairs.ts'
import { expect, signIn, test } from '../../support/test.ts'

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
const guest = { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' }

for (const language of seen('desk')) {
  const { actions, fields, screens, status, toasts } = words[language]
  const sections = screens.user_settings.sections

  // 3.2-095 3.2-096 3.2-097 3.5-045 3.8-027
  test(`1.1-005 somebody is sent away and invited again: a wrong id, a code typed in part, then the right one, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const other = await signIn(server.url, guest)
    const profile = await call(server.url, other, 'GET', `/crm/profile/${other.userId}`)
    await person.returns(sessions.home, language)
    await person.opens('/user_settings')
    await person.sees()
    const linked = page.getByRole('region', { name: sections.linked.title })
    const row = linked.getByRole('listitem').filter({ hasText: 'Lino' })
    await expect(row).toContainText(status.standing.linked)
    await expect(linked.getByRole('listitem').filter({ hasText: 'Nora' })).toContainText(
      status.standing.support,
    )
    expect(await person.findings()).toEqual([])
    await row.getByRole('button', { name: /^(Mehr zu|More for)/ }).click()
    await page.getByRole('menuitem', { name: actions.endLink, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: actions.endLink }).click()
    await expect(row).toHaveCount(0)

    await linked.getByRole('button', { name: actions.linkAccount }).click()
    const dialog = page.getByRole('dialog')
    const id = dialog.getByLabel(fields.linkedAccount.linkedAccountId)
    await id.fill('A'.repeat(16))
    await dialog.getByRole('button', { name: actions.linkAccount }).click()
    await expect(dialog.getByText(/Kontokennung hat niemand|Nobody has this account id/)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await id.fill(String(profile?.linkedAccountId).toLowerCase())
    await dialog.getByRole('button', { name: actions.linkAccount }).click()
    await expect(page.getByText(toasts.linkAsked)).toBeVisible()
    await expect(row).toContainText(status.standing.waiting)

    const outbox = await outboxOf(server.url, sessions.admin)
    const code = await outbox.code(guest.identity)
    await row.getByRole('button', { name: actions.verifyLink }).click()
    const asked = page.getByRole('dialog')
    await asked.getByLabel(fields.linkCode.otp).fill(code.slice(0, 5))
    await asked.getByRole('button', { name: actions.verifyLink }).click()
    await expect(asked.getByLabel(fields.linkCode.otp)).toHaveAttribute('aria-invalid', 'true')
    await asked.getByLabel(fields.linkCode.otp).fill(code)
    await asked.getByRole('button', { name: actions.verifyLink }).click()
    await expect(page.getByText(toasts.linkVerified)).toBeVisible()
    await expect(row).toContainText(status.standing.linked)
  })
}
