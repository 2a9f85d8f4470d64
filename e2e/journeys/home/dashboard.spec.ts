import germanActions from '../../../locales/ch_DE/actions.json' with { type: 'json' }
import germanArranging from '../../../locales/ch_DE/arranging.json' with { type: 'json' }
import german from '../../../locales/ch_DE/dashboard.json' with { type: 'json' }
import germanFields from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import germanScreens from '../../../locales/ch_DE/screens.json' with { type: 'json' }
import germanStatuses from '../../../locales/ch_DE/statuses.json' with { type: 'json' }
import germanToasts from '../../../locales/ch_DE/toasts.json' with { type: 'json' }
import englishActions from '../../../locales/ch_EN/actions.json' with { type: 'json' }
import englishArranging from '../../../locales/ch_EN/arranging.json' with { type: 'json' }
import english from '../../../locales/ch_EN/dashboard.json' with { type: 'json' }
import englishFields from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import englishScreens from '../../../locales/ch_EN/screens.json' with { type: 'json' }
import englishStatuses from '../../../locales/ch_EN/statuses.json' with { type: 'json' }
import englishToasts from '../../../locales/ch_EN/toasts.json' with { type: 'json' }
import { call, HOME, type Signed, signIn } from '../../support/at-home.ts'
import { sharedDemo as test } from '../../support/demo.ts'
import { seen } from '../../support/pairs.ts'
import { shown } from '../../support/shown.ts'
import { accounts, expect, Person } from '../../support/test.ts'

const words = {
  ch_DE: {
    arranging: germanArranging,
    dashboard: german,
    fields: germanFields,
    screens: germanScreens,
    statuses: germanStatuses,
    toasts: germanToasts,
  },
  ch_EN: {
    arranging: englishArranging,
    dashboard: english,
    fields: englishFields,
    screens: englishScreens,
    statuses: englishStatuses,
    toasts: englishToasts,
  },
}

/** What a person sees of his home at a glance, as he would have put it together. */
async function keep(demo: string, signed: Signed, pages: readonly object[]): Promise<void> {
  const address = `/home/${HOME}/dashboard`
  const kept = await call(demo, signed, 'GET', address)
  await call(demo, signed, 'PUT', address, { revision: kept?.revision, pages })
}

