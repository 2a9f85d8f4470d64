import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import type { AlarmRecipient } from '#schemas/generated/entities/alarm-recipient.ts'
import { demoSerialNumber as serialNumber } from '#server/demo/accounts.ts'
import { Site } from './kit.ts'

let site: Site
let admin: string
let owner: string
let guest: string
let stranger: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  owner = await site.sessionOf('demo-home')
  guest = await site.sessionOf('demo-guest')
  const { account } = await import('../store/samples.ts')
  await site.store.accounts.create(account('stranger'), { passwordHash: null, at: 1, activated: true })
  stranger = await site.sessionOf('stranger')
})
afterAll(() => site.close())

const call = (method: string, path: string, sessionId: string, body?: unknown) =>
  site.call(method, `/api/alarm${path}`, { headers: { sessionId }, ...(body !== undefined && { body }) })
const about = { serialNumber, alarmCode: 'smoke' }
const set = (sessionId: string, ...recipients: readonly Partial<AlarmRecipient>[]) =>
  call('POST', '/recipients/set', sessionId, { ...about, recipients })
const listed = async (more = {}, query = '') => {
  const answer = await call('POST', `/recipients/list${query}`, owner, { ...about, ...more })
  return answer.json<{ data: AlarmRecipient[]; count: number }>()
}
beforeEach(() => call('DELETE', `/recipients/delete?serialNumber=${serialNumber}&alarmCode=smoke`, owner))
const MIA = 'home@gatehouse.test'

describe('recipients', () => {
  test('3.7-016 3.7-017 3.3-007 3.3-008 3.3-009 3.5-023 are set, told by small letters, and listed by level', async () => {
    const answer = await set(
      owner,
      { contact: 'Ruth@Elsewhere.test', firstName: 'Ruth', level: 2, emailNotification: true },
      { contact: MIA.toUpperCase(), firstName: 'Mia', pushNotification: true, SMS: true },
    )
    expect(answer.status).toBe(201)
    const { data, count } = await listed()
    expect(count).toBe(2)
    expect(data).toMatchObject([
      { contact: MIA, firstName: 'Mia', userId: 'demo-home', level: 1, pushNotification: true, SMS: true },
      { contact: 'ruth@elsewhere.test', level: 2, pushNotification: false, emailNotification: true },
    ])
    expect(data[1]).not.toHaveProperty('userId')
    const alarms = await call('POST', `/list?limit=100&serialNumber=${serialNumber}`, owner)
    expect(
      alarms
        .json<{ data: { alarmCode: string; recipients: number }[] }>()
        .data.find(({ alarmCode }) => alarmCode === 'smoke')?.recipients,
    ).toBe(2)
  })

  test('one that somebody else changes in between each time is given up with a sentence', async () => {
    await set(owner, { contact: MIA, firstName: 'Mia', level: 1, pushNotification: true })
    const [recipient] = (await listed()).data
    const update = vi.spyOn(site.store.alarmRecipients, 'update').mockResolvedValue(false)
    try {
      const answer = await call('PUT', '/recipients/update', owner, { id: recipient?.id, level: 2 })
      expect(answer.status).toBe(409)
      expect(answer.text).toContain('CHANGED_MEANWHILE')
      expect(update).toHaveBeenCalledTimes(5)
    } finally {
      update.mockRestore()
    }
  })

  // decision 0270
  test('of two who change one at once what both have said stays', async () => {
    await set(owner, { contact: MIA, firstName: 'Mia', level: 1, pushNotification: true })
    const [{ id } = { id: '' }] = (await listed()).data
    const changes = [{ SMS: true }, { emailNotification: true }, { call: true }, { firstName: 'Mia Z.' }]
    const answers = await Promise.all(
      changes.map((change) => call('PUT', '/recipients/update', owner, { id, ...change })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listed()).data[0]).toMatchObject(Object.assign({ pushNotification: true }, ...changes))
  })

  test('3.7-039 3.9-004 by home, alarm and way, ten a page unless said otherwise', async () => {
    await set(
      owner,
      { contact: MIA, pushNotification: true },
      ...Array.from({ length: 12 }, (_one, n) => ({ contact: `r${n}@x.test`, emailNotification: true })),
    )
    expect((await listed({ typeOfNotification: 'pushNotification' })).count).toBe(1)
    expect((await listed({ typeOfNotification: 'emailNotification' })).count).toBe(12)
    expect((await listed()).data).toHaveLength(10)
    expect((await listed({}, '?page=2')).data).toHaveLength(3)
    expect((await listed({}, '?limit=5')).data).toHaveLength(5)
  })

  test('3.5-024 3.5-025 the same one twice is refused, in the words of the specification', async () => {
    await set(owner, { contact: MIA, emailNotification: true })
    const mail = await set(owner, { contact: MIA, emailNotification: true })
    expect(mail.status).toBe(409)
    expect(mail.json()).toMatchObject([
      { errorCode: 'RECIPIENT_EMAIL_TAKEN', message: 'Diese E-Mail-Adresse ist schon dabei.' },
    ])
    const push = await site.call('POST', '/api/alarm/recipients/set', {
      headers: { sessionId: owner, 'Accept-Language': 'en-CH' },
      body: { ...about, recipients: [{ contact: MIA, pushNotification: true }] },
    })
    expect(push.json()).toMatchObject([{ errorCode: 'RECIPIENT_TAKEN' }])
    // On another level he is told again, if nobody has answered by then.
    expect((await set(owner, { contact: MIA, level: 2, emailNotification: true })).status).toBe(201)
    const both = { contact: 'two@x.test', emailNotification: true }
    expect((await set(owner, both, both)).status).toBe(409)
    expect((await listed()).count).toBe(2)
  })

  test('3.5-026 whoever may not use the home is told by e-mail alone, whether he has an account or not', async () => {
    for (const contact of ['stranger@gatehouse.test', 'nobody@elsewhere.test'])
      for (const way of ['pushNotification', 'SMS', 'call']) {
        const answer = await set(owner, { contact, [way]: true })
        expect([answer.status, answer.json()]).toMatchObject([
          404,
          [{ errorCode: 'RECIPIENT_NOT_REGISTERED' }],
        ])
      }
    expect((await set(owner, { contact: 'guest@gatehouse.test', pushNotification: true })).status).toBe(201)
    expect((await set(owner, { contact: MIA })).status).toBe(400)
    expect((await set(owner, { contact: 'no address', emailNotification: true })).status).toBe(400)
  })

  test('3.7-022 3.7-023 3.7-025 are changed, taken away one by one, and all at once', async () => {
    await set(
      owner,
      { contact: MIA, emailNotification: true },
      { contact: 'r@x.test', emailNotification: true },
    )
    const [mia, ruth] = (await listed()).data
    const change = (id: string | undefined, more: object) =>
      call('PUT', '/recipients/update', owner, { id, ...more })
    expect((await change(mia?.id, { level: 3, SMS: true })).json()).toMatchObject({
      ...{ level: 3, SMS: true, emailNotification: true },
    })
    expect((await change(mia?.id, { SMS: false, emailNotification: false })).status).toBe(400)
    expect((await change(ruth?.id, { call: true })).status).toBe(404)
    expect((await change('gone', { level: 1 })).status).toBe(404)
    expect((await call('PUT', '/recipients/deleteById', owner, { id: mia?.id })).status).toBe(204)
    expect((await call('PUT', '/recipients/deleteById', owner, { id: mia?.id })).status).toBe(404)
    expect((await listed()).count).toBe(1)
    const path = `/recipients/delete?serialNumber=${serialNumber}&alarmCode=smoke`
    expect((await call('DELETE', path, owner)).status).toBe(204)
    expect((await listed()).count).toBe(0)
  })

  test('Z-02 of a home that is not his nobody sees or changes any', async () => {
    await set(owner, { contact: MIA, emailNotification: true })
    const id = (await listed()).data[0]?.id
    const answers = await Promise.all([
      set(stranger, { contact: 'me@x.test', emailNotification: true }),
      call('POST', '/recipients/list', stranger, about),
      call('PUT', '/recipients/update', stranger, { id, level: 2 }),
      call('PUT', '/recipients/deleteById', stranger, { id }),
      call('DELETE', `/recipients/delete?serialNumber=${serialNumber}&alarmCode=smoke`, stranger),
      call('POST', `/list?serialNumber=${serialNumber}`, stranger),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await call('POST', '/recipients/list', guest, about)).status).toBe(200)
    expect((await listed()).data).toMatchObject([{ level: 1 }])
  })
})

