import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Deletion } from '#server/auth/deletion.ts'
import { gateway } from '../../store/samples.ts'
import { connectBrowser } from '../channel-kit.ts'
import { demo, newFolder, type SignedIn, Site, stranger } from '../kit.ts'
import { Mailbox, somebodyAt } from '../mail-kit.ts'

/** A gateway of somebody who leaves. */
const spare = gateway('SPARE-1')

let site: Site
let mailbox: Mailbox
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_DELETION_DAYS: '3' })
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

interface Row {
  sessionId: string
  username: string
  name?: string
  lastName?: string
  current: boolean
  clientType: string
  deviceModel?: string
}

const post = (path: string, sessionId: string, body: unknown) =>
  site.call('POST', `/api/auth/${path}`, { body, headers: { sessionId } })
const listOf = async (userId: string, sessionId: string, more = {}) =>
  (await post('getLoggedInUsers', sessionId, { userId, ...more })).json<{ data: Row[]; count: number }>()
const alive = async (sessionId: string): Promise<boolean> =>
  (await site.get('/api/udm/device/list', sessionId)).status === 200
const somebody = () => somebodyAt(site, mailbox)

const connect = (who: SignedIn) => connectBrowser(site, who)

describe('who is signed in', () => {
  // 1.3-014 1.3-015 1.3-016 1.3-017 1.3-018 1.3-019
  test('3.3-058 3.3-059 the own sessions are listed, newest first, with what they are used with; no id opens one', async () => {
    const person = await somebody()
    site.pass(1000)
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'
    const second = (await site.login(person, { 'user-agent': agent })).json<SignedIn>()
    const { data, count } = await listOf(person.userId, second.sessionId)
    expect(count).toBe(2)
    expect(data[0]).toMatchObject({
      name: 'Anna-Lena',
      lastName: "D'Amico",
      username: person.identity,
      sessionId: expect.any(String),
      current: true,
      clientType: 'browser',
      deviceType: 'desktop',
      deviceModel: 'Chrome, Windows',
    })
    expect(data[1]).toMatchObject({ current: false, clientType: 'other' })
    for (const row of data) {
      expect([person.sessionId, second.sessionId]).not.toContain(row.sessionId)
      expect(await alive(row.sessionId)).toBe(false)
    }
  })

  test('1.7-019 3.7-121 they are asked for by limit and skip', async () => {
    const person = await somebody()
    site.pass(1000)
    const second = (await site.login(person)).json<SignedIn>()
    const { data, count } = await listOf(person.userId, second.sessionId)
    expect([data.length, count]).toEqual([2, 2])
    expect(await listOf(person.userId, second.sessionId, { limit: 1, skip: 1 })).toEqual({
      data: [data[1]],
      count,
    })
  })

  test('Z-03 others see nothing of them, administrators do', async () => {
    const person = await somebody()
    const [home, admin] = [await site.signIn(demo.home), await site.signIn(demo.admin)]
    expect((await post('getLoggedInUsers', home.sessionId, { userId: person.userId })).status).toBe(404)
    expect((await listOf(person.userId, admin.sessionId)).count).toBe(1)
  })
})

