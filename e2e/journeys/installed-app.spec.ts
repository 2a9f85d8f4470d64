import type { BrowserContext, Page, Worker } from 'playwright/test'
import { demoSerialNumber } from '../../server/demo/accounts.ts'
import { openStore } from '../../server/store/store.ts'
import { PushBrowser, PushService } from '../../tests/support/push-service.ts'
import { serve } from '../../tests/support/serve.ts'
import { seen } from '../support/pairs.ts'
import { accounts, expect, Person, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const tile = 'article[aria-label="Esstischlampe"]'
const home = '/devices/quick_controls?n=48'

/** Until everything is kept that a start without a server needs. */
const kept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = await caches.keys()
          const paths = await Promise.all(
            names.map(async (name) =>
              (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
            ),
          )
          const all = paths.flat()
          return (
            ['/', '/version', '/api/settings', '/api/udm/device/list'].every((path) => all.includes(path)) &&
            all.some((path) => path.endsWith('/snapshot'))
          )
        }),
      { timeout: 40_000 },
    )
    .toBe(true)

const statesKept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /state|own/.test(name)))

const ages = { ch_DE: /Stand/, ch_EN: /As of|as of|Last known/ } as const

for (const language of seen('phone'))
  test(`U-03 opened without a server, the app shows the last known state with its age; then it is live again, ${language} @phone`, async ({
    page,
  }) => {
    const first = await serve()
    const { port } = new URL(first.url)
    const person = new Person(page, first.url)
    await person.signsIn(accounts.home, language)
    await person.opens(home)
    await expect(page.locator(tile).getByRole('switch')).toBeEnabled()
    await kept(page)

    await first.stop('SIGKILL')
    await person.opens(home)
    await expect(page.locator(tile)).toContainText(ages[language])
    await expect(page.locator(tile).getByRole('switch')).toBeDisabled()
    expect(await person.findings()).toEqual([])

    const second = await serve({ PORT: port }, first.data)
    try {
      await expect(page.locator(tile).getByRole('switch')).toBeEnabled({ timeout: 60_000 })
      await expect(page.locator(tile)).not.toContainText(ages[language])
    } finally {
      await second.remove()
    }
  })

/** As when the app goes out of sight: until what stands there is kept. */
const pageKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
          Reflect.deleteProperty(document, 'hidden')
          return localStorage.getItem('gatehouse.page') !== null
        }),
      { timeout: 40_000 },
    )
    .toBe(true)

interface Arrival {
  /** Of what stands in, and of the app's own: where the tile was, and whether code of the house had come. */
  stoodIn?: { top: number; left: number; width: number; text: string; drawn: boolean }
  app?: { top: number; left: number; width: number; standsIn: boolean }
}
declare global {
  interface Window {
    arrival: Arrival
  }
}

/** From the next page on, what stood in for the app is noted, and where the app drew then. */
async function watchArrival(page: Page): Promise<void> {
  await page.addInitScript((selector) => {
    const arrival: Arrival = {}
    window.arrival = arrival
    const boxOf = (element: Element) => {
      const { top, left, width } = element.getBoundingClientRect()
      return { top, left, width }
    }
    // As it was painted, not as it is put together.
    const painted = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
    const found: { stands?: Element; app?: Element } = {}
    new MutationObserver(() => {
      const stands = document.querySelector(`[inert] ${selector}`)
      const app = document.querySelector(`#root ${selector}`)
      if (stands && !found.stands) {
        found.stands = stands
        const text = document.querySelector('[inert]')?.textContent ?? ''
        arrival.stoodIn = { ...boxOf(stands), text, drawn: app !== null }
      }
      if (app && !found.app) {
        found.app = app
        painted(() => {
          arrival.app = { ...boxOf(app), standsIn: document.querySelector('[inert]') !== null }
        })
      }
    }).observe(document, { subtree: true, childList: true })
  }, tile)
}