for (const language of seen('desk')) {
  const { arranging, dashboard, fields, screens, statuses, toasts } = words[language]

  test(`1.2-018 a dashboard is proposed, arranged by keys, kept over a reload and undone, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: screens.dashboard.title })).toBeVisible()
    const lamp = page.getByRole('article').first()
    await expect(lamp).toBeVisible()
    await person.sees()
    expect(await person.findings()).toEqual([])
    await person.likes('dark')
    expect(await person.findings(['color-contrast'])).toEqual([])
    await person.likes('light')

    await page.getByRole('button', { name: dashboard.arrange }).click()
    const grips = page.locator('[data-slot] button[aria-pressed]')
    const names = async () => await grips.allTextContents()
    await expect(grips.first()).toBeVisible()
    const before = await names()
    expect(before.length).toBeGreaterThan(4)
    expect(await person.findings()).toEqual([])
    await grips.first().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const after = [before[1], before[2], before[0], ...before.slice(3)]
    expect(await names()).toEqual(after)
    // What holds the focus is what was moved.
    await expect(grips.nth(2)).toBeFocused()

    await page.getByRole('button', { name: arranging.done }).click()
    await expect(page.getByText(dashboard.kept)).toBeVisible()
    await person.opens('/dashboard')
    await page.getByRole('button', { name: dashboard.arrange }).click()
    await expect.poll(names).toEqual(after)

    // A note, then away without keeping it.
    const add = page.getByRole('button', { name: arranging.tray.title })
    const note = page.getByRole('button', { name: dashboard.kinds.note, exact: true })
    if (await shown(add, note)) await add.click()
    await note.click()
    await page.getByLabel(arranging.card.text).fill('Ämtliplan ☂ '.repeat(8))
    await page.getByRole('button', { name: arranging.card.add, exact: true }).click()
    await expect(grips).toHaveCount(before.length + 1)
    await page.getByRole('button', { name: arranging.done }).click()
    await expect(page.getByText('Ämtliplan').first()).toBeVisible()
    await page.getByRole('button', { name: language === 'ch_DE' ? 'Rückgängig' : 'Undo' }).click()
    await expect(page.getByText('Ämtliplan')).toHaveCount(0)
  })

  test(`2.2-006 above the tiles stands how the home is, and its statuses are set there, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/devices/quick_controls')
    const strip = page.locator('dl').filter({ hasText: dashboard.strip.inside })
    await expect(strip).toContainText('°C')
    await expect(strip).toContainText(dashboard.strip.power)
    const top = async () => (await page.locator('article').first().boundingBox())?.y
    const before = await top()
    expect(await person.findings()).toEqual([])
    await strip.getByRole('button').click()
    const vacation = page.getByRole('menuitemcheckbox', { name: statuses.names.vacation })
    await vacation.click()
    await expect(vacation).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await expect(strip.getByRole('button')).toContainText(statuses.names.vacation)
    await page.reload()
    await expect(strip.getByRole('button')).toContainText(statuses.names.vacation)
    expect(await top()).toBe(before)
    await strip.getByRole('button').click()
    await vacation.click()
    await expect(vacation).toHaveAttribute('aria-checked', 'false')
  })

  test(`1.6-058 a chart is pinned to the dashboard as it is looked at, and unpinned, ${language} @phone`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    const signed = await signIn(demo, accounts.home)
    // At night other languages and sizes have pinned it before, in this same home.
    await keep(demo, signed, [])
    await person.returns(signed, language, HOME)
    await person.opens(`/dashboard_chart/living-climate?period=month&compare=1`)
    const pin = page.getByRole('button', {
      name: (language === 'ch_DE' ? germanActions : englishActions).pinChart,
    })
    await pin.click()
    await expect(
      page.getByRole('button', { name: language === 'ch_DE' ? 'Rückgängig' : 'Undo' }),
    ).toBeVisible()
    await person.opens('/dashboard')
    const chart = page.locator('a[href*="period=month"][href*="compare=1"]')
    await expect(chart).toHaveCount(1)
    await chart.click()
    await expect(page).toHaveURL(/period=month/)
    // Again it is there already; what is undone is gone.
    await pin.click()
    await expect(page.getByText(arranging.pin.there.split('}}')[1] ?? '')).toBeVisible()
    await person.opens(`/dashboard_chart/living-climate?period=day&compare=1`)
    await pin.click()
    const undo = page.getByRole('button', { name: language === 'ch_DE' ? 'Rückgängig' : 'Undo' })
    await expect(undo).toBeVisible()
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await undo.click()
    await kept
    await person.opens('/dashboard')
    await expect(chart).toHaveCount(1)
    await expect(page.locator('a[href*="period=day"][href*="compare=1"]')).toHaveCount(0)
  })

  test(`1.2-018 a card is dragged to another place by the mouse and made wider by its corner, ${language} @desk @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    await person.opens('/dashboard')
    await page.getByRole('button', { name: dashboard.arrange }).click()
    const grips = page.locator('[data-slot] button[aria-pressed]')
    await expect(grips.first()).toBeVisible()
    const before = await grips.allTextContents()
    const slots = page.locator('[data-slot]')
    const middle = async (at: number) => {
      const box = await slots.nth(at).boundingBox()
      if (!box) throw new Error('no card')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await grips.first().hover()
    await page.mouse.down()
    const to = await middle(1)
    await page.mouse.move(to.x, to.y, { steps: 8 })
    await page.mouse.up()
    expect((await grips.allTextContents()).slice(0, 2)).toEqual([before[1], before[0]])

    const corner = slots.first().locator('[aria-hidden="true"]').last()
    const wide = (await slots.first().boundingBox())?.width ?? 0
    const at = await corner.boundingBox()
    if (!at) throw new Error('no corner')
    await page.mouse.move(at.x + 12, at.y + 12)
    await page.mouse.down()
    await page.mouse.move(at.x + 12 + wide / 2 + 8, at.y + 12, { steps: 6 })
    await page.mouse.up()
    await expect.poll(async () => (await slots.first().boundingBox())?.width).toBeGreaterThan(wide * 1.3)
  })

  test(`1.9-001 whoever has chosen a first page sees it after sign-in, ${language} @desk @night`, async ({
    page,
    demo,
  }) => {
    const person = new Person(page, demo)
    await person.returns(await signIn(demo, accounts.home), language, HOME)
    for (const [choice, address] of [
      [fields.startScreen.startScreen_scenes, /\/scenes\/scenes_list$/],
      [fields.startScreen.startScreen_dashboard, /\/dashboard$/],
    ] as const) {
      await person.opens('/user_settings')
      const section = page.getByRole('region', { name: screens.user_settings.sections.startScreen.title })
      await section.getByRole('button', { name: /^(?:Ändern|Change)$/ }).click()
      await section.getByLabel(choice).check()
      await section.getByRole('button', { name: screens.user_settings.sections.startScreen.submit }).click()
      await expect(page.getByText(toasts.saved)).toBeVisible()
      await person.opens('/')
      await expect(page).toHaveURL(address)
    }
  })
}

test('what draws a dashboard comes with the page: no file and no answer of it waits for another @desk', async ({
  page,
  demo,
}) => {
  const person = new Person(page, demo)
  await person.returns(await signIn(demo, accounts.home), 'ch_DE', HOME)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(demo, '')))
  const chart = page.waitForRequest(/\/api\/node_history\/node\//)
  await person.opens('/dashboard')
  await chart
  const before = asked.slice(
    0,
    asked.findIndex((url) => url.startsWith('/api/node_history/')),
  )
  const html = await (await page.request.get(`${demo}/dashboard`)).text()
  const named = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path))
  // All words there are come a while after the first drawing, whatever is drawn.
  const files = before.filter((url) => url.startsWith('/assets/') && !/\/words-\w+-all-/.test(url))
  // Those of charts are asked for as soon as the answer says that there are some.
  const byAnswer = new Set([...html.matchAll(/&quot;(\/assets\/[^&]+\.js)&quot;/g)].map(([, path]) => path))
  expect(byAnswer.size).toBeGreaterThan(2)
  expect([...byAnswer].filter((path = '') => !files.includes(path))).toEqual([])
  const late = files.filter((url) => !named.has(url) && !byAnswer.has(url) && url.endsWith('.js'))
  // Of widgets of its devices some come later, and what the header has beside after a while, on a slow machine before the chart.
  expect(late.length).toBeLessThanOrEqual(16)
  // What its cards say comes at once; panels are opened.
  expect(late.filter((url) => /\/words-/.test(url) && !url.includes('-panels-'))).toEqual([])
  expect(named.size).toBeLessThanOrEqual(41)
  // Its devices come with it: neither it nor what draws them is asked for again, whatever the channel tells meanwhile.
  const calls = before.filter((url) => url.startsWith('/api/'))
  expect(calls.filter((url) => url.endsWith('/dashboard/shown'))).toHaveLength(1)
  expect(calls.filter((url) => /\/dashboard$|\/layouts\?contents/.test(url))).toEqual([])
})

test('what the cards of a dashboard ask for comes with it: charts, scenes and statuses stand without another call @desk @night', async ({
  page,
  demo,
}) => {
  const person = new Person(page, demo)
  const signed = await signIn(demo, accounts.home)
  const cards = [
    { id: 'c', kind: 'chart', width: 4, height: 3, of: ['child-climate/TemperatureService/temperature'] },
    { id: 's', kind: 'scenes', width: 2, height: 3 },
  ]
  await keep(demo, signed, [{ id: 'p', cards }])
  // As on a line over which no command can be asked.
  await page.route(/\/mqtt|\/channel\/token/, (route) => route.abort())
  let asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await person.returns(signed, 'ch_DE', HOME)
  // What a busy server has not at hand at once is left to the page: then it is opened again.
  await expect(async () => {
    // The page before it may still be asking.
    await page.goto('about:blank')
    asked = []
    const shown = page.waitForResponse((response) => response.url().includes('/dashboard/shown'))
    await person.opens('/dashboard')
    const { answers } = (await (await shown).json()) as { answers: { call: string }[] }
    expect(answers.map((answer) => answer.call)).toContain('nodeHistory')
  }).toPass()
  await expect(page.locator('[data-kind=chart] canvas').first()).toBeVisible()
  await expect(page.locator('[data-kind=scenes] li').first()).toBeVisible()
  expect(asked.filter((url) => url.includes('/node_history/'))).toEqual([])
  await page.unroute(/\/mqtt|\/channel\/token/)
  await keep(demo, signed, [])
})