test('3.1-002 what goes off is told to its recipients, and the notification says whom and how', async () => {
  const place = await Site.open()
  try {
    const sessionId = await place.sessionOf('demo-home')
    const at = (method: string, path: string, body?: unknown) =>
      place.call(method, `/api${path}`, { headers: { sessionId }, ...(body !== undefined && { body }) })
    const recipients = [
      { contact: MIA, firstName: 'Mia', emailNotification: true },
      { contact: 'ruth@elsewhere.test', emailNotification: true },
    ]
    await at('POST', '/alarm/recipients/set', { serialNumber, alarmCode: 'battery_low', recipients })
    // A thermostat of the demo has a battery at 4 %: that is seen when the home is opened.
    await at('GET', `/home/${serialNumber}/snapshot`)
    const told = async () =>
      (await at('GET', `/alarm/notification/get/battery_low?serialNumber=${serialNumber}&limit=1`)).json<{
        data: AlarmNotification[]
      }>().data[0]?.told
    await expect.poll(told, { timeout: 20_000 }).toMatchObject([
      { level: 1, firstName: 'Mia', way: 'emailNotification', state: 'kept' },
      // He was asked whether he wants to, and has not said so yet.
      { level: 1, firstName: 'ruth@elsewhere.test', way: 'emailNotification', state: 'refused' },
    ])
    const { data } = await place.store.outbox.list({ page: 1, limit: 100 })
    expect(data.filter(({ subject }) => subject.includes('Batterie')).map(({ to }) => to)).toEqual([MIA])
    expect(data.filter(({ to }) => to === 'ruth@elsewhere.test')).toHaveLength(1)
  } finally {
    await place.close()
  }
})