/** Opens the home on a slow machine: where the tiles were drawn before anything could stand in for them, once more. */
async function comesBack(person: Person): Promise<void> {
  const { page } = person
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const arrives = async () => {
    await person.opens(home)
    await expect(page.locator(tile).getByRole('switch')).toBeEnabled()
    return page.evaluate(() => window.arrival.stoodIn !== undefined)
  }
  await expect.poll(arrives, { timeout: 60_000 }).toBe(true)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

for (const language of seen('phone'))
  test(`U-03 who comes back sees his tiles where they were before the app has drawn anything, and they do not move when it has, ${language} @phone`, async ({
    page,
  }) => {
    const server = await serve()
    const person = new Person(page, server.url)
    await person.signsIn(accounts.home, language)
    await person.opens(home)
    await expect(page.locator(tile).getByRole('switch')).toBeEnabled()
    await kept(page)
    await pageKept(page)

    await watchArrival(page)
    await comesBack(person)
    const { stoodIn, app } = await page.evaluate(() => window.arrival)
    expect(stoodIn).toMatchObject({
      drawn: false,
      text: expect.stringMatching(language === 'ch_DE' ? /Stand von \d/ : /As of \d/),
    })
    const { left, width } = stoodIn ?? {}
    expect(app).toMatchObject({ left, width, standsIn: false })
    // Rows out of sight are as high as tiles usually are until they are painted: some pixels, no row.
    expect(Math.abs((app?.top ?? 0) - (stoodIn?.top ?? 1000))).toBeLessThan(12)
    await person.sees()
    expect(await person.findings()).toEqual([])

    // What another one sees on this device is his own.
    await page.evaluate(() => localStorage.removeItem('gatehouse.session'))
    await person.signsIn(accounts.admin, language)
    expect(await page.evaluate(() => window.arrival.stoodIn)).toBeUndefined()
    await server.remove()
  })

test('U-03 where a browser has no service worker, since nothing is encrypted, who comes back sees his tiles at once too', async ({
  page,
}) => {
  const server = await serve()
  const person = new Person(page, server.url)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await person.signsIn(accounts.home)
  await person.opens(home)
  await expect(page.locator(tile).getByRole('switch')).toBeEnabled()
  await pageKept(page)
  await watchArrival(page)
  await comesBack(person)
  expect(await page.evaluate(() => window.arrival)).toMatchObject({
    stoodIn: { drawn: false },
    app: { standsIn: false },
  })
  await server.remove()
})

test('B-07 whoever signs out leaves nothing behind: the next person on this device sees nothing of him, with or without a server', async ({
  page,
}) => {
  const server = await serve()
  const person = new Person(page, server.url)
  await person.signsIn(accounts.home)
  await person.opens(home)
  await kept(page)
  await pageKept(page)
  expect(await statesKept(page)).toHaveLength(2)
  await page
    .getByRole('button', { name: /Bühler|Konto/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => statesKept(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('gatehouse.page'))).toBeNull()
  await server.stop('SIGKILL')
  await page.goto(server.url + home).catch(() => undefined)
  await expect(page.locator('body')).not.toContainText('Esstischlampe')
  await server.remove()
})

/** What the browser does when its push service brings something (Chromium's own has none here). */
async function delivers(context: BrowserContext, page: Page, url: string) {
  const session = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return (data: unknown) =>
    session.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: url, registrationId, data: JSON.stringify(data) },
    })
}

interface Shown {
  title: string
  body?: string
  tag?: string
  close(): void
}

/** Stands for the place where a system shows notifications: the browser that walks the journeys draws no windows, and has none. */
const showsInTest = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object }
    let shown: Shown[] = []
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: { tag?: string } = {}) => {
        const one: Shown = {
          ...options,
          title,
          close: () => {
            shown = shown.filter((other) => other !== one)
          },
        }
        shown = [...shown.filter(({ tag }) => tag === undefined || tag !== options.tag), one]
      },
      getNotifications: async () => shown,
    })
  })

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: { getNotifications(): Promise<Shown[]> } }
    return (await scope.registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Somebody touches a notification, or its button. */
const touches = (worker: Worker, title: string, action: string) =>
  worker.evaluate(
    async ([wanted, chosen]) => {
      const scope = globalThis as unknown as {
        registration: { getNotifications(): Promise<Shown[]> }
        dispatchEvent(event: Event): boolean
      }
      const notification = (await scope.registration.getNotifications()).find((one) => one.title === wanted)
      const work: Promise<unknown>[] = []
      const waitUntil = (one: Promise<unknown>) => void work.push(one)
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, action: chosen, waitUntil }),
      )
      await Promise.allSettled(work)
    },
    [title, action] as const,
  )

