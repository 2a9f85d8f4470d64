import type { Locator, Page } from 'playwright/test'
import german from '../../../locales/ch_DE/alarms.json' with { type: 'json' }
import germanCharts from '../../../locales/ch_DE/charts.json' with { type: 'json' }
import germanEngine from '../../../locales/ch_DE/engine.json' with { type: 'json' }
import germanPanels from '../../../locales/ch_DE/panels.json' with { type: 'json' }
import english from '../../../locales/ch_EN/alarms.json' with { type: 'json' }
import englishCharts from '../../../locales/ch_EN/charts.json' with { type: 'json' }
import englishEngine from '../../../locales/ch_EN/engine.json' with { type: 'json' }
import englishPanels from '../../../locales/ch_EN/panels.json' with { type: 'json' }
import { serve } from '../../../tests/support/serve.ts'
import { call, HOME, languages, type Signed, signIn } from '../../support/at-home.ts'
import { accounts, test as base, expect, Person } from '../../support/test.ts'

const words = { ch_DE: german, ch_EN: english }
const names = {
  ch_DE: { battery: 'Batterie fast leer', scene: 'Hinweis einer Szene', smoke: 'Rauch' },
  ch_EN: { battery: 'Battery nearly empty', scene: "A scene's request", smoke: 'Smoke' },
}

/** A server with the settings of the demo: notifications ship off. A home of its own for each, since alarms are answered. */
const test = base.extend<{ demo: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for it.
  demo: async ({}, use) => {
    const served = await serve({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })
    await use(served.url)
    await served.remove()
  },
})

