import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactRow } from '#schemas/generated/entities/contact-row.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { demo, newFolder, Site } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'

let site: Site
let mailbox: Mailbox
let people = 0
beforeAll(async () => {
  site = await Site.open()
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

async function somebody(on = site) {
  people++
  const id = `reached-${people}`
  const username = `${id}@gatehouse.test`
  await on.store.accounts.create(
    {
      ...{ id, username, groups: ['users'], preferredLanguage: 'ch_EN' },
      contact: [{ _id: 'first', contact: username, contactType: 'email', isDefault: true }],
    },
    { passwordHash: null, at: on.now },
  )
  const call: Caller = await callerOf(on, id)
  const contact = (method: string, rest: string, body?: unknown) =>
    call(method, `/crm/profile/${id}/contact${rest}`, body)
  const list = async () => (await contact('GET', '')).json<{ data: ContactRow[] }>().data
  const add = async (address: string, contactType = 'email', label?: string) =>
    contact('POST', '', { contactType, contact: address, ...(label !== undefined && { label }) })
  return { id, username, call, contact, list, add }
}

const codeOf = (answer: { json<T>(): T }) => answer.json<{ errorCode: string }[]>()[0]?.errorCode
let addresses = 0
const address = () => `address-${++addresses}@gatehouse.test`
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

// 3.3-052 1.3-007 3.5-039 3.7-106 3.7-107
test('3.1-009 a new address is used for nothing until the code is typed that went there, and nowhere else', async () => {
  const who = await somebody()
  const to = address()
  const added = (await who.add(to.toUpperCase())).json<ContactRow>()
  expect(added).toEqual({
    ...{ _id: expect.any(String), contact: to, contactType: 'email', label: 'Default' },
    ...{ isDefault: false, sendNotification: false, verified: false, isUsername: false },
  })
  const { _id } = added
  const refused = [
    await who.contact('PUT', `/${_id}`, { isDefault: true }),
    await who.contact('POST', '/notificationSettings', { contactIds: [_id] }),
  ]
  expect(refused.map(codeOf)).toEqual(['CONTACT_NOT_VERIFIED', 'CONTACT_NOT_VERIFIED'])
  const otp = await mailbox.code(to)
  expect(await mailbox.to(who.username)).toEqual([])
  expect(codeOf(await who.contact('POST', `/${_id}/verify`, { otp: wrong(otp) }))).toBe('OTP_INVALID')
  expect((await who.contact('POST', `/${_id}/verify`, { otp })).status).toBe(204)
  expect(codeOf(await who.contact('POST', `/${_id}/verify`, { otp }))).toBe('CONTACT_VERIFIED')
  expect((await who.contact('PUT', `/${_id}`, { isDefault: true, label: '  Büro\u202e ' })).status).toBe(204)
  expect((await who.list()).map(({ contact, isDefault, label }) => [contact, isDefault, label])).toEqual([
    [who.username, false, 'Default'],
    [to, true, 'Büro'],
  ])
})

// 3.7-109
test('3.7-109 notifications go to the chosen contacts and to no others', async () => {
  const who = await somebody()
  expect((await who.contact('POST', '/notificationSettings', { contactIds: ['first'] })).status).toBe(204)
  expect((await who.list()).map(({ sendNotification }) => sendNotification)).toEqual([true])
  expect((await who.contact('POST', '/notificationSettings', { contactIds: [] })).status).toBe(204)
  expect((await who.list()).map(({ sendNotification }) => sendNotification)).toEqual([false])
  const foreign = await who.contact('POST', '/notificationSettings', { contactIds: ['email-home'] })
  expect(foreign.status).toBe(404)
})

test('a telephone is written as people do, kept with its country, and proved by a text message', async () => {
  const who = await somebody()
  const number = `079 555 01 ${String(10 + people)}`
  const { _id, contact } = (await who.add(number, 'phone', 'Mobile')).json<ContactRow>()
  expect(contact).toBe(`+4179555${`01${10 + people}`}`)
  const { text = '', channel } = await mailbox.newest(contact)
  const otp = /\d{6}$/.exec(text)?.[0] ?? ''
  expect([channel, (await who.contact('POST', `/${_id}/verify`, { otp })).status]).toEqual(['sms', 204])
  for (const odd of ['12', '+0791234567', 'call me', '+41795550101010101'])
    expect(codeOf(await who.add(odd, 'phone'))).toBe('INVALID_PHONE')
})

// 3.5-037 3.5-038
test('3.5-038 what is no address, and what one has already, is refused; of two at once one is', async () => {
  const who = await somebody()
  expect(codeOf(await who.add('no address'))).toBe('INVALID_MAIL_FORMAT')
  expect(codeOf(await who.add(who.username.toUpperCase()))).toBe('CONTACT_KNOWN')
  const to = address()
  const both = await Promise.all([who.add(to), who.add(to), who.add(address())])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  expect(await who.list()).toHaveLength(3)
})

// 3.7-108
test('3.7-108 a contact goes; the one with which one signs in stays, and takes over as default', async () => {
  const who = await somebody()
  const to = address()
  const { _id } = (await who.add(to)).json<ContactRow>()
  await who.contact('POST', `/${_id}/verify`, { otp: await mailbox.code(to) })
  await who.contact('PUT', `/${_id}`, { isDefault: true })
  expect(codeOf(await who.contact('DELETE', '/first'))).toBe('CONTACT_IS_USERNAME')
  expect((await who.contact('DELETE', `/${_id}`)).status).toBe(204)
  expect((await who.contact('DELETE', `/${_id}`)).status).toBe(404)
  expect((await who.list()).map(({ contact, isDefault }) => [contact, isDefault])).toEqual([
    [who.username, true],
  ])
})

test('A-03 nobody is written to again and again: after five codes in an hour an address gets no more', async () => {
  const to = address()
  for (let turn = 0; turn < 3; turn++) {
    const who = await somebody()
    const { _id } = (await who.add(to)).json<ContactRow>()
    await mailbox.newest(to, Math.min(5, turn * 2 + 1))
    await who.contact('POST', `/${_id}/resendOTP`)
    await mailbox.newest(to, Math.min(5, turn * 2 + 2))
  }
  expect(await mailbox.to(to)).toHaveLength(5)
  const who = await somebody()
  const answers = []
  for (let turn = 0; turn < 11; turn++) answers.push((await who.add(address())).status)
  expect(answers.at(-1)).toBe(429)
})

// 3.3-053 3.5-040 3.5-041 3.7-105 3.2-091
test('3.7-105 where somebody lives is kept with his profile, by the deployment’s pattern; his names stay', async () => {
  const who = await somebody()
  const home = {
    address: { line1: ' Lindenweg\u202e 14 ' },
    zip: '3007',
    city: 'Bern',
    country: 'Switzerland',
  }
  const put = (more: object) =>
    who.call('PUT', `/crm/profile/${who.id}`, { address: [{ ...home, alpha2Code: 'CH', ...more }] })
  expect((await put({ serial_number: 'DOC4-7F21-90A3' })).json()).toMatchObject({ username: who.username })
  const { address } = (await who.call('GET', `/crm/profile/${who.id}`)).json<{ address: unknown }>()
  expect(address).toEqual([{ ...home, alpha2Code: 'CH', address: { line1: 'Lindenweg 14', line2: '' } }])
  const odd = await put({ address: { line1: '<script>' } })
  expect([odd.status, odd.json()]).toMatchObject([400, [{ field: '/address/0/address/line1' }]])
  expect((await put({ address: { line1: '  ' } })).status).toBe(400)
})

test('towns are found by the beginning of their name or by their postcode, with or without accents', async () => {
  const { call } = await somebody()
  const towns = async (name: string) =>
    (await call('GET', `/location/searchByCityName?name=${encodeURIComponent(name)}`)).json<
      { city: string }[]
    >()
  expect((await towns('ZURI'))[0]).toMatchObject({ city: 'Zürich', state: 'Zürich' })
  expect((await towns('3715'))[0]).toMatchObject({ city: 'Adelboden' })
  expect(await towns('nowhere at all')).toEqual([])
  expect((await towns('a')).length).toBe(10)
})

// 3.4-088 3.4-089 3.7-122 3.7-123
test('3.4-088 who signs in elsewhere, and whose session ends there, is told on his other clients', async () => {
  const listener = await Listener.of(site, 'demo-guest')
  const { sessionId } = await site.signIn(demo.guest)
  const [came] = await listener.heard('login_user')
  const { key = '' } = (await site.store.sessions.find(sessionId)) ?? {}
  expect(came?.data).toEqual({ sessionIds: [key] })
  const guest = await callerOf(site, 'demo-guest')
  expect((await guest('POST', '/auth/logoutOne', { sessionId: key })).status).toBe(204)
  expect((await listener.heard('logout_user'))[0]?.data).toEqual({ sessionIds: [key] })
  listener.peer.kill()
})

// 3.6-046
test('USER_CAN_ADD_EMAIL_ADDRESS and PROFILE_EDIT switched off', async () => {
  for (const [flag, code] of [
    ['USER_CAN_ADD_EMAIL_ADDRESS', 'CONTACT_EMAIL_OFF'],
    ['PROFILE_EDIT', 'PROFILE_EDIT_OFF'],
  ] as const) {
    const file = join(newFolder(), 'settings.json')
    writeFileSync(file, JSON.stringify({ flags: { [flag]: false } }))
    const other = await Site.open({ GATEHOUSE_SETTINGS: file })
    try {
      const who = await somebody(other)
      expect(codeOf(await who.add(address()))).toBe(code)
      const phone = await who.add('+41795550199', 'phone')
      expect(phone.status).toBe(flag === 'PROFILE_EDIT' ? 409 : 200)
    } finally {
      await other.close()
    }
  }
})
