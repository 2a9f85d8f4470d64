import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PushBrowser, PushService } from '../../support/push-service.ts'
import { demo, newFolder, root, Site, silent, stranger } from '../kit.ts'

const soon = { timeout: 20_000, interval: 20 }
const service = new PushService()
let site: Site
let host: string
beforeAll(async () => {
  host = await service.open()
  site = await Site.open({ GATEHOUSE_PUSH_HOSTS: host, GATEHOUSE_PUSH_PRIVATE: 'yes' })
})
afterAll(async () => {
  await site.close()
  service.close()
})
beforeEach(() => {
  service.taken.length = 0
  service.refuse = undefined
})

interface Device {
  id: string
  label: string
  mode: string
  current: boolean
}

/** A browser in which somebody is signed in. */
async function browser(who: { identity: string; secret: string } = demo.home, there = site) {
  const { sessionId, userId } = (
    await there.login(who, { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile) Firefox/140.0' })
  ).json<{ sessionId: string; userId: string }>()
  const push = new PushBrowser(host)
  const call = (method: string, path: string, body?: unknown) =>
    there.call(method, `/api${path}`, {
      headers: { sessionId, 'x-forwarded-for': stranger() },
      ...(body === undefined ? {} : { body }),
    })
  return {
    ...{ call, push, userId, sessionId },
    subscribe: (subscription: unknown = push.subscription) => call('POST', '/notifier/push', subscription),
    devices: async () =>
      (await call('GET', '/notifier/push')).json<{ data: Device[]; publicKey: string; here: boolean }>(),
    read: () => service.taken.filter(({ path }) => path === push.path).map(({ body }) => push.read(body)),
  }
}

describe('devices that are woken', () => {
  test('are told by their browser, and say which of them is this one', async () => {
    const [phone, desk] = [await browser(), await browser()]
    expect((await phone.subscribe()).json()).toMatchObject({
      ...{ label: 'Firefox, Android', mode: 'quiet', current: true },
    })
    site.pass(1000)
    await desk.subscribe()
    const { data, here, publicKey } = await desk.devices()
    expect([data.map(({ current }) => current), here]).toEqual([[false, true], true])
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    for (const { id } of data) await desk.call('DELETE', `/notifier/push/${id}`)
    expect((await desk.devices()).data).toEqual([])
  })

  test('are tried by their person, in quiet hours too, and only the one that is meant', async () => {
    const [phone, desk] = [await browser(), await browser()]
    const { id } = (await phone.subscribe()).json<Device>()
    await desk.subscribe()
    await phone.call('PUT', '/notifier/quiet', { active: true, from: '00:00', until: '23:59', zone: 'UTC' })
    expect((await phone.call('POST', `/notifier/push/${id}/test`)).status).toBe(204)
    await vi.waitFor(() => expect(service.taken).toHaveLength(1), soon)
    expect(service.faults).toEqual([])
    expect(phone.read()).toMatchObject([
      { title: 'Meldungen kommen hier an', body: expect.stringContaining('Firefox, Android'), urgent: true },
    ])
    await phone.call('PUT', '/notifier/quiet', { active: false, from: '22:00', until: '06:00', zone: 'UTC' })
  })

  test('A-11 signing out ends them at once; so does ending the session from elsewhere', async () => {
    const [phone, desk] = [await browser(), await browser()]
    await phone.subscribe()
    await desk.subscribe()
    const count = async () => (await site.store.pushSubscriptions.ofUser(phone.userId)).length
    const before = await count()
    await phone.call('GET', '/auth/logout')
    expect(await count()).toBe(before - 1)
    const other = await browser()
    await other.call('POST', '/auth/logoutAll', {})
    expect(await count()).toBe(0)
  })

  test("A-11 whoever subscribes on a device that was somebody else's takes it over: nothing comes there for the other", async () => {
    const [home, guest] = [await browser(demo.home), await browser(demo.guest)]
    await home.subscribe()
    await guest.subscribe(home.push.subscription)
    expect((await home.devices()).data.filter(({ current }) => current)).toEqual([])
    expect((await guest.devices()).data).toHaveLength(1)
  })

  test('Z-02 nobody changes, tries or removes the device of somebody else', async () => {
    const [home, guest] = [await browser(demo.home), await browser(demo.guest)]
    const { id } = (await home.subscribe()).json<Device>()
    const answers = await Promise.all([
      guest.call('PUT', `/notifier/push/${id}`, { mode: 'urgent' }),
      guest.call('DELETE', `/notifier/push/${id}`),
      guest.call('POST', `/notifier/push/${id}/test`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await home.devices()).data.find((one) => one.id === id)).toMatchObject({ mode: 'quiet' })
    expect((await home.call('PUT', `/notifier/push/${id}`, { mode: 'urgent' })).status).toBe(204)
    expect((await home.devices()).data.find((one) => one.id === id)).toMatchObject({ mode: 'urgent' })
  })

  test.each([
    ['another host', 'https://169.254.169.254/latest'],
    ['a host that only begins alike', `http://127.0.0.1.evil.example/wake`],
    ['a name with its credentials', 'http://a:b@127.0.0.1/wake'],
    ['another protocol', 'ftp://127.0.0.1/wake'],
  ])('V-11 %s is no push service', async (_what, endpoint) => {
    const home = await browser()
    const answer = await home.subscribe({ ...home.push.subscription, endpoint })
    expect([answer.status, answer.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      400,
      'PUSH_SERVICE_UNKNOWN',
    ])
  })

  test('V-01 keys that are none are refused', async () => {
    const home = await browser()
    const { endpoint, keys } = home.push.subscription
    for (const wrong of [
      { ...keys, p256dh: 'A'.repeat(87) },
      { ...keys, auth: 'AA' },
      { p256dh: keys.p256dh },
    ])
      expect((await home.subscribe({ endpoint, keys: wrong })).status).toBe(400)
  })

  test('a session has one of them: what it subscribed with before is woken no more', async () => {
    const home = await browser()
    await home.subscribe()
    await home.subscribe(new PushBrowser(host).subscription)
    expect((await home.devices()).data.filter(({ current }) => current)).toHaveLength(1)
  })

  test('a person has at most twenty: of more, the oldest go', async () => {
    const guest = await browser(demo.guest)
    await guest.subscribe()
    for (let n = 0; n < 20; n++) {
      const { key } = await site.store.sessions.create({
        id: `session-${n}`.padEnd(22, 'x'),
        userId: guest.userId,
        at: site.now,
      })
      const { endpoint } = new PushBrowser(host).subscription
      await site.store.pushSubscriptions.keep({
        ...{ id: `n${n}`, userId: guest.userId, sessionKey: key, sealed: '', label: '', mode: 'all' },
        ...{ createdAt: site.now + n + 1, endpoint },
      })
    }
    site.pass(60_000)
    const newest = await browser(demo.guest)
    await newest.subscribe()
    const { data } = await newest.devices()
    expect(data).toHaveLength(20)
    expect(data.at(-1)?.current).toBe(true)
  })
})

describe('a session that is about to end', () => {
  test('says so on its device a day before, once for each time that it was used last', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const there = await Site.open({
      ...{ GATEHOUSE_PUSH_HOSTS: host, GATEHOUSE_PUSH_PRIVATE: 'yes', GATEHOUSE_SESSION_IDLE: '48' },
    })
    const minute = () => vi.advanceTimersByTimeAsync(60_000)
    const home = await browser(demo.home, there)
    await home.subscribe()
    there.pass(23 * 3_600_000)
    await minute()
    expect(home.read()).toEqual([])
    there.pass(2 * 3_600_000)
    await minute()
    await vi.waitFor(() => expect(home.read()).toHaveLength(1), soon)
    await minute()
    expect(home.read()).toMatchObject([{ title: 'Dieses Gerät wird bald abgemeldet' }])
    // Whoever opens the app has it last longer, and is told again when that is over.
    await home.call('GET', '/settings')
    there.pass(25 * 3_600_000)
    await minute()
    await vi.waitFor(() => expect(home.read()).toHaveLength(2), soon)
    vi.useRealTimers()
    await there.close()
  })
})

test('by which ways alarms come is said by each for himself; for what is urgent one has to stay', async () => {
  const guest = await browser(demo.guest)
  const all = { pushNotification: true, emailNotification: true, SMS: true, call: true }
  const every = { urgent: all, high: all, medium: all, low: all }
  const ways = async () => (await guest.call('GET', '/notifier/ways')).json()
  expect(await ways()).toEqual(every)
  const tick = (priority: string, way: string, wanted: unknown) =>
    guest.call('PUT', '/notifier/ways', { priority, way, wanted })
  expect((await tick('high', 'call', false)).status).toBe(204)
  const mine = { ...every, high: { ...all, call: false } }
  expect(await ways()).toEqual(mine)
  for (const way of ['pushNotification', 'emailNotification', 'SMS']) await tick('urgent', way, false)
  const refused = await tick('urgent', 'call', false)
  expect(refused.json()).toMatchObject([{ errorCode: 'URGENT_NEEDS_A_WAY', field: '/wanted' }])
  for (const [priority, way, wanted] of [
    ['low', 'fax', true],
    ['top', 'SMS', true],
    ['low', 'SMS', 'no'],
  ] as const)
    expect((await tick(priority, way, wanted)).status).toBe(400)
  expect(await ways()).toEqual({
    ...mine,
    urgent: { ...all, pushNotification: false, emailNotification: false, SMS: false },
  })
})

test('of two pages that a person has open each changes its own tick, and what is urgent keeps a way', async () => {
  const home = await browser(demo.home)
  const tick = (priority: string, way: string, wanted: boolean) =>
    home.call('PUT', '/notifier/ways', { priority, way, wanted })
  const several = ['pushNotification', 'emailNotification', 'SMS', 'call'] as const
  const ways = async () =>
    (await home.call('GET', '/notifier/ways')).json() as Record<string, Record<string, boolean>>
  await Promise.all(several.map((way) => tick('low', way, false)))
  expect((await ways()).low).toEqual(Object.fromEntries(several.map((way) => [way, false])))
  const answers = await Promise.all(several.map((way) => tick('urgent', way, false)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 400])
  expect(Object.values((await ways()).urgent ?? {}).filter((on) => on)).toHaveLength(1)
})

describe('quiet hours', () => {
  test('are kept as they were entered; before that they are off', async () => {
    const guest = await browser(demo.guest)
    expect((await guest.call('GET', '/notifier/quiet')).json()).toEqual({
      ...{ active: false, from: '22:00', until: '06:30', zone: 'Europe/Zurich' },
    })
    const mine = { active: true, from: '22:45', until: '05:05', zone: 'Asia/Kathmandu' }
    expect((await guest.call('PUT', '/notifier/quiet', mine)).status).toBe(204)
    expect((await guest.call('GET', '/notifier/quiet')).json()).toEqual(mine)
  })

  test.each([{ from: '24:00' }, { until: '6:30' }, { zone: 'Mars/Olympus' }, { active: 'yes' }])(
    'V-01 %j is refused',
    async (wrong) => {
      const guest = await browser(demo.guest)
      const hours = { active: true, from: '22:00', until: '06:00', zone: 'UTC', ...wrong }
      expect((await guest.call('PUT', '/notifier/quiet', hours)).status).toBe(400)
    },
  )
})

test('where no push service is allowed, no device is woken, and the app knows', async () => {
  const shut = await Site.open({ GATEHOUSE_PUSH_HOSTS: 'none' }, silent, root, {}, newFolder())
  const home = await browser(demo.home, shut)
  expect(await home.devices()).toMatchObject({ available: false, publicKey: '' })
  expect((await home.subscribe()).status).toBe(409)
  await shut.close()
})

test('S-02 keys and devices are the same after a restart', async () => {
  const data = newFolder()
  const environment = { GATEHOUSE_PUSH_HOSTS: host, GATEHOUSE_PUSH_PRIVATE: 'yes' }
  const first = await Site.open(environment, silent, root, {}, data)
  const home = await browser(demo.home, first)
  await home.subscribe()
  const before = await home.devices()
  await first.stop()
  const second = await Site.open(environment, silent, root, {}, data)
  const after = (await second.get('/api/notifier/push', home.sessionId)).json()
  expect(after).toEqual(before)
  const [device] = before.data
  await second.call('POST', `/api/notifier/push/${device?.id}/test`, {
    headers: { sessionId: home.sessionId },
  })
  await vi.waitFor(() => expect(home.read()).toHaveLength(1), soon)
  await second.close()
})
