import type { Locator, Page } from 'playwright/test'
import germanEngine from '../../../locales/ch_DE/engine.json' with { type: 'json' }
import germanPanels from '../../../locales/ch_DE/panels.json' with { type: 'json' }
import englishEngine from '../../../locales/ch_EN/engine.json' with { type: 'json' }
import englishPanels from '../../../locales/ch_EN/panels.json' with { type: 'json' }
import { listOf, makes, names, test, words } from '../../support/alarms.ts'
import { call, HOME, type languages, signIn } from '../../support/at-home.ts'
import { seen } from '../../support/pairs.ts'
import { accounts, expect, Person } from '../../support/test.ts'

for (const language of seen('desk')) {
  const { smoke } = names[language]
  const turn = { ch_DE: germanEngine, ch_EN: englishEngine }[language].list
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
      await page.getByRole('main').getByRole('link', { name: define.tabs.inbox }).click()
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

    // By how much something must be wrong is said in figures, and stands as shipped again when that is wanted.
    const { fields, ...when } = define.when
    const { battery } = names[language]
    await row(battery).getByRole('button').click()
    const rule = page.getByRole(isPhone ? 'main' : 'region', isPhone ? {} : { name: battery })
    const figure = (label: string) => rule.getByLabel(label, { exact: true })
    await rule.getByRole('button', { name: when.change, exact: true }).click()
    await figure(fields.below).fill('15')
    await expect(rule.getByText(when.beneath, { exact: true })).toBeVisible()
    expect(await person.findings()).toEqual([])
    await figure(fields.overFrom).fill('20')
    await expect(rule.getByText(when.beneath, { exact: true })).toHaveCount(0)
    const keep = rule.getByRole('button', { name: define.save, exact: true })
    await keep.click()
    await expect(page.getByText(define.saved, { exact: true }).last()).toBeVisible()
    await page.reload()
    await expect(rule.getByText(when.below.replace('{{value}}', '15'), { exact: true })).toBeVisible()
    await rule.getByRole('button', { name: when.change, exact: true }).click()
    await rule.getByRole('button', { name: when.asShipped, exact: true }).click()
    await expect(figure(fields.below)).toHaveValue('5')
    await keep.click()
    await expect(figure(fields.below)).toHaveCount(0)
    await expect(rule.getByText(when.below.replace('{{value}}', '5'), { exact: true })).toBeVisible()
  })

  // 3.4-022 3.4-023 3.4-024
  test(`people of a home hear at once that an alarm was made, changed and deleted, ${language} @night`, async ({
    page,
    demo,
  }) => hearsOfOthers(page, demo, { account: accounts.home, home: HOME, mayAdd: false, language }))

  // 3.4-025 3.4-026 3.4-027
  test(`administrators hear at once that an alarm was made, changed and deleted, ${language} @night`, async ({
    page,
    demo,
  }) => hearsOfOthers(page, demo, { account: accounts.admin, mayAdd: true, language }))

  // 3.2-042 3.8-019 3.8-020
  test(`3.1-002 how long an answer is waited for is changed, and what fails says so, ${language} @phone @night`, async ({
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
    // On a phone the notice lies over the button, and stays as long as a mouse is on it.
    await page.mouse.move(0, 0)
    await expect(page.getByText(define.times.failed, { exact: true })).toBeHidden()
    await save.click()
    await expect(page.getByText(define.times.saved, { exact: true })).toBeVisible()
    await page.reload()
    await expect(urgent).toHaveValue('120')
  })

  test(`alarms are looked at page by page, and found by name and priority, ${language} @phone @night`, async ({
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

  test(`whoever has several gateways says of each whether he is told of outages, ${language} @phone @night`, async ({
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

  // 3.2-004: only people of homes say whom it is told to.
  test(`an administrator does not reach the page of recipients, ${language} @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.admin), language, HOME)
    await person.opens('/add-recipient?alarmCode=smoke')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: define.recipients })).toHaveCount(0)
  })
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
  // High ones stand on the first page.
  const id = await makes(demo, admin, 'Sauna', 2)
  await expect(row('Sauna')).toBeVisible()
  const alarmName = [{ lang: 'en_EN', name: 'Steam bath' }]
  await call(demo, admin, 'PUT', `/alarm/update/${id}`, { alarmName })
  await expect(row('Steam bath')).toBeVisible()
  await expect(row('Sauna')).toHaveCount(0)
  await call(demo, admin, 'DELETE', `/alarm/delete/${id}`)
  await expect(row('Steam bath')).toHaveCount(0)
}
