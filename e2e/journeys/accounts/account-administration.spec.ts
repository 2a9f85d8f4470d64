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
import { seen } from '../../support/pairs.ts'
import { accounts, expect, test } from '../../support/test.ts'

const words = {
  ch_DE: { actions: germanActions, fields: germanFields, screens: germanScreens, toasts: germanToasts },
  ch_EN: { actions: englishActions, fields: englishFields, screens: englishScreens, toasts: englishToasts },
}

const statuses = { ch_DE: germanStatus, ch_EN: englishStatus }

for (const language of seen('desk')) {
  const { actions, fields, screens, toasts } = words[language]
  const { sections } = screens.account

  // 1.6-003 1.9-009
  test(`an administrator finds an account, gives a sub-role and links it to an external person, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    await person.returns(sessions.admin, language)
    await person.opens('/accounts')
    await person.sees()
    expect(await person.findings()).toEqual([])
    const search = page.getByRole('searchbox')
    await search.fill('guest@')
    await search.press('Enter')
    await expect(page.getByText('guest@gatehouse.test')).toBeVisible()
    await page.getByRole('link', { name: /guest@gatehouse\.test/ }).click()
    await expect(page).toHaveURL(/\/accounts\/demo-guest$/)
    await person.sees()

    const permissions = page.getByRole('region', { name: sections.subrole.title })
    await permissions.getByText(fields.subrole.subrole_operator).click()
    await permissions.getByRole('button', { name: sections.subrole.submit }).click()
    await expect(page.getByText(toasts.subroleSet)).toBeVisible()
    const subrole = async () =>
      (await call(server.url, sessions.admin, 'GET', '/crm/users/demo-guest'))?.subrole
    expect(await subrole()).toBe('operator')

    const identities = page.getByRole('region', { name: sections.identities.title })
    const subject = `somebody-${language}`
    await identities.getByRole('button', { name: actions.linkIdentity, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(fields.externalIdentity.subject).fill(subject)
    await dialog.getByLabel(fields.externalIdentity.issuer).fill('https://id.example')
    expect(await person.findings()).toEqual([])
    await dialog.getByRole('button', { name: actions.linkIdentity, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(identities.getByText(subject)).toBeVisible()
    expect(await person.findings()).toEqual([])

    // As it was before.
    await identities.getByRole('button', { name: actions.unlinkIdentity }).click()
    await dialog.getByRole('button', { name: actions.unlinkIdentity, exact: true }).click()
    await expect(identities.getByText(sections.identities.empty.title)).toBeVisible()
    await call(server.url, sessions.admin, 'PUT', '/crm/users/demo-guest/subrole', { subrole: 'none' })
  })
}

for (const language of seen('desk')) {
  const { actions, toasts } = words[language]

  test(`an administrator sends the mail for a new password, disables an account and enables it again, ${language} @phone @night`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const id = language === 'ch_DE' ? 'demo-owner-40' : 'demo-owner-39'
    const state = async () => (await call(server.url, sessions.admin, 'GET', `/crm/users/${id}`))?.state
    await person.returns(sessions.admin, language)
    await person.opens(`/accounts/${id}`)
    const dialog = page.getByRole('dialog')
    const does = async (name: string, done: string) => {
      await page.getByRole('button', { name, exact: true }).first().click()
      expect(await person.findings()).toEqual([])
      await dialog.getByRole('button', { name, exact: true }).click()
      await expect(page.getByText(done)).toBeVisible()
    }
    await does(actions.sendPasswordLink, toasts.passwordLinkSent)
    await does(actions.disableAccount, toasts.accountDisabled)
    // What can be done follows from the state, without loading the page anew.
    await expect(page.getByRole('button', { name: actions.enableAccount, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: actions.sendPasswordLink, exact: true })).toHaveCount(0)
    expect(await state()).toBe('disabled')
    expect(await person.findings()).toEqual([])

    await person.opens('/accounts?f.state=disabled')
    await person.sees()
    const listed = page.getByRole('main').getByText(statuses[language].state.disabled)
    await expect(listed.filter({ visible: true }).first()).toBeVisible()
    expect(await person.findings()).toEqual([])

    await person.opens(`/accounts/${id}`)
    await does(actions.enableAccount, toasts.accountEnabled)
    await expect(page.getByRole('button', { name: actions.disableAccount, exact: true })).toBeVisible()
    expect(await state()).toBe('active')
  })
}

for (const language of seen('desk')) {
  const { actions, fields, toasts } = words[language]

  test(`an administrator invites somebody, sends the mail again and withdraws it, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const identity = `newcomer-${language.toLowerCase()}@gatehouse.test`
    await person.returns(sessions.admin, language)
    await person.opens('/accounts')
    await person.sees()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: actions.inviteAccount, exact: true }).click()
    await dialog.getByLabel(fields.invitation.identity).fill(accounts.home.identity)
    await dialog.getByLabel(fields.invitation.firstName).fill('Zoë')
    await dialog.getByLabel(fields.invitation.lastName).fill('Łovelace')
    await dialog.getByText(fields.invitation.preferredLanguage_ch_EN).click()
    expect(await person.findings()).toEqual([])
    // Whoever has an account is told apart at the field, and what was entered stays.
    await dialog.getByRole('button', { name: actions.inviteAccount, exact: true }).click()
    await expect(dialog.getByLabel(fields.invitation.identity)).toHaveAttribute('aria-invalid', 'true')
    expect(await person.findings()).toEqual([])
    await dialog.getByLabel(fields.invitation.identity).fill(identity)
    await dialog.getByRole('button', { name: actions.inviteAccount, exact: true }).click()
    await expect(page.getByText(toasts.accountInvited)).toBeVisible()

    await person.goes('/accounts?f.state=invited')
    await person.sees()
    await page.getByRole('link', { name: new RegExp(identity) }).click()
    await expect(page).toHaveURL(/\/accounts\/[^/?]+$/)
    await person.sees()
    expect(await person.findings()).toEqual([])
    for (const [name, done] of [
      [actions.resendInvitation, toasts.invitationSent],
      [actions.withdrawInvitation, toasts.invitationWithdrawn],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await dialog.getByRole('button', { name, exact: true }).click()
      await expect(page.getByText(done)).toBeVisible()
    }
    await expect(page).toHaveURL(/\/accounts$/)
    const left = await call(server.url, sessions.admin, 'GET', `/crm/users?searchText=${identity}`)
    expect(left?.data).toEqual([])
  })
}