for (const language of languages) {
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
    reaction,
  } = words[language]
  const { battery, scene, smoke } = names[language]
  const turn = { ch_DE: germanEngine, ch_EN: englishEngine }[language].list
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
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
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
    await page.getByText(state.all, { exact: true }).first().click()
    await expect(row(battery)).toBeVisible()
    await expect(row(smoke)).toHaveCount(0)
    await page.getByRole('button', { name: anyDay, exact: true }).click()
    await expect(row(smoke)).toBeVisible()
    await page.getByText(state.notReacted, { exact: true }).first().click()

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
    await expect(row(scene)).toContainText('Gelüftet')
    await page.goBack()
    await expect(row(scene)).toHaveCount(0)

    await page.getByText(state.all, { exact: true }).first().click()
    await page.reload()
    await expect(row(smoke)).toContainText('Lino Bühler')
    await row(battery).getByRole('button', { name: battery }).click()
    await expect(row(battery)).toContainText(say.onIt)
    await expect(row(battery).getByText(reaction)).toBeVisible()
    await row(battery).getByRole('link', { name: allOf }).click()
    await expect(page).toHaveURL(/\/notifications\/battery_low/)
    await expect(page.getByRole('heading', { level: 1, name: battery })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: inbox })).toBeVisible()
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
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
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

  const define = words[language]
  const leaving = { ch_DE: germanPanels, ch_EN: englishPanels }[language].unsaved

  // 1.2-072 3.2-001 3.2-036 3.2-037 3.5-021
  test(`3.1-002 an administrator makes, changes and deletes alarms, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const admin = await signIn(demo, accounts.admin)
    await person.returns(admin, language)
    const { row } = listOf(page)
    await person.opens('/alarms')
    await expect(row(smoke)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')
    await page.getByRole('button', { name: define.add, exact: true }).click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('button', { name: define.save, exact: true }).click()
    await expect(dialog.getByText(define.nameMissing, { exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await dialog.getByLabel(define.name, { exact: true }).fill(smoke)
    await dialog.getByRole('button', { name: define.save, exact: true }).click()
    // The name is taken: it is said above the form, and what was typed stays.
    const refusal = page.getByRole('dialog').nth(1)
    await expect(refusal).toBeVisible()
    await refusal.getByRole('button').last().click()
    await expect(refusal).toHaveCount(0)
    await expect(dialog.getByLabel(define.name, { exact: true })).toHaveValue(smoke)
    await dialog.getByLabel(define.name, { exact: true }).fill('Tiefkühler')
    await dialog.getByRole('button', { name: define.save, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row('Tiefkühler')).toBeVisible()

    // It opens beside the list, on a phone as a page. Only what is otherwise can be saved.
    await row('Tiefkühler').getByRole('button').click()
    await expect(page).toHaveURL(/alarm=/)
    const panel = page.getByRole('region', { name: 'Tiefkühler' })
    expect(await person.findings()).toEqual([])
    const save = panel.getByRole('button', { name: define.save, exact: true })
    await expect(save).toBeDisabled()
    await panel.getByLabel(define.about).fill('Über −10 °C')
    await expect(save).toBeEnabled()
    const isPhone = (page.viewportSize()?.width ?? 0) < 600
    // Whoever looks at another one meanwhile loses nothing, and is asked before he leaves.
    if (isPhone) await page.goBack()
    else await row(smoke).getByRole('button').click()
    await expect(row('Tiefkühler')).toContainText(define.unsaved)
    await row('Tiefkühler').getByRole('button').click()
    await expect(panel.getByLabel(define.about)).toHaveValue('Über −10 °C')
    if (!isPhone) {
      await page.getByRole('main').getByRole('link', { name: define.inbox, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: leaving.stay }).click()
    }
    await panel.getByLabel(define.about).fill('')
    await expect(save).toBeDisabled()
    await panel.getByLabel(define.name, { exact: true }).fill('Eisfach')
    await panel.getByRole('button', { name: define.asItWas }).click()
    await expect(panel.getByLabel(define.name, { exact: true })).toHaveValue('Tiefkühler')
    await panel.getByLabel(define.ways.call).check()
    await save.click()
    await expect(page.getByText(define.saved, { exact: true })).toBeVisible()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect(panel.getByLabel(define.ways.call)).toBeChecked()
    // Administrators try an alarm on themselves as well.
    await panel.getByRole('button', { name: define.testMe, exact: true }).click()
    const [onItsWay = ''] = define.testSent.split('{{')
    await expect(page.getByText(onItsWay)).toContainText(define.ways.emailNotification)
    await page.getByRole('button', { name: define.deleteOf.replace('{{name}}', 'Tiefkühler') }).click()
    await dialog.getByRole('button', { name: define.delete, exact: true }).click()
    await expect(row('Tiefkühler')).toHaveCount(0)
  })

  // 3.4-022 3.4-023 3.4-024
  test(`people of a home hear at once that an alarm was made, changed and deleted, ${language}`, async ({
    page,
    demo,
  }) => hearsOfOthers(page, demo, { account: accounts.home, home: HOME, mayAdd: false, language }))

  // 3.4-025 3.4-026 3.4-027
  test(`administrators hear at once that an alarm was made, changed and deleted, ${language}`, async ({
    page,
    demo,
  }) => hearsOfOthers(page, demo, { account: accounts.admin, mayAdd: true, language }))

  // 3.2-042 3.8-019 3.8-020
  test(`3.1-002 how long an answer is waited for is changed, and what fails says so, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language)
    await person.opens('/alarms')
    const urgent = page.getByLabel(define.times.of.replace('{{priority}}', define.priority.urgent))
    await expect(urgent).toHaveValue('180')
    await urgent.fill('120')
    const save = page
      .getByRole('form', { name: define.times.title })
      .getByRole('button', { name: define.save, exact: true })
    const update = '**/api/alarm/escalation/update'
    await page.route(update, (route) => route.fulfill({ status: 503, body: '' }))
    await save.click()
    await expect(page.getByText(define.times.failed, { exact: true })).toBeVisible()
    await page.unroute(update)
    await expect(urgent).toHaveValue('120')
    await save.click()
    await expect(page.getByText(define.times.saved, { exact: true })).toBeVisible()
    await page.reload()
    await expect(urgent).toHaveValue('120')
  })

  test(`alarms are looked at page by page, and found by name and priority, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const admin = await signIn(demo, accounts.admin)
    for (const name of ['Frost A', 'Frost B', 'Frost C', 'Frost D']) await makes(demo, admin, name)
    await person.returns(admin, language)
    await person.opens('/alarms')
    const { row } = listOf(page)
    await expect(row(smoke)).toBeVisible()
    // Low ones stand last.
    await expect(row('Frost D')).toHaveCount(0)
    await page.getByRole('button', { name: turn.next, exact: true }).click()
    await expect(row('Frost D')).toBeVisible()
    await expect(row(smoke)).toHaveCount(0)
    await page.reload()
    await expect(row('Frost D')).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByLabel(define.search).fill('frost')
    await expect(row('Frost A')).toBeVisible()
    await expect(page.getByRole('button', { name: turn.next, exact: true })).toHaveCount(0)
    await page.getByText(define.priority.urgent, { exact: true }).first().click()
    await expect(page.getByText(define.noneFound)).toBeVisible()
    expect(await person.findings()).toEqual([])

    // A page that is not there any more leads to the first.
    await person.opens('/alarms?page=9')
    await expect(row(smoke)).toBeVisible()
    await expect(page).toHaveURL(/\/alarms$/)
  })

  // 1.2-073 1.6-029 3.2-004 3.2-038
  test(`3.1-002 people of a home say whom an alarm is told to, level after level, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/alarms')
    await page.getByRole('listitem').filter({ hasText: smoke }).getByRole('button').click()
    await expect(page).toHaveURL(/alarm=smoke/)
    await expect(page.getByText(define.everybodyAbout)).toBeVisible()
    expect(await person.findings()).toEqual([])
    await page.getByRole('button', { name: define.testMe, exact: true }).click()
    const [onItsWay = ''] = define.testSent.split('{{')
    await expect(page.getByText(onItsWay)).toContainText(define.ways.emailNotification)
    const dialog = page.getByRole('dialog')
    const adds = async (button: string, contact: string): Promise<void> => {
      await page.getByRole('button', { name: button, exact: true }).last().click()
      await dialog.getByLabel(define.contact).fill(contact)
      await dialog.getByRole('button', { name: define.addIt, exact: true }).click()
      await expect(dialog).toHaveCount(0)
    }
    await adds(define.addRecipient, 'Home@Gatehouse.test')
    await expect(page.getByText('home@gatehouse.test', { exact: true })).toBeVisible()
    // The same chain has a page of its own.
    await person.opens('/add-recipient?alarmCode=smoke')
    await adds(define.addLevel, 'ruth@elsewhere.test')
    const ruth = page.getByText('ruth@elsewhere.test', { exact: true })
    await expect(ruth).toBeVisible()
    expect(await person.findings()).toEqual([])
    const push = page.getByRole('button', {
      name: define.wayFor
        .replace('{{way}}', define.ways.pushNotification)
        .replace('{{name}}', 'home@gatehouse.test'),
    })
    await push.click()
    await expect(push).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(push).toHaveAttribute('aria-pressed', 'true')
    await page
      .getByRole('button', { name: define.removeOf.replace('{{name}}', 'ruth@elsewhere.test') })
      .click()
    await expect(ruth).toHaveCount(0)
  })

  test(`whoever wants to know of outages of the chosen gateway says so, and it stays so, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/alarms')
    const { title, gateway, media } = define.outages
    const card = page.getByRole('region', { name: title })
    const [ofGateway, ofMedia] = [gateway, media].map((name) => card.getByRole('switch', { name })) as [
      Locator,
      Locator,
    ]
    await expect(ofGateway).toHaveAttribute('aria-checked', 'false')
    await ofGateway.press('Space')
    await expect(ofGateway).toHaveAttribute('aria-checked', 'true')
    await expect(ofMedia).toHaveAttribute('aria-checked', 'false')
    await ofMedia.click()
    await expect(ofMedia).toHaveAttribute('aria-checked', 'true')
    expect(await person.findings()).toEqual([])
    await ofGateway.click()
    await expect(ofGateway).toHaveAttribute('aria-checked', 'false')
    await page.reload()
    await expect(ofMedia).toHaveAttribute('aria-checked', 'true')
    await expect(ofGateway).toHaveAttribute('aria-checked', 'false')
  })

  test(`whoever has several gateways says of each whether he is told of outages, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const home = await signIn(demo, accounts.home)
    const admin = await signIn(demo, accounts.admin)
    const { data } = (await call(
      ...([demo, admin, 'GET', '/udm/device/fetchGtwWithoutUser?limit=100&models=DOC400'] as const),
    )) as { data: { serialNumber: string; connectionStatus: string }[] }
    const { serialNumber } = data.find(({ connectionStatus }) => connectionStatus === 'online') ?? {}
    const name = 'Ferienhaus'
    await call(demo, home, 'PUT', `/udm/device/${serialNumber}/assign`, {
      ...{ serialNumber, userId: home.userId, secureId: 'DEMO-SECURE-ID', name },
    })
    await person.returns(home, language, HOME)
    await person.opens('/alarms')
    const { title, gateway, media, of } = define.outages
    const card = page.getByRole('region', { name: title })
    const switchOf = (what: string, where: string) =>
      card.getByRole('switch', { name: of.replace('{{what}}', what).replace('{{home}}', where), exact: true })
    await switchOf(media, name).click()
    await expect(switchOf(media, name)).toHaveAttribute('aria-checked', 'true')
    expect(await person.findings()).toEqual([])
    await page.reload()
    await expect(switchOf(media, name)).toHaveAttribute('aria-checked', 'true')
    for (const other of [
      switchOf(gateway, name),
      switchOf(media, 'Lindenweg 14'),
      switchOf(gateway, 'Lindenweg 14'),
    ])
      await expect(other).toHaveAttribute('aria-checked', 'false')
  })

  test(`what can wait stands in one row with its count, which opens, ${language} @phone`, async ({
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
    const gathered = page.getByRole('button', { name: define.gathered_other.replace('{{count}}', '2') })
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

  // 3.2-004: only people of homes say whom it is told to.
  test(`an administrator does not reach the page of recipients, ${language}`, async ({ page, demo }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language, HOME)
    await person.opens('/add-recipient?alarmCode=smoke')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: define.recipients })).toHaveCount(0)
  })
}