describe('ending sessions', () => {
  test('A-11 logoutOne ends one, live socket included, and says that it was another login', async () => {
    const mine = await somebody()
    const other = (await site.login(mine)).json<SignedIn>()
    const live = await connect(other)
    const { data } = await listOf(mine.userId, mine.sessionId)
    const key = data.find(({ current }) => !current)?.sessionId
    expect((await post('logoutOne', mine.sessionId, { sessionId: key })).status).toBe(204)
    expect(await live.ended).toBe('other_login')
    expect([await alive(mine.sessionId), await alive(other.sessionId)]).toEqual([true, false])
  })

  test('A-11 the session of somebody else is answered like one that there is not', async () => {
    const [mine, foreign] = [await somebody(), await site.signIn(demo.guest)]
    const key = (await site.store.sessions.find(foreign.sessionId))?.key
    const answers = []
    for (const sessionId of [key, 'AAAAAAAAAAAAAAAAAAAAAA'])
      answers.push(await post('logoutOne', mine.sessionId, { sessionId }))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expect(await alive(foreign.sessionId)).toBe(true)
  })

  // 1.7-020
  test('A-11 logoutAll ends all but the one that asks', async () => {
    const mine = await somebody()
    const others = [await site.login(mine), await site.login(mine)].map((one) => one.json<SignedIn>())
    const live = await Promise.all(others.map(connect))
    expect((await post('logoutAll', mine.sessionId, {})).status).toBe(204)
    for (const { ended } of live) expect(await ended).toBe('other_login')
    expect(await alive(mine.sessionId)).toBe(true)
    for (const { sessionId } of others) expect(await alive(sessionId)).toBe(false)
  })

  test('Z-03 userId in the body stands for nobody else, unless the caller administers', async () => {
    const [mine, person] = [await somebody(), await somebody()]
    expect((await post('logoutAll', mine.sessionId, { userId: person.userId })).status).toBe(404)
    expect(await alive(person.sessionId)).toBe(true)
    const admin = await site.signIn(demo.admin)
    expect((await post('logoutAll', admin.sessionId, { userId: person.userId })).status).toBe(204)
    expect(await alive(person.sessionId)).toBe(false)
  })

  // 3.7-118
  test('A-11 a changed password with logoutOtherClients cuts their live sockets', async () => {
    const mine = await somebody()
    const live = await connect((await site.login(mine)).json<SignedIn>())
    const body = { checkSecret: mine.secret, secret: 'Gatehouse-New-2', confirmation: 'Gatehouse-New-2' }
    await post('changePass', mine.sessionId, { ...body, logoutOtherClients: true })
    expect(await live.ended).toBe('other_login')
  })
})

describe('the profile', () => {
  const put = (id: string, sessionId: string, body: unknown) =>
    site.call('PUT', `/api/crm/profile/${id}`, { body, headers: { sessionId } })

  test('names, gender and language may be changed; the others see nothing else change', async () => {
    const person = await somebody()
    const before = (await site.get(`/api/crm/profile/${person.userId}`, person.sessionId)).json<object>()
    const change = { firstName: 'Björk', lastName: 'von Arx', gender: 'other', preferredLanguage: 'ch_DE' }
    const answer = await put(person.userId, person.sessionId, change)
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ ...before, ...change })
    expect((await site.get(`/api/crm/profile/${person.userId}`, person.sessionId)).json()).toEqual(
      answer.json(),
    )
  })

  test.each([
    'groups',
    'id',
    'username',
    'verified',
    'parentsIds',
    'devices',
    'contact',
    'isProfileMarkedForDeletion',
  ])('Z-05 %s cannot be written', async (field) => {
    const person = await somebody()
    const before = await site.store.accounts.find(person.userId)
    const answer = await put(person.userId, person.sessionId, { firstName: 'Anna', [field]: ['admin'] })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: `/${field}` }])
    expect(await site.store.accounts.find(person.userId)).toEqual(before)
  })

  // 1.5-005 3.5-042
  test('a name against the pattern is refused', async () => {
    const person = await somebody()
    const answer = await put(person.userId, person.sessionId, { firstName: '<script>' })
    expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: '/firstName' }])
  })

  // 1.6-062
  test('Z-05 HIDE_SENSITIVE_DATA is applied by the server: no names, masked user names', async () => {
    const file = join(newFolder(), 'settings.json')
    writeFileSync(file, JSON.stringify({ flags: { HIDE_SENSITIVE_DATA: true } }))
    const hidden = await Site.open({ GATEHOUSE_SETTINGS: file })
    const { userId, sessionId } = await hidden.signIn(demo.home)
    const profile = (await hidden.get(`/api/crm/profile/${userId}`, sessionId)).text
    const list = await hidden.call('POST', '/api/auth/getLoggedInUsers', {
      body: { userId },
      headers: { sessionId },
    })
    for (const text of [profile, list.text]) expect(text).not.toMatch(/Seraina|Bühler/)
    expect(profile).toContain(demo.home.identity)
    expect(list.text).not.toContain(demo.home.identity)
    expect(list.json()).toMatchObject({ data: [{ username: 'h***@g***' }] })
    await hidden.close()
  })

  // 1.3-062 1.7-074 1.9-003
  test('countries, version 2, are named and sorted in the language of the caller; Switzerland is what forms begin with', async () => {
    const ask = async (language: string) =>
      (
        await site.call('GET', '/api/crm/countries/list?version=2', {
          headers: { 'accept-language': language },
        })
      ).json<{ name: string; alpha2Code: string; isDefault?: true }[]>()
    const [german, english] = [await ask('ch_DE'), await ask('ch_EN')]
    const nameIn = (list: typeof german) => list.find(({ alpha2Code }) => alpha2Code === 'CH')?.name
    expect([nameIn(german), nameIn(english)]).toEqual(['Schweiz', 'Switzerland'])
    expect(german.filter(({ isDefault }) => isDefault).map(({ alpha2Code }) => alpha2Code)).toEqual(['CH'])
    expect(german.length).toBeGreaterThan(240)
    const names = german.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('de-CH').compare))
  })

  // 1.7-017
  test('the serial number of a gateway is told to who may use it', async () => {
    const [home, guest] = [await site.signIn(demo.home), await site.signIn(demo.guest)]
    const ask = (who: string, sessionId: string) =>
      site.get(`/api/auth/getSerialNumber/${who}/demo-gateway`, sessionId)
    expect((await ask(demo.home.identity, home.sessionId)).json()).toEqual({
      serialNumber: 'DOC4-7F21-90A3',
    })
    expect((await ask(demo.home.identity, guest.sessionId)).status).toBe(404)
    const stranger = await somebody()
    expect((await ask(stranger.identity, stranger.sessionId)).status).toBe(404)
  })
})