test('3.7-028 3.8-018 the table of alarms is sent to gateways once after each change; before, that is refused with code 5', async () => {
  const refresh = () => call('POST', '/table/refresh', admin)
  await call('POST', '/create', admin, {
    ...{ alarmName: [{ lang: 'en_EN', name: 'Freezer' }], alarmPriorityCode: 2 },
  })
  await site.store.alarmTables.sent(serialNumber, undefined)
  const standing = async () => (await call('GET', '/table', admin)).json<Record<string, unknown>>()
  expect(await standing()).toMatchObject({ gateways: 1, behind: 1, isAhead: true })
  expect((await call('GET', '/table', owner)).status).toBe(403)
  const first = await refresh()
  expect([first.status, first.json()]).toEqual([200, { gateways: 0, taken: 0 }])
  // It is away: it gets the change when it comes.
  expect(await standing()).toMatchObject({ gateways: 1, behind: 1, isAhead: false })
  const second = await refresh()
  expect([second.status, second.json()]).toMatchObject([409, [{ errorCode: '5' }]])
  expect((await call('POST', '/table/refresh', owner)).status).toBe(403)
})

test('3.9-032 of a gateway with older software nobody is told, and what was switched on before can be switched off', async () => {
  const known = (await site.store.gateways.find(serialNumber))?.currentFWVersion
  const told = (version: string | undefined) =>
    site.store.gateways.setState(serialNumber, { currentFWVersion: version })
  const wants = (enabled: boolean, path = 'gtw/enableOOnotifications') =>
    call('POST', `/${path}`, owner, { serialNumber, userId: 'demo-home', enabled })
  await wants(true)
  await told('3.3.9')
  const list = (await call('GET', '/outages', owner)).json<{ data: object[] }>()
  expect(list.data).toContainEqual(expect.objectContaining({ serialNumber, needs: '3.4' }))
  for (const path of ['gtw/enableOOnotifications', 'mediaDevice/updateState']) {
    const refused = await wants(true, path)
    expect([refused.status, refused.json()]).toMatchObject([409, [{ errorCode: 'OUTAGE_FIRMWARE_TOO_OLD' }]])
  }
  expect((await wants(false)).json()).toEqual({ serialNumber, enabled: false })
  await told('3.4.0')
  expect((await wants(true)).status).toBe(200)
  await wants(false)
  await told(known)
})

test('3.7-032 3.7-033 3.7-034 3.7-035 3.7-075 3.7-076 each person says whether he is told of outages of a gateway, and of media devices', async () => {
  const gateway = () => call('GET', `/gtw/checkOOnotifications/${serialNumber}`, owner)
  const media = () => call('POST', '/mediaDevice/checkState', owner, { serialNumber })
  expect((await gateway()).json()).toEqual({ serialNumber, enabled: false })
  const mine = { serialNumber, userId: 'demo-home' }
  await call('POST', '/gtw/enableOOnotifications', owner, { ...mine, value: true })
  expect((await gateway()).json()).toEqual({ serialNumber, enabled: true })
  expect((await media()).json()).toEqual({ serialNumber, enabled: false })
  await call('POST', '/mediaDevice/updateState', owner, { ...mine, enabled: true })
  await call('POST', '/gtw/enableOOnotifications', owner, { ...mine, enabled: false })
  expect([(await gateway()).json(), (await media()).json()]).toEqual([
    { serialNumber, enabled: false },
    { serialNumber, enabled: true },
  ])
  // Of all gateways of a person at once, and of one that an administrator looks at.
  const all = async (who: string, query = '') => (await call('GET', `/outages${query}`, who)).json()
  const ofHome = { serialNumber, name: expect.any(String), gateway: false, media: true }
  expect(await all(owner)).toEqual({ data: [ofHome] })
  const [second] = (await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })).data
  const other = second?.serialNumber ?? ''
  await site.store.gateways.assign(other, 'demo-home')
  await call('POST', '/gtw/enableOOnotifications', owner, { serialNumber: other, enabled: true })
  const ofOther = { ...ofHome, serialNumber: other, gateway: true, media: false }
  const both = await all(owner, `?serialNumber=${other}`)
  expect(both).toEqual({ data: expect.arrayContaining([ofHome, ofOther]) })
  expect(both).toMatchObject({ data: { length: 2 } })
  expect(await all(guest)).toEqual({ data: [{ ...ofHome, media: false }, expect.anything()] })
  expect(await all(admin, `?serialNumber=${other}`)).toEqual({ data: [{ ...ofOther, gateway: false }] })
  expect(await all(admin)).toEqual({ data: [] })
  expect((await call('GET', `/outages?serialNumber=${serialNumber}`, stranger)).status).toBe(404)
  await site.store.gateways.unassign(other)
  expect((await call('GET', `/gtw/checkOOnotifications/${serialNumber}`, stranger)).status).toBe(404)
  const foreign = await call('POST', '/gtw/enableOOnotifications', guest, { ...mine, enabled: true })
  expect(foreign.status).toBeGreaterThanOrEqual(400)
})