test.describe('push', () => {
  const service = new PushService()
  let host: string
  test.beforeAll(async () => {
    host = await service.open()
  })
  test.afterAll(() => service.close())

  for (const language of seen('phone'))
    test(`a device is woken, tried, changed and switched off; an alarm is reacted to from its notification, ${language} @phone`, async ({
      page,
      context,
    }) => {
      const environment = { GATEHOUSE_PUSH_HOSTS: host, GATEHOUSE_PUSH_PRIVATE: 'yes' }
      const before = await serve(environment)
      await before.stop()
      const store = await openStore(before.data)
      const alarm = await store.alarmNotifications.raise({
        ...{ serialNumber: demoSerialNumber, subject: 'd1', facts: { roomName: 'Küche' }, at: Date.now() },
        alarm: { code: 'smoke', icon: 'smoke', priority: 3, names: [{ lang: 'de_DE', name: 'Rauch' }] },
      })
      await store.close()
      const server = await serve(environment, before.data)
      await context.grantPermissions(['notifications'], { origin: server.url })
      const browser = new PushBrowser(host)
      await context.addInitScript((made) => {
        const fake = { toJSON: () => made, unsubscribe: async () => true, options: {} }
        PushManager.prototype.subscribe = async () => fake as never
      }, browser.subscription)
      const person = new Person(page, server.url)
      await person.signsIn(accounts.home, language)
      await person.opens('/user_settings')
      const say = (de: string, en: string) => (language === 'ch_DE' ? de : en)
      await page
        .getByRole('button', { name: say('Auf diesem Gerät einschalten', 'Switch on for this device') })
        .click()
      await expect(page.getByText(say('Dieses', 'This one'), { exact: true })).toBeVisible()
      expect(await person.findings()).toEqual([])

      const row = page
        .getByRole('listitem')
        .filter({ hasText: say('Ausser in der Ruhezeit', 'Not in the quiet hours') })
      const act = async (name: string) => {
        await row.getByRole('button', { name: /^(?:Mehr|More)/ }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await act(say('Probe senden', 'Send a test'))
      await expect.poll(() => service.taken.filter(({ path }) => path === browser.path).length).toBe(1)
      expect(service.faults).toEqual([])
      const [sent] = service.taken.filter(({ path }) => path === browser.path)
      const payload = browser.read<{ title: string }>(sent?.body ?? Buffer.alloc(0))
      const deliver = await delivers(context, page, server.url)
      const [worker] = context.serviceWorkers()
      if (!worker) throw new Error('no service worker')
      await showsInTest(worker)
      await deliver(payload)
      await expect.poll(() => shownBy(worker)).toMatchObject([{ title: payload.title }])

      await deliver({
        ...{ title: 'Rauch', body: 'Küche', path: '/devices', tag: 'a', urgent: true },
        react: { id: alarm?.id, label: 'React', text: 'On my way', failed: 'Not heard' },
      })
      await expect.poll(async () => (await shownBy(worker)).map(({ title }) => title)).toContain('Rauch')
      await touches(worker, 'Rauch', 'react')
      const reacted = await page.evaluate(async (sn) => {
        const { sessionId } = JSON.parse(localStorage.getItem('gatehouse.session') ?? '{}')
        const answer = await fetch('/api/alarm/notification_list', {
          method: 'POST',
          headers: { sessionId, 'content-type': 'application/json' },
          body: JSON.stringify({ serialNumber: sn }),
        })
        return (await answer.json()).data
      }, demoSerialNumber)
      expect(reacted.find(({ _id }: { _id: string }) => _id === alarm?.id)).toMatchObject({
        ...{ isReacted: true, responseMsg: 'On my way' },
      })

      // A second time somebody else was quicker: whoever reacts is told.
      await deliver({
        ...{ title: 'Rauch', body: 'Küche', path: '/user_settings', tag: 'a', urgent: true },
        react: { id: alarm?.id, label: 'React', text: 'On my way', failed: 'Not heard' },
      })
      await expect.poll(async () => (await shownBy(worker)).map(({ title }) => title)).toContain('Rauch')
      await touches(worker, 'Rauch', 'react')
      await expect.poll(async () => (await shownBy(worker)).map(({ body }) => body)).toContain('Not heard')
      await touches(worker, 'Rauch', '')

      await row.getByRole('button', { name: say('Ändern', 'Change') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('Nur für Dringendes', 'Only if urgent'), { exact: true }).click()
      expect(await person.findings()).toEqual([])
      await dialog.getByRole('button', { name: say('Ändern', 'Change') }).click()
      const urgent = page
        .getByRole('listitem')
        .filter({ hasText: say('Nur für Dringendes', 'Only if urgent') })
      await urgent.getByRole('button', { name: /^(?:Mehr|More)/ }).click()
      await page.getByRole('menuitem', { name: say('Ausschalten', 'Switch off') }).click()
      await expect(page.getByText(say('Kein Gerät wird geweckt', 'No device is woken'))).toBeVisible()
      await server.remove()
    })
})
