import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pushCarrier } from '#server/outbound/carriers/push.ts'
import { ServerKeys } from '#server/outbound/carriers/server-keys.ts'
import type { Message } from '#server/outbound/messenger.ts'
import { Seal } from '#server/outbound/seal.ts'
import type { PushMode } from '#server/store/people/push-subscriptions.ts'
import { PushBrowser, PushService } from '../../support/push-service.ts'
import { type World, world } from './kit.ts'

const soon = { timeout: 20_000, interval: 10 }
const seal = new Seal(randomBytes(32))

let service: PushService
let there: World
let alive: boolean
let browsers: PushBrowser[]
beforeEach(async () => {
  service = new PushService()
  const host = await service.open()
  alive = true
  browsers = []
  there = await world(({ store, now }) => ({
    push: pushCarrier({
      services: { contact: 'mailto:home@gatehouse.test', hosts: [host], privateAllowed: true },
      keys: new ServerKeys({ store, seal }),
      ...{ store, seal, now },
      sessionLives: async (key) => alive && (await store.sessions.findByKey(key)) !== undefined,
    }),
  }))
})
afterEach(() => service.close())

async function device(mode: PushMode = 'quiet', label = 'Firefox, Android'): Promise<PushBrowser> {
  const browser = new PushBrowser(service.host)
  const { key } = await there.store.sessions.create({
    ...{ id: randomBytes(16).toString('base64url'), userId: 'mia', at: there.now() },
  })
  await there.store.pushSubscriptions.keep({
    ...{
      id: `device${browsers.length}`,
      userId: 'mia',
      sessionKey: key,
      label,
      mode,
      createdAt: there.now(),
    },
    ...{ sealed: seal.close(JSON.stringify(browser.subscription)), endpoint: browser.subscription.endpoint },
  })
  browsers.push(browser)
  return browser
}

const say = (more: Partial<Message> = {}) =>
  there.messenger.send({
    ...{ message: 'notification/1', userId: 'mia', way: 'push', title: 'Water', text: 'In the cellar' },
    ...{ urgent: false, ...more },
  })
const receipts = async (name = 'notification/1') => (await there.messenger.receipts([name])).get(name) ?? []
const settled = (states: readonly string[], name?: string) =>
  vi.waitFor(
    async () => expect((await receipts(name)).map(({ state }) => state).sort()).toEqual([...states].sort()),
    soon,
  )
const readBy = (browser: PushBrowser) =>
  service.taken.filter(({ path }) => path === browser.path).map(({ body }) => browser.read(body))

describe('Web Push', () => {
  test('V-11 wakes every device of a person with what it alone can read, signed as this server', async () => {
    const [phone, tablet] = [await device(), await device()]
    await say({ path: '/devices', reactTo: 'a1', urgent: true })
    await settled(['sent', 'sent'])
    expect(service.faults).toEqual([])
    const shown = {
      ...{ title: 'Water', body: 'In the cellar', path: '/devices', urgent: true, tag: 'notification/1' },
      react: {
        id: 'a1',
        label: 'I am taking care of it',
        text: 'I am taking care of it.',
        failed: expect.any(String),
      },
    }
    expect([readBy(phone), readBy(tablet)]).toEqual([[shown], [shown]])
    const [{ body, headers }] = service.taken as [(typeof service.taken)[0]]
    expect(headers.urgency).toBe('high')
    expect(body.toString('latin1')).not.toContain('Water')
    const other = service.taken.find(({ path }) => path === tablet.path)
    expect(() => phone.read(other?.body ?? Buffer.alloc(0))).toThrow()
  })

  test('V-11 what was changed on the way is not read', async () => {
    const phone = await device()
    await say()
    await settled(['sent'])
    const [{ body }] = service.taken as [(typeof service.taken)[0]]
    const changed = Buffer.from(body)
    changed.writeUInt8(changed.readUInt8(changed.length - 20) ^ 1, changed.length - 20)
    expect(() => phone.read(changed)).toThrow()
  })

  test('B-01 the longest and strangest text fits into one record', async () => {
    const phone = await device()
    await say({ title: '👩‍👩‍👧'.repeat(60), text: '"\\\u0000'.repeat(3000) })
    await settled(['sent'])
    expect(readBy(phone)).toHaveLength(1)
    expect(service.taken[0]?.body.length).toBeLessThanOrEqual(4096)
  })

  test.each([404, 410])('a subscription that is gone (%i) is removed, and asked no more', async (status) => {
    await device()
    service.refuse = () => ({ status })
    await say()
    await settled(['failed'])
    expect(await receipts()).toMatchObject([{ to: 'Firefox, Android', reason: 'gone' }])
    expect(await there.store.pushSubscriptions.ofUser('mia')).toEqual([])
    expect(await there.messenger.reaches('mia', 'push')).toBe(false)
  })

  test.each([
    [429, { 'retry-after': '60' }, 60_000],
    [500, {}, 10_000],
    [503, {}, 10_000],
  ])('%i is tried again', async (status, headers, pause) => {
    const phone = await device()
    service.refuse = () => ({ status, headers })
    await say()
    await vi.waitFor(async () => expect((await receipts())[0]?.reason).toBe(String(status)), soon)
    service.refuse = undefined
    there.pass(pause - 1)
    await there.outbound.deliverDue()
    expect(service.taken).toEqual([])
    there.pass(1)
    await there.outbound.deliverDue()
    await settled(['sent'])
    expect(readBy(phone)).toHaveLength(1)
  })

  test('an answer that breaks off after its yes is a yes', async () => {
    await device()
    service.refuse = () => 'break'
    await say()
    await settled(['sent'])
    expect(service.taken).toHaveLength(1)
  })

  test('413 is for good', async () => {
    await device()
    service.refuse = () => ({ status: 413 })
    await say()
    await settled(['failed'])
    expect(await there.store.pushSubscriptions.ofUser('mia')).toHaveLength(1)
  })

  test('A-11 a session that was ended gets no more push, nor does one that is over', async () => {
    await device()
    const kept = (await there.store.pushSubscriptions.ofUser('mia'))[0]
    alive = false
    await say()
    await settled(['failed'])
    expect(await receipts()).toMatchObject([{ reason: 'gone' }])
    alive = true
    await there.store.sessions.end(kept?.sessionKey ?? '')
    expect(await there.store.pushSubscriptions.ofUser('mia')).toEqual([])
    await say({ message: 'notification/2' })
    expect(await receipts('notification/2')).toMatchObject([{ state: 'failed', reason: 'no_address' }])
    expect(service.taken).toEqual([])
  })

  test('A-11 what waits for a session that ends meanwhile is not sent', async () => {
    await device()
    service.refuse = () => ({ status: 500 })
    await say()
    await vi.waitFor(async () => expect((await receipts())[0]?.reason).toBe('500'), soon)
    service.refuse = undefined
    await there.store.sessions.endAll('mia')
    there.pass(60_000)
    await there.outbound.deliverDue()
    await settled(['failed'])
    expect(service.taken).toEqual([])
  })

  test('A-05 where a device is woken lies sealed in the database', async () => {
    const phone = await device()
    const rows = JSON.stringify(await there.store.pushSubscriptions.ofUser('mia'))
    expect(rows).not.toContain(phone.path)
    expect(rows).not.toContain(phone.subscription.keys.auth)
  })
})