describe('deleting an account', () => {
  test('A-11 every session ends with account_deleted, nobody signs in any more, and after the days of grace it is gone', async () => {
    const person = await somebody()
    const live = await connect(person)
    expect((await remove(person.userId, person.sessionId, person.secret)).status).toBe(204)
    expect(await live.ended).toBe('account_deleted')
    expect(await alive(person.sessionId)).toBe(false)
    const refused = await site.login(person)
    expect(refused.json()).toMatchObject([{ errorCode: 'ACCOUNT_DELETED' }])
    expect((await site.login({ ...person, secret: 'Gatehouse-Wrong-1' })).json()).toMatchObject([
      { errorCode: 'LOGIN_FAILED' },
    ])
    expect((await mailbox.newest(person.identity, 2)).subject).toMatch(/deleted/i)
    expect(await site.store.accounts.find(person.userId)).toMatchObject({ isProfileMarkedForDeletion: true })

    await site.store.gateways.create({ ...spare, userId: person.userId })
    const rechecked: string[] = []
    const released: string[] = []
    const deletion = new Deletion({
      store: site.store,
      channel: { cutSession: () => {}, recheck: (userId) => void rechecked.push(userId) },
      release: async (serialNumber) => released.push(serialNumber),
      graceMs: 3 * 86_400_000,
      now: () => site.now,
    })
    site.pass(3 * 86_400_000)
    await deletion.sweep()
    expect(await site.store.accounts.find(person.userId)).toBeDefined()
    site.pass(1)
    await deletion.sweep()
    expect(await site.store.accounts.find(person.userId)).toBeUndefined()
    // Whoever else was marked here is gone by then, too.
    expect(rechecked.filter((id) => id === person.userId)).toEqual([person.userId])
    expect(released).toEqual([spare.serialNumber])
  })

  test('the mail says the day by the clocks that the person goes by: a day apart on the two sides of the date line', async () => {
    const dayIn = async (zone: string): Promise<string> => {
      const person = await somebody()
      await site.store.quietHours.set(person.userId, { active: false, from: 0, until: 0, zone })
      await remove(person.userId, person.sessionId, person.secret)
      const { text = '' } = await mailbox.newest(person.identity, 2)
      return /\d{1,2} \w+ \d{4}/.exec(text)?.[0] ?? ''
    }
    const [east, west] = [await dayIn('Pacific/Kiritimati'), await dayIn('Pacific/Pago_Pago')]
    // 25 hours apart: the same day never, two days in one hour of the day.
    expect([1, 2]).toContain((Date.parse(east) - Date.parse(west)) / 86_400_000)
  })

  test('a wrong password deletes nothing', async () => {
    const person = await somebody()
    const answer = await remove(person.userId, person.sessionId, 'Gatehouse-Wrong-1')
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'WRONG_PASSWORD', field: '/checkSecret' }])
    expect(await alive(person.sessionId)).toBe(true)
  })

  // 1.4-053
  test('an administrator deletes an account with his own password; people delete only theirs', async () => {
    const [person, other, admin] = [await somebody(), await somebody(), await site.signIn(demo.admin)]
    expect((await remove(person.userId, other.sessionId, other.secret)).status).toBe(404)
    const live = await connect(person)
    expect((await remove(person.userId, admin.sessionId, demo.admin.secret)).status).toBe(204)
    expect(await live.ended).toBe('account_deleted')
  })

  test('the last administrator stays', async () => {
    const admin = await site.signIn(demo.admin)
    expect((await remove(admin.userId, admin.sessionId, demo.admin.secret)).status).toBe(409)
    expect(await alive(admin.sessionId)).toBe(true)
  })

  // 3.7-120
  test('a profile that is updated to be marked asks for its deletion, with the password and with nothing else', async () => {
    const person = await somebody()
    const mark = (more: object) =>
      site.call('PUT', `/api/crm/profile/${person.userId}`, {
        body: { isProfileMarkedForDeletion: true, ...more },
        headers: { sessionId: person.sessionId, 'x-forwarded-for': stranger() },
      })
    for (const wrong of [{}, { checkSecret: 'Gatehouse-Wrong-1' }])
      expect((await mark(wrong)).json()).toMatchObject([
        { errorCode: 'WRONG_PASSWORD', field: '/checkSecret' },
      ])
    expect((await mark({ isProfileMarkedForDeletion: false, checkSecret: person.secret })).status).toBe(400)
    expect(await alive(person.sessionId)).toBe(true)
    const marked = await mark({ checkSecret: person.secret, firstName: 'Anna' })
    expect([marked.status, marked.json()]).toMatchObject([200, { isProfileMarkedForDeletion: true }])
    expect(await alive(person.sessionId)).toBe(false)
    expect((await site.store.accounts.find(person.userId))?.firstName).not.toBe('Anna')
    expect((await site.login(person)).json()).toMatchObject([{ errorCode: 'ACCOUNT_DELETED' }])
  })

  const remove = (id: string, sessionId: string, checkSecret: string) =>
    site.call('DELETE', `/api/crm/profile/${id}`, {
      body: { checkSecret },
      headers: { sessionId, 'x-forwarded-for': stranger() },
    })
})

