import type { Locator, Page } from 'playwright/test'
import germanCharts from '../../../locales/ch_DE/charts.json' with { type: 'json' }
import englishCharts from '../../../locales/ch_EN/charts.json' with { type: 'json' }
import { names, test, words } from '../../support/alarms.ts'
import { call, HOME, signIn } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

/** A step of a story is no row: nothing in it is pressed. */
const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ has: page.getByRole('button').or(page.getByRole('link')) })

for (const language of seen('phone')) {
  const {
    inbox,
    showAll,
    noneOpenTitle,
    react,
    reactTo,
    answer,
    answerMissing,
    state,
    say,
    sent,
    allOf,
    anyDay,
    gone,
    whatBecame,
    reactedBy,
    storyOf,
    definitions,
    quietHours,
    tabs: inboxTab,
    gathered_other,
  } = words[language]
  const { battery, scene, smoke } = names[language]
  const { days } = { ch_DE: germanCharts, ch_EN: englishCharts }[language]

  // 3.2-002 3.2-003 3.2-039 3.2-040 3.2-041 3.5-019 3.5-020
  test(`3.1-003 what alarms told is found, answered once and seen by others at once, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const session = await signIn(demo, accounts.home)
    await person.returns(session, language, HOME)
    await person.opens('/notifications_all')
    // Urgent ones that nobody has answered come first; there are none, and the page says where others are.
    await expect(page.getByRole('heading', { level: 1, name: inbox })).toBeVisible()
    await expect(page.getByRole('heading', { name: noneOpenTitle })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: showAll }).click()
    const row = (name: string) => rowOf(page, name)
    /** How many there are stands beside the word. */
    const which = (word: string) => page.getByRole('radio', { name: new RegExp(`^${word} [0-9]`) })
    // What became of one stands beside the list, on a phone on a page of its own.
    const isPhone = (page.viewportSize()?.width ?? 0) < 600
    const story = (name: string) =>
      isPhone
        ? page.getByRole('main')
        : page.getByRole('region', { name: storyOf.replace('{{name}}', name), exact: true })
    await expect(row(scene)).toBeVisible()
    // The demo home has a thermostat whose battery is at 4 %.
    await expect(row(battery)).toContainText('Heizkörper Schlafzimmer')
    await expect(row(smoke)).toHaveCount(0)

    await page.getByRole('button', { name: reactTo.replace('{{name}}', battery) }).click()
    await expect(page).toHaveURL(/open=/)
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')
    const form = row(battery).locator('form')
    await form.getByRole('button', { name: react }).click()
    await expect(form.getByLabel(answer)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByText(answerMissing)).toBeVisible()
    await form.getByRole('button', { name: say.onIt }).click()
    await expect(form.getByLabel(answer)).toHaveValue(say.onIt)
    await form.getByRole('button', { name: react }).dblclick()
    await expect(page.getByText(sent)).toBeVisible()
    await expect(row(battery)).toHaveCount(0)

    // Only what went off on some days.
    await page.getByRole('button', { name: anyDay, exact: true }).click()
    const calendar = page.getByRole('dialog')
    await calendar.getByLabel(days.first, { exact: true }).fill('2020-01-01')
    await calendar.getByRole('button', { name: days.done }).click()
    await expect(calendar.getByLabel(days.first, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    const today = await calendar.getByLabel(days.last).inputValue()
    await calendar.getByLabel(days.first, { exact: true }).fill(today)
    await calendar.getByRole('button', { name: days.done }).click()
    await expect(page).toHaveURL(new RegExp(`first=${today}&last=${today}`))
    await which(state.all).click()
    await expect(row(battery)).toBeVisible()
    await expect(row(smoke)).toHaveCount(0)
    await page.getByRole('button', { name: anyDay, exact: true }).click()
    await expect(row(smoke)).toBeVisible()
    await which(state.notReacted).click()

    // Somebody else answers the other one while this person writes: he is told, and it leaves the list without a reload.
    await page.getByRole('button', { name: reactTo.replace('{{name}}', scene) }).click()
    await row(scene).getByLabel(answer).fill('…')
    const admin = await signIn(demo, accounts.admin)
    const { data } = (await call(
      demo,
      admin,
      'POST',
      `/alarm/notification_list?serialNumber=${HOME}&filterBy=notReacted`,
    )) as {
      data: { notificationId: string }[]
    }
    expect(data).toHaveLength(1)
    const [{ notificationId = '' } = {}] = data
    await call(demo, admin, 'POST', '/alarm/notification/react', { notificationId, responseMsg: 'Gelüftet' })
    await expect(row(scene).getByText(gone)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await row(scene).getByRole('link', { name: whatBecame }).click()
    await expect(story(scene)).toContainText('Gelüftet')
    expect(await person.findings()).toEqual([])
    await page.goBack()
    await expect(row(scene)).toHaveCount(0)

    await which(state.all).click()
    await page.reload()
    await expect(row(smoke)).toContainText('Lino Bühler')
    await row(battery)
      .getByRole(isPhone ? 'link' : 'button', { name: battery })
      .click()
    await expect(story(battery)).toContainText(say.onIt)
    await expect(story(battery)).toContainText(reactedBy.replace('{{name}}', 'Seraina Bühler'))
    expect(await person.findings()).toEqual([])
    if (isPhone) {
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: battery })).toBeVisible()
    }
    await story(battery).getByRole('link', { name: allOf }).click()
    await expect(page).toHaveURL(/\/notifications\/battery_low/)
    await expect(page.getByRole('heading', { level: 1, name: battery })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.goBack()
    if (isPhone) await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: inbox })).toBeVisible()
    // Alarms and what they told are two tabs, each with how many there are; quiet hours are a step away.
    const tabs = page.getByRole('navigation', { name: inbox, exact: true })
    await tabs.getByRole('link', { name: definitions }).click()
    await expect(page.getByRole('heading', { level: 1, name: definitions })).toBeVisible()
    await expect(tabs.getByRole('link', { name: definitions })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: inboxTab.inbox }).click()
    await page.getByRole('link', { name: quietHours }).click()
    await expect(page).toHaveURL(/user_settings#section-quiet/)
  })

  // 1.2-074 1.2-075 1.6-012 3.4-028 3.4-029 3.4-033
  test(`3.4-033 an administrator without a gateway hears of all homes, and which it was, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const admin = await signIn(demo, accounts.admin)
    await person.returns(admin, language)
    await person.opens('/notifications_all?priority=all')
    const row = (name: string) => rowOf(page, name)
    await expect(row(scene)).toContainText('Lindenweg 14')
    expect(await person.findings()).toEqual([])
    const home = await signIn(demo, accounts.home)
    const { data } = (await call(demo, home, 'POST', '/alarm/notification_list?filterBy=notReacted')) as {
      data: { notificationId: string; title: string }[]
    }
    for (const { notificationId } of data)
      await call(demo, home, 'POST', '/alarm/notification/react', { notificationId, responseMsg: 'Gelüftet' })
    await expect(row(scene)).toHaveCount(0)
    await person.opens('/notifications/house_call')
    await expect(row(scene)).toContainText('Seraina Bühler')
    expect(await person.findings()).toEqual([])
  })

  test(`what can wait stands in one row with its count, which opens, ${language} @phone @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const home = await signIn(demo, accounts.home)
    const admin = await signIn(demo, accounts.admin)
    const { data: alarms } = (await call(demo, admin, 'POST', '/alarm/list?limit=100')) as {
      data: { _id: string; alarmCode: string }[]
    }
    const low = alarms.find(({ alarmCode }) => alarmCode === 'battery_low')
    await call(demo, admin, 'PUT', `/alarm/updatePriority/${low?._id}`, { alarmPriorityCode: 0 })
    await person.returns(home, language, HOME)
    await person.opens('/notifications_all?priority=all')
    const gathered = page.getByRole('button', { name: gathered_other.replace('{{count}}', '2') })
    await expect(gathered).toBeVisible()
    expect(await person.findings()).toEqual([])
    await gathered.click()
    await expect(page.getByRole('button', { name: reactTo.replace('{{name}}', scene) })).toBeVisible()
    await expect(page.getByRole('button', { name: reactTo.replace('{{name}}', battery) })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await gathered.click()
    // Somebody answers one of them: what is left stands for itself, without a reload.
    const { data } = (await call(demo, home, 'POST', '/alarm/notification_list?filterBy=notReacted')) as {
      data: { notificationId: string; title: string }[]
    }
    const [one] = data
    await call(demo, home, 'POST', '/alarm/notification/react', {
      ...{ notificationId: one?.notificationId, responseMsg: 'Gelüftet' },
    })
    await expect(gathered).toHaveCount(0)
    await expect(page.getByRole('button', { name: reactTo.split('{{')[0] })).toHaveCount(1)
  })
}