const listOf = (page: Page) => ({
  row: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
  /** Resolves once the channel is open: only then is an event an event. */
  hears: async () => {
    const socket = await page.waitForEvent('websocket', { timeout: 30_000 })
    await socket.waitForEvent('framereceived')
  },
})

const makes = async (demo: string, admin: Signed, name: string): Promise<string> => {
  const alarmName = [{ lang: 'en_EN', name }]
  const made = await call(demo, admin, 'POST', '/alarm/create', { alarmName, alarmPriorityCode: 0 })
  return String(made?._id)
}

interface Looking {
  account: { identity: string; secret: string }
  home?: string
  mayAdd: boolean
  language: (typeof languages)[number]
}

/** Somebody else makes, renames and deletes an alarm: whoever looks sees it without a reload. */
async function hearsOfOthers(
  page: Page,
  demo: string,
  { account, home, mayAdd, language }: Looking,
): Promise<void> {
  const person = new Person(page, demo)
  await person.returns(await signIn(demo, account), language, home)
  const { row, hears } = listOf(page)
  const open = hears()
  await person.opens('/alarms')
  await open
  await expect(row(names[language].smoke)).toBeVisible()
  await expect(page.getByRole('button', { name: words[language].add, exact: true })).toHaveCount(
    mayAdd ? 1 : 0,
  )
  const admin = await signIn(demo, accounts.admin)
  const id = await makes(demo, admin, 'Sauna')
  await expect(row('Sauna')).toBeVisible()
  const alarmName = [{ lang: 'en_EN', name: 'Steam bath' }]
  await call(demo, admin, 'PUT', `/alarm/update/${id}`, { alarmName })
  await expect(row('Steam bath')).toBeVisible()
  await expect(row('Sauna')).toHaveCount(0)
  await call(demo, admin, 'DELETE', `/alarm/delete/${id}`)
  await expect(row('Steam bath')).toHaveCount(0)
}
