import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import type { ChannelEvent } from '#server/lib/channel/port.ts'
import { Notifier } from '#server/notifications.ts'
import type { Message } from '#server/outbound/messenger.ts'
import { createRights } from '#server/rights.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { Site, silent } from '../kit.ts'

let site: Site
let home: Caller
let guest: Caller
const told: [string, ChannelEvent][] = []
let notifier: Notifier
/** Who has devices that are woken. */
const awake = new Set<string>()
const woken: Message[] = []
let faulty = false
beforeAll(async () => {
  site = await Site.open()
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
  notifier = new Notifier({
    store: site.store,
    broker: { publishToUser: (userId, event) => told.push([userId, event]) },
    rights: createRights(site.store),
    messenger: {
      reaches: async (userId) => awake.has(userId),
      async send(message) {
        if (faulty) throw new Error('The disk is full')
        woken.push(message)
      },
    },
    questions: { shown: async (all) => [...all] },
    log: silent,
    now: () => site.now,
  })
})
afterAll(() => site.close())
beforeEach(async () => {
  told.length = 0
  woken.length = 0
  awake.clear()
  faulty = false
  await site.store.notifications.purge(site.now + 1)
})

const say = (userId: string, title = 'Smoke in the kitchen', body = '') =>
  notifier.notify({ userId, gateway: SN, title, body, kind: 'rule' })
const missed = async (caller: Caller) => (await caller('GET', '/notifier/notifications/missed')).json()
const list = async (caller: Caller, query = '') =>
  (await caller('GET', `/notifier/notifications${query}`)).json<{
    data: { id: string; title: string; seen: boolean }[]
    count: number
  }>()

describe('3.7-038 the count of missed notifications', () => {
  test('counts what the caller was told and has not seen, nobody else’s', async () => {
    const first = await say('demo-home')
    await say('demo-home', 'Water in the cellar')
    expect([await missed(home), await missed(guest)]).toEqual([{ missed: 2 }, { missed: 0 }])
    const seen = await home('POST', '/notifier/notifications/seen', { upTo: first?.id })
    expect([seen.status, seen.json()]).toEqual([200, { missed: 1 }])
    expect(await missed(home)).toEqual({ missed: 1 })
    const { data, count } = await list(home, '?limit=1')
    expect([data.map(({ title }) => title), count]).toEqual([['Water in the cellar'], 2])
  })

  test('who sees a foreign notification sees nothing of his own by it, and the other keeps it', async () => {
    const foreign = await say('demo-home')
    await guest('POST', '/notifier/notifications/seen', { upTo: foreign?.id })
    expect(await missed(home)).toEqual({ missed: 1 })
    expect((await list(guest)).count).toBe(0)
  })

  test('the other clients of the person hear that they were seen; nobody else does', async () => {
    const one = await say('demo-home')
    const mine = await Listener.of(site, 'demo-home')
    const other = await Listener.of(site, 'demo-guest')
    try {
      await home('POST', '/notifier/notifications/seen', { upTo: one?.id })
      const [heard] = await mine.heard('notifications_seen')
      expect(heard?.data).toEqual({ upTo: one?.id, missed: 0 })
      await other.quiet()
      expect(other.own()).toEqual([])
    } finally {
      for (const { peer } of [mine, other]) peer.kill()
    }
  })

  test('a session that a gateway began is not told what its owner was told', async () => {
    const sessionId = await site.sessionOf('demo-home', SN)
    expect((await site.get('/api/notifier/notifications', sessionId)).status).toBe(403)
    expect((await site.get('/api/notifier/notifications/missed', sessionId)).status).toBe(403)
  })
})

describe('telling somebody', () => {
  test('keeps it and tells it at once, with how many were missed', async () => {
    const notification = await say('demo-guest', 'Smoke', 'Leave the house.')
    expect(told).toEqual([
      ['demo-guest', { event: 'notification_created', data: { notification, missed: 1 } }],
    ])
    expect((await list(guest)).data).toEqual([notification])
  })

  test('Z: whoever may no longer use the gateway is told nothing about it', async () => {
    expect(await say('demo-owner-0')).toBeUndefined()
    expect(told).toEqual([])
    expect(await site.store.notifications.missed('demo-owner-0')).toBe(0)
  })

  test('what is too long is cut between characters, and says so', async () => {
    const { title, body } = (await say('demo-home', '🏠'.repeat(201), 'x'.repeat(2001))) ?? {}
    expect([[...(title ?? '')].length, title?.endsWith('🏠…')]).toEqual([200, true])
    expect([body?.length, body?.endsWith('x…')]).toEqual([2000, true])
  })
})

describe('whoever has devices that are woken', () => {
  test('is told of it there too, with the page that it leads to', async () => {
    awake.add('demo-home')
    const kept = await say('demo-home', 'Garage', 'is open')
    expect(woken).toEqual([
      {
        ...{ message: `notification/${kept?.id}`, userId: 'demo-home', way: 'push' },
        ...{ title: 'Garage', text: 'is open', path: expect.stringMatching(/^\//), urgent: false },
      },
    ])
  })

  test('is woken for what is urgent, and may react to it there; who has none is told in the app alone', async () => {
    awake.add('demo-home')
    const notify = (userId: string) =>
      notifier.notify(
        { userId, gateway: SN, title: 'Smoke', body: '', kind: 'alarm' },
        { urgent: true, path: '/devices', reactTo: 'a1' },
      )
    await notify('demo-home')
    await notify('demo-guest')
    expect(woken).toMatchObject([{ userId: 'demo-home', urgent: true, path: '/devices', reactTo: 'a1' }])
  })

  test('is woken once where somebody else does so by himself', async () => {
    awake.add('demo-home')
    await notifier.notify(
      { userId: 'demo-home', gateway: SN, title: 'Smoke', body: '', kind: 'alarm' },
      false,
    )
    expect(woken).toEqual([])
  })

  test('a device that cannot be woken loses nothing of it', async () => {
    awake.add('demo-home')
    faulty = true
    expect(await say('demo-home')).toBeDefined()
    expect(await missed(home)).toEqual({ missed: 1 })
  })
})