describe('a PIN that was forgotten', () => {
  const serialNumber = 'DOC4-7F21-90A3'
  const reset = (token: string, pin: string, confirmation = pin) =>
    site.call('POST', `/api/auth/resetPin/hash/${token}`, {
      body: { pin, confirmation },
      headers: { 'x-forwarded-for': stranger() },
    })

  // 1.2-005 1.7-011
  test('A-05 the owner gets a link that sets a new one, once, and unlocks the gateway', async () => {
    const { sessionId } = await site.signIn(demo.home)
    await site.store.gatewayPins.lock({ serialNumber, remaining: 60_000, byFailure: true })
    const before = (await mailbox.to(demo.home.identity)).length
    expect((await post('resetPin', sessionId, { serialNumber })).status).toBe(204)
    const token = await mailbox.token(demo.home.identity, before + 1)
    expect((await mailbox.newest(demo.home.identity)).text).toContain(`/resetPin/hash/${token}`)
    expect((await reset(token, '2468', '8642')).status).toBe(400)
    expect((await reset(token, '2468')).status).toBe(204)
    expect((await reset(token, '2468')).status).toBe(404)
    expect(await site.store.gatewayPins.find(serialNumber)).toBeUndefined()
    const enter = await site.call('POST', `/api/udm/device/${serialNumber}/pin/verify`, {
      body: { pin: '2468' },
      headers: { sessionId },
    })
    expect(enter.status).toBe(204)
  })

  test('A-05 a link is worth nothing once the gateway has another owner', async () => {
    const { sessionId } = await site.signIn(demo.home)
    const before = (await mailbox.to(demo.home.identity)).length
    await post('resetPin', sessionId, { serialNumber })
    const token = await mailbox.token(demo.home.identity, before + 1)
    await site.store.gateways.unassign(serialNumber)
    expect((await reset(token, '1357')).status).toBe(404)
    await site.store.gateways.assign(serialNumber, 'demo-home')
  })
})
