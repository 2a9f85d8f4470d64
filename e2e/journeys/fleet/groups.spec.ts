import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanGroupsOf from '../../../locales/ch_DE/groupsOf.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanShell from '../../../locales/ch_DE/shell.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishGroupsOf from '../../../locales/ch_EN/groupsOf.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishShell from '../../../locales/ch_EN/shell.json' with { type: 'json' }
import { call } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { expect, test } from '../../support/test.ts'

const words = {
  ch_DE: {
    actions: germanActions,
    fields: germanFields,
    groupsOf: germanGroupsOf,
    screens: germanScreens,
    shell: germanShell,
  },
  ch_EN: {
    actions: englishActions,
    fields: englishFields,
    groupsOf: englishGroupsOf,
    screens: englishScreens,
    shell: englishShell,
  },
}

for (const language of seen('desk')) {
  const { actions, fields, groupsOf, screens, shell } = words[language]
  const { gatewaysOf, peopleOf } = screens.group.sections

  // 1.2-094 1.2-095 3.5-028 3.8-058 3.8-059 3.9-017 3.9-023
  test(`1.2-094 a group is made, filled from a pasted list with faults in it, searched, renamed and deleted, ${language} @phone`, async ({
    person,
    sessions,
    server,
  }) => {
    const { page } = person
    const name = `Überbauung Żabia ${language}`
    await person.returns(sessions.admin, language)
    await person.opens('/groups')
    await person.sees()
    expect(await person.findings()).toEqual([])
    await page
      .getByRole('link', { name: actions.newGroup })
      .or(page.getByRole('button', { name: actions.newGroup }))
      .click()
    await expect(page).toHaveURL(/create_edit_group_page$/)
    await person.sees()
    const form = page.locator('form')
    // The page before has a list of user names, and stands until the next one is there.
    const groupName = form.getByLabel(fields.groupBody.groupName, { exact: true })
    // A name that another group has is refused at once, and what was typed stays.
    await groupName.fill('SIEDLUNG lindenweg')
    await form.getByLabel(fields.groupBody.description).fill('Zwölf Wohnungen')
    await form.getByRole('button', { name: screens.create_edit_group_page.sections.groupForm.submit }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('dialog').getByRole('button').last().click()
    await groupName.fill(name)
    await form.getByRole('button', { name: screens.create_edit_group_page.sections.groupForm.submit }).click()
    await expect(page).toHaveURL(/\/groups\/[^/]+$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const gateways = page.getByRole('region', { name: gatewaysOf.title })
    await expect(gateways.getByText(gatewaysOf.empty.title)).toBeVisible()
    expect(await person.findings()).toEqual([])

    const { data } = (await call(
      server.url,
      sessions.admin,
      'GET',
      '/udm/device/adminList?page=1&limit=12',
    )) as {
      data: { serialNumber: string }[]
    }
    const serials = data.map(({ serialNumber }) => serialNumber)
    const [first = ''] = serials
    const slip = `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`
    const list = page.getByLabel(groupsOf.list)
    await list.fill([...serials.slice(1), slip, 'home@gatehouse.test', 'nobody@nowhere.test'].join('\n'))
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect(line('nobody@nowhere.test')).toContainText(groupsOf.outcomes.unknown)
    expect(await person.findings()).toEqual([])
    await line(slip).getByRole('button', { name: groupsOf.useMeant }).click()
    await expect(line(slip)).toHaveCount(0)
    await page.getByRole('button', { name: groupsOf.submit_other.replace('{{count}}', '13') }).click()
    // What was wrong stays to be corrected.
    await expect(list).toHaveValue('nobody@nowhere.test')
    await expect(page.getByRole('region', { name: peopleOf.title }).getByRole('listitem')).toHaveCount(1)
    await expect(gateways.getByRole('listitem')).toHaveCount(10)
    // From the group to one of its people, whose groups lead back; and to its gateways in the list of all.
    await page.getByRole('region', { name: peopleOf.title }).getByRole('link').click()
    await expect(page).toHaveURL(/\/accounts\/demo-home$/)
    const groupsOfPerson = page.getByRole('region', { name: screens.account.sections.groupsOf.title })
    await groupsOfPerson.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page
      .getByRole('region', { name: screens.group.sections.aboutGroup.title })
      .getByRole('link', { name: '12' })
      .click()
    await expect(page).toHaveURL(/\/gate_select\?f\.group=/)
    await person.sees()
    await expect(page.getByRole('main').getByText(/^12 /).first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(gateways.getByRole('listitem')).toHaveCount(10)
    const search = gateways.getByLabel(gatewaysOf.search)
    await search.fill(first)
    await search.press('Enter')
    await expect(gateways.getByRole('listitem')).toHaveCount(1)
    await gateways.getByRole('button', { name: actions.takeOutGateway }).click()
    await expect(gateways.getByRole('listitem')).toHaveCount(0)
    // Done at once, and taken back as fast; the second time it stays.
    await page.getByRole('button', { name: shell.undo }).click()
    await expect(gateways.getByRole('listitem')).toHaveCount(1)
    await gateways.getByRole('button', { name: actions.takeOutGateway }).click()
    await expect(gateways.getByRole('listitem')).toHaveCount(0)

    await page.getByRole('main').getByRole('button', { name: actions.editThisGroup }).click()
    await expect(page).toHaveURL(/create_edit_group_page\/[^/]+$/)
    const save = form.getByRole('button', { name: screens.edit_group.sections.groupForm.submit })
    await groupName.fill(`${name} 2`)
    await save.click()
    await expect(page.getByRole('heading', { level: 1, name: `${name} 2` })).toBeVisible()
    await person.goes('/groups')
    await person.sees()
    const row = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: `${name} 2` })
    await expect(row).toHaveCount(1)
    await row.getByRole('button').last().click()
    await page
      .getByRole('menuitem', { name: actions.deleteGroup })
      .or(page.getByRole('dialog').getByRole('button', { name: actions.deleteGroup }))
      .click()
    await page.getByRole('dialog').getByRole('button', { name: actions.deleteGroup }).click()
    await expect(row).toHaveCount(0)
  })
}