describe('the keys by which push services know this server', () => {
  test('are made once, are the same after a restart, and lie sealed', async () => {
    const { store } = there
    const first = await new ServerKeys({ store, seal }).read()
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65)
    expect(await new ServerKeys({ store, seal }).read()).toEqual(first)
    expect(await store.secrets.find('vapid')).not.toContain(first.privateKey)
  })

  test('are made anew when nobody can open them; what subscribed with the old ones is gone', async () => {
    const { store } = there
    const first = await new ServerKeys({ store, seal }).read()
    await device()
    const other = new Seal(randomBytes(32))
    const second = await new ServerKeys({ store, seal: other }).read()
    expect(second.publicKey).not.toBe(first.publicKey)
    expect(await new ServerKeys({ store, seal: other }).read()).toEqual(second)
    expect(await store.pushSubscriptions.ofUser('mia')).toEqual([])
  })
})

describe('quiet hours', () => {
  /** It is noon in UTC, one o'clock in Zürich. */
  const quiet = (from: number, until: number, zone = 'Europe/Zurich') =>
    there.store.quietHours.set('mia', { active: true, from, until, zone })

  test('what is not urgent waits for their end, where one notification says how many came', async () => {
    const phone = await device('quiet')
    await quiet(12 * 60, 13 * 60 + 30)
    await say()
    await say({ message: 'notification/2' })
    await say({ message: 'notification/3' })
    // Whoever was interrupted tells it again: it counts once.
    await say({ message: 'notification/2' })
    await there.outbound.deliverDue()
    expect(service.taken).toEqual([])
    there.pass(1_799_000)
    await there.outbound.deliverDue()
    expect(service.taken).toEqual([])
    there.pass(1000)
    await there.outbound.deliverDue()
    expect(readBy(phone)).toMatchObject([
      {
        ...{ title: 'Notifications during your quiet hours', urgent: false },
        body: '3 notifications came during your quiet hours. The bell shows them.',
      },
    ])
  })

  test('each night counts anew, and one alone is told as one', async () => {
    const phone = await device('quiet')
    await quiet(12 * 60, 13 * 60 + 30)
    await say()
    await say({ message: 'notification/2' })
    there.pass(1_800_000)
    await there.outbound.deliverDue()
    there.pass(23 * 3_600_000)
    await say({ message: 'notification/3' })
    there.pass(3_600_000)
    await there.outbound.deliverDue()
    expect(readBy(phone)).toMatchObject([
      { body: '2 notifications came during your quiet hours. The bell shows them.' },
      { body: 'One notification came during your quiet hours. The bell shows it.' },
    ])
  })

  test('what is urgent gets through', async () => {
    const phone = await device('quiet')
    await quiet(0, 1439)
    await say({ urgent: true })
    await settled(['sent'])
    expect(readBy(phone)).toHaveLength(1)
  })

  test('may go over midnight, by the clock of the person', async () => {
    const phone = await device('quiet')
    await quiet(22 * 60, 6 * 60, 'Pacific/Auckland')
    await say()
    await there.outbound.deliverDue()
    expect(service.taken).toEqual([])
    await quiet(22 * 60, 6 * 60, 'Europe/Zurich')
    await say({ message: 'notification/2' })
    await settled(['sent'], 'notification/2')
    expect(readBy(phone)).toHaveLength(1)
  })

  test('are each device its own: one is always woken, one only for what is urgent', async () => {
    const [always, urgent] = [await device('all'), await device('urgent')]
    await quiet(0, 1439)
    await say()
    await settled(['sent'])
    expect([readBy(always).length, readBy(urgent).length]).toEqual([1, 0])
    await say({ message: 'notification/2', urgent: true })
    await settled(['sent', 'sent'], 'notification/2')
    expect([readBy(always).length, readBy(urgent).length]).toEqual([2, 1])
  })

  test('that are switched off hold nothing back', async () => {
    const phone = await device('quiet')
    await there.store.quietHours.set('mia', { active: false, from: 0, until: 1439, zone: 'UTC' })
    await say()
    await settled(['sent'])
    expect(readBy(phone)).toHaveLength(1)
  })
})
