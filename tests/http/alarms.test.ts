import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import type { NewAlarmNotification, Priority } from '#server/store/homes/alarms.ts'
import { gateway } from '../store/samples.ts'
import { type Sent, Site } from './kit.ts'

let site: Site
let admin: string
let owner: string
let stranger: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  owner = await site.sessionOf('demo-home')
  await site.store.gateways.create(gateway('OTHER-1', { userId: 'demo-admin', name: 'Elsewhere' }))
  stranger = await site.sessionOf('demo-guest')
})
afterAll(() => site.close())

const call = (method: string, path: string, sessionId: string, body?: unknown, more: Sent['headers'] = {}) =>
  site.call(method, `/api/alarm${path}`, {
    headers: { sessionId, ...more },
    ...(body !== undefined && { body }),
  })
const listed = async (path: string, sessionId: string, body?: unknown) => {
  const answer = await call(path.startsWith('/get') ? 'GET' : 'POST', path, sessionId, body)
  expect(answer.status).toBe(200)
  return answer.json<{ data: AlarmNotification[]; count: number }>()
}
const alarms = async (query = '') =>
  (await call('POST', `/list?limit=100${query}`, admin)).json<{ data: Alarm[]; count: number }>()
const made = async (name: string, alarmPriorityCode: Priority = 2): Promise<Alarm> => {
  const answer = await call('POST', '/create', admin, {
    alarmName: [{ lang: 'en_EN', name }],
    alarmPriorityCode,
    wayOfNotify: { pushNotification: true },
  })
  expect(answer.status).toBe(201)
  return answer.json<Alarm>()
}

describe('alarms', () => {
  test('3.7-008 3.7-009 3.7-010 3.3-005 those that are shipped can be listed, searched and read by everybody', async () => {
    const { data, count } = await alarms()
    expect(count).toBe(data.length)
    const smoke = data.find(({ alarmCode }) => alarmCode === 'smoke')
    expect(smoke).toMatchObject({
      alarmId: 1010,
      alarmPriority: { alarmPriorityCode: 3 },
      wayOfNotify: { pushNotification: true, emailNotification: true, SMS: true, call: true },
      escalation: { priority: 3, escalationTime: 180 },
      ...{ when: { by: 'value', forS: 0, overS: 60 }, repeats: 5 },
    })
    const whenOf = (code: string) => data.find(({ alarmCode }) => alarmCode === code)?.when
    expect(whenOf('battery_low')).toMatchObject({ by: 'number', below: 5, overFrom: 10 })
    expect(whenOf('device_silent')).toMatchObject({ by: 'silence', times: 3, leastS: 21600 })
    expect(whenOf('house_call')).toBeUndefined()
    expect(smoke?.alarmName.map(({ lang, name }) => [lang, name])).toEqual([
      ['en_EN', 'Smoke'],
      ['de_DE', 'Rauch'],
    ])
    for (const session of [admin, owner]) {
      expect((await call('POST', '/details', session, { _id: smoke?._id })).json()).toEqual(smoke)
      expect((await call('POST', '/getByAlarmCode', session, { alarmCode: 'smoke' })).json()).toEqual(smoke)
    }
    expect((await alarms('&searchText=RAUCH')).data.map(({ alarmCode }) => alarmCode)).toEqual(['smoke'])
    expect((await alarms('&alarmPriorityCode=0')).data.map(({ alarmCode }) => alarmCode)).toEqual([
      'house_call',
    ])
    expect((await call('POST', '/details', owner, { _id: 'none' })).status).toBe(404)
  })

  test('urgent ones stand first where that is wanted, page after page; otherwise they stand by number', async () => {
    const key = ({ alarmPriority, alarmId }: Alarm) => -alarmPriority.alarmPriorityCode * 1e6 + alarmId
    const { data, count } = await alarms('&urgentFirst=true')
    expect(data.map(key)).toEqual(data.map(key).toSorted((a, b) => a - b))
    expect(new Set(data.map(({ alarmPriority }) => alarmPriority.alarmPriorityCode)).size).toBeGreaterThan(2)
    const second = await call('POST', '/list?urgentFirst=true&limit=3&page=2', owner)
    expect(second.json()).toEqual({ data: data.slice(3, 6), count })
    const numbers = (await alarms()).data.map(({ alarmId }) => alarmId)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  test('3.7-011 3.7-018 3.7-019 3.7-020 3.7-024 are made, renamed, prioritised, told otherwise and deleted', async () => {
    const { _id, alarmId, alarmCode } = await made('Freezer warm')
    expect(alarmId).toBeGreaterThan(1000)
    const names = [{ lang: 'en_EN', name: 'Freezer  thawing', desc: 'Above −10 °C' }]
    for (const [method, path, body] of [
      ['PUT', `/update/${_id}`, { alarmName: names }],
      ['PUT', `/updatePriority/${_id}`, { _id, alarmPriorityCode: 3 }],
      ['PUT', `/update/${_id}/notifWay`, { alarmId, wayOfNotify: { call: true } }],
    ] as const)
      expect((await call(method, path, admin, body)).status).toBe(204)
    expect((await call('POST', '/details', owner, { _id })).json()).toMatchObject({
      ...{ _id, alarmId, alarmCode },
      alarmPriority: { alarmPriorityCode: 3 },
      wayOfNotify: { call: true },
    })
    expect(
      (await call('PUT', `/update/${_id}/notifWay`, admin, { alarmId: 1, wayOfNotify: {} })).status,
    ).toBe(400)
    expect((await call('DELETE', `/delete/${_id}`, admin)).status).toBe(204)
    expect((await call('DELETE', `/delete/${_id}`, admin)).status).toBe(404)
    expect((await call('POST', '/details', owner, { _id })).status).toBe(404)
    const taken = { alarmName: (await made('Still there')).alarmName }
    expect(
      (await call('PUT', `/update/${_id}`, admin, taken)).status,
      'what is gone is told before the name that is taken',
    ).toBe(404)
  })

  test('3.1-002 what sets one off is changed by its figures, and stands as shipped again', async () => {
    const of = async (code: string) => (await alarms()).data.find(({ alarmCode }) => alarmCode === code)
    const { _id = '', when: shipped } = (await of('battery_low')) ?? {}
    const figures = { forS: 60, overS: 0, below: 15, overFrom: 20 }
    const change = (body: object, session = admin, id = _id) =>
      call('PUT', `/update/${id}/condition`, session, body)
    expect((await change(figures)).status).toBe(204)
    expect((await of('battery_low'))?.when).toEqual({
      ...{ by: 'number', ...figures },
      shipped: { forS: 0, overS: 0, below: 5, overFrom: 10 },
    })
    for (const [wrong, path] of [
      [{ ...figures, overFrom: 14 }, '/overFrom'],
      [{ ...figures, times: 3 }, '/times'],
      [{ ...figures, forS: -1 }, '/forS'],
      [{ ...figures, forS: 1.5 }, '/forS'],
      [{ overS: 0 }, ''],
    ] as const) {
      const answer = await change(wrong)
      expect([answer.status, answer.text.includes(path)]).toEqual([400, true])
    }
    expect((await change(figures, owner)).status).toBe(403)
    expect((await change(figures, admin, 'none')).status).toBe(404)
    const { _id: own } = await made('Only scenes')
    expect((await change({ forS: 0, overS: 0 }, admin, own)).text).toContain('ALARM_OF_SCENES')
    expect((await of('battery_low'))?.when).toMatchObject(figures)
    expect((await change(shipped ? { forS: 0, overS: 0, below: 5, overFrom: 10 } : {})).status).toBe(204)
    expect((await of('battery_low'))?.when).toEqual(shipped)
    expect((await site.store.alarms.find({ id: _id }))?.condition).toBeUndefined()
  })

  // 3.8-017
  test('a test of one goes to who asks for it alone, by each way of the alarm that reaches him', async () => {
    const alarm = (await alarms()).data.find(({ alarmCode }) => alarmCode === 'smoke')
    const outbox = async () => (await site.store.outbox.list({ page: 1, limit: 200 })).data
    const before = new Set((await outbox()).map(({ id }) => id))
    const answer = await call('POST', `/test/${alarm?._id}`, owner)
    expect(answer.status).toBe(200)
    const { sent, missing } = answer.json<{ sent: string[]; missing: string[] }>()
    expect(sent).toContain('emailNotification')
    expect(missing).toContain('pushNotification')
    expect([...sent, ...missing].toSorted()).toEqual(['SMS', 'call', 'emailNotification', 'pushNotification'])
    const posted = (await outbox()).filter(({ id }) => !before.has(id))
    expect(posted).toHaveLength(sent.length)
    const own = (await site.store.accounts.find('demo-home'))?.username
    expect(posted.filter(({ channel }) => channel === 'mail').map(({ to }) => to)).toEqual([own])
    expect((await call('POST', '/test/none', owner)).status).toBe(404)
  })

  test('two of one name are refused with the code of the specification', async () => {
    await made('Door ajar')
    const twin = { alarmName: [{ lang: 'en_EN', name: 'DOOR ajar' }], alarmPriorityCode: 1 }
    const answer = await call('POST', '/create', admin, twin, { 'accept-language': 'en' })
    expect(answer.status).toBe(409)
    expect(answer.json()).toEqual([{ errorCode: '11000', message: 'Alarm with that name already exists.' }])
    const german = [{ lang: 'de_DE', name: 'RAUCH' }]
    const second = await call('POST', '/create', admin, { alarmName: german, alarmPriorityCode: 1 })
    expect(second.status, 'a name that stands second in the other alarm').toBe(409)
    const { _id } = await made('Cellar damp')
    expect((await call('PUT', `/update/${_id}`, admin, { alarmName: german })).status).toBe(409)
    const same = [{ lang: 'en_EN', name: 'Cellar DAMP' }]
    expect((await call('PUT', `/update/${_id}`, admin, { alarmName: same })).status).toBe(204)
  })

  test.each([
    { alarmName: [], alarmPriorityCode: 1 },
    { alarmName: [{ lang: 'en_EN', name: ' ​ ' }], alarmPriorityCode: 1 },
    { alarmName: [{ lang: 'en_EN', name: 'x'.repeat(129) }], alarmPriorityCode: 1 },
    { alarmName: [{ lang: 'english', name: 'A' }], alarmPriorityCode: 1 },
    { alarmName: [{ lang: 'en_EN', name: 'A' }], alarmPriorityCode: 4 },
    { alarmName: [{ lang: 'en_EN', name: 'A' }], alarmPriorityCode: 1, wayOfNotify: { pigeon: true } },
    { alarmName: 'A', alarmPriorityCode: 1 },
  ])('V-05 are refused as %j', async (body) => {
    expect((await call('POST', '/create', admin, body)).status).toBe(400)
  })

  test('3.6-017 3.6-018 1.6-020 1.6-021 only administrators change them', async () => {
    const { _id } = await made('Pump dry')
    for (const [method, path, body] of [
      ['POST', '/create', { alarmName: [{ lang: 'en_EN', name: 'Mine' }], alarmPriorityCode: 1 }],
      ['PUT', `/update/${_id}`, { alarmName: [{ lang: 'en_EN', name: 'Mine' }] }],
      ['PUT', `/updatePriority/${_id}`, { alarmPriorityCode: 0 }],
      ['PUT', `/update/${_id}/notifWay`, { wayOfNotify: {} }],
      ['DELETE', `/delete/${_id}`, undefined],
      ['PUT', '/escalation/update', { priority: 3, escalationTime: 1 }],
    ] as const)
      expect((await call(method, path, owner, body)).status).toBe(403)
    expect((await call('POST', '/details', admin, { _id })).status).toBe(200)
  })

  test('1.9-041 3.7-021 3.7-026 3.7-027 3.5-017 3.5-018 priorities have names, and each its time in seconds', async () => {
    expect((await call('GET', '/allPriorities', owner)).json()).toEqual([
      { alarmPriorityCode: 0, name: 'low' },
      { alarmPriorityCode: 1, name: 'medium' },
      { alarmPriorityCode: 2, name: 'high' },
      { alarmPriorityCode: 3, name: 'urgent' },
    ])
    const time = { priority: 3, escalationTime: 240 }
    expect((await call('PUT', '/escalation/update', admin, time)).status).toBe(204)
    const [urgent] = (await call('GET', '/escalation/getTimes', owner)).json<object[]>()
    expect(urgent).toEqual(time)
    for (const escalationTime of [0, -1, 1.5, '60', undefined, 604_801])
      expect((await call('PUT', '/escalation/update', admin, { priority: 3, escalationTime })).status).toBe(
        400,
      )
  })
})

describe('notifications of alarms', () => {
  let turn = 0
  const raise = async (more: Partial<NewAlarmNotification> = {}, priority: Priority = 3): Promise<string> => {
    turn++
    const kept = await site.store.alarmNotifications.raise({
      serialNumber: demoSerialNumber,
      alarm: {
        ...{ code: 'smoke', icon: 'smoke', priority },
        names: [
          { lang: 'en_EN', name: 'Smoke', desc: 'A detector has gone off.' },
          { lang: 'de_DE', name: 'Rauch' },
        ],
      },
      subject: `s${turn}`,
      facts: { deviceId: 'd1', deviceName: 'Melder Küche', roomName: 'Küche' },
      at: site.now - 1000 + turn,
      ...more,
    })
    return kept?.id ?? ''
  }
  beforeEach(async () => {
    await site.store.alarmNotifications.purge(site.now + 1e9)
    for (const { serialNumber, code, subject } of await site.store.alarmNotifications.open())
      await site.store.alarmNotifications.over({ serialNumber, code, subject }, site.now)
    await site.store.alarmNotifications.purge(site.now + 1e9)
  })
  const react = (notificationId: string, sessionId: string, more: object = {}) =>
    call('POST', '/notification/react', sessionId, { notificationId, responseMsg: 'On my way', ...more })

  test('3.7-013 3.3-012 3.3-014 3.3-015 are told in the language of who asks, with device, room and home', async () => {
    const id = await raise()
    const answer = await call('POST', '/notification_list', owner, undefined, { 'accept-language': 'de' })
    expect(answer.json()).toEqual({
      count: 1,
      data: [
        {
          ...{ _id: id, notificationId: id, serialNumber: demoSerialNumber, isReacted: false },
          gatewayName: (await site.store.gateways.find(demoSerialNumber))?.name,
          timeOfEventGeneration: new Date(site.now - 1000 + turn).toISOString(),
          ...{ icon: 'smoke', title: 'Rauch' },
          alarmNotifParams: {
            alarmCode: 'smoke',
            notificationPriority: { alarmPriorityCode: 3 },
            ...{ deviceId: 'd1', deviceName: 'Melder Küche', roomName: 'Küche' },
          },
        },
      ],
    })
    const { data } = await listed('/notification_list', owner)
    expect(data[0]).toMatchObject({ title: 'Smoke', desc: 'A detector has gone off.' })
  })

  test('3.7-014 3.1-003 3.3-011 3.3-013 one reacts once; the second is told, and everybody sees who did', async () => {
    const id = await raise()
    const [first, second] = [await react(id, owner, { userId: 'demo-home' }), await react(id, stranger)]
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.json()).toMatchObject([{ errorCode: 'ALARM_ALREADY_REACTED' }])
    const { data } = await listed('/notification_list', stranger)
    expect(data[0]).toMatchObject({ isReacted: true, responseMsg: 'On my way' })
    expect(data[0]?.timeOfEventAcknowledge).toBeDefined()
    expect(data[0]?.reactedBy).toBe(first.json<AlarmNotification>().reactedBy)
  })

  test('what the second says stands as an addendum, once, and nothing of the first changes', async () => {
    const id = await raise()
    await react(id, owner)
    const late = await react(id, stranger, { responseMsg: 'Me too' })
    expect(late.json()).toMatchObject([{ errorCode: 'ALARM_ALREADY_REACTED' }])
    // Whoever presses twice, first or second, says nothing more.
    expect((await react(id, stranger, { responseMsg: 'Again' })).status).toBe(409)
    expect((await react(id, owner, { responseMsg: 'Again' })).status).toBe(409)
    const { data } = await listed('/notification_list', owner)
    expect(data[0]).toMatchObject({ responseMsg: 'On my way', addenda: [{ responseMsg: 'Me too' }] })
    expect(data[0]?.addenda?.[0]?.by).toBeTruthy()
    expect(data[0]?.addenda).toHaveLength(1)
  })

  test.each(['', '   ', '​', 'x'.repeat(501)])('V-05 nobody reacts with %j', async (responseMsg) => {
    const id = await raise()
    expect((await react(id, owner, { responseMsg })).status).toBe(400)
    expect((await site.store.alarmNotifications.find(id))?.reactedAt).toBeUndefined()
  })

  test('Z-02 nobody sees or answers what is told of homes that are not his', async () => {
    const id = await raise({ serialNumber: 'OTHER-1' })
    expect((await listed('/notification_list', owner)).count).toBe(0)
    expect((await listed('/getAllSpans', owner)).count).toBe(0)
    expect((await call('POST', '/notification_list?serialNumber=OTHER-1', owner)).status).toBe(404)
    expect((await react(id, owner)).status).toBe(404)
    expect((await react('nothing', owner)).status).toBe(404)
    expect((await react(id, admin)).status).toBe(200)
  })

  test('3.4-034 1.6-014 administrators see all homes, or the one that is chosen', async () => {
    await raise()
    await raise({ serialNumber: 'OTHER-1' })
    expect((await listed('/notification_list', admin)).count).toBe(2)
    const { data } = await listed('/notification_list?serialNumber=OTHER-1', admin)
    expect(data.map(({ gatewayName }) => gatewayName)).toEqual(['Elsewhere'])
  })

  test('3.7-012 3.3-016 3.3-006 are counted by priority from urgent to low', async () => {
    await react(await raise({}, 3), owner)
    await raise({}, 3)
    await raise({}, 0)
    const groups = (await call('POST', '/notification_group_list', owner)).json()
    expect(groups).toEqual([
      { alarmPriorityCode: 3, count: 2, notReacted: 1 },
      { alarmPriorityCode: 2, count: 0, notReacted: 0 },
      { alarmPriorityCode: 1, count: 0, notReacted: 0 },
      { alarmPriorityCode: 0, count: 1, notReacted: 1 },
    ])
  })

  test('3.7-015 3.7-029 3.7-030 3.7-036 3.7-037 by priority, by code, by dates, by whether somebody reacted, page by page', async () => {
    const urgent = await raise({}, 3)
    const low = await raise({}, 0)
    const old = await raise({ at: site.now - 86_400_000 }, 1)
    await react(low, owner)
    const ids = async (path: string, body?: unknown) =>
      (await listed(path, owner, body)).data.map(({ notificationId }) => notificationId)
    expect(await ids('/notification_list')).toEqual([urgent, old, low])
    expect(await ids('/notification_list?alarmPriorityCode=1')).toEqual([old])
    expect(await ids('/notification_list?filterBy=reacted')).toEqual([low])
    expect(await ids('/notification_list?filterBy=notReacted&limit=1&page=2')).toEqual([old])
    expect(await ids('/getAllNotificationsNotReacted')).toEqual([urgent, old])
    const [from, to] = [site.now - 3_600_000, site.now + 1].map((at) => new Date(at).toISOString())
    const dates = '/notification/filterByDateNotificationsReacted'
    expect(await ids(dates, { from, to })).toEqual([low, urgent])
    expect(await ids(`${dates}?filterBy=reacted`, { from, to })).toEqual([low])
    expect((await call('POST', dates, owner, { from: to, to: from })).status).toBe(400)
    const byCode = await call('GET', '/notification/get/smoke?limit=2', owner)
    expect(byCode.json()).toMatchObject({
      count: 3,
      data: [{ notificationId: low }, { notificationId: urgent }],
    })
    expect((await call('GET', '/notification/get/water', owner)).json()).toEqual({ data: [], count: 0 })
  })

  // 3.7-031 3.9-002
  test('spans say how long each lasted, five at a time', async () => {
    for (let n = 0; n < 6; n++) await raise()
    const { serialNumber, code, subject, at } = (await site.store.alarmNotifications.open())[0] ?? {}
    const over = { serialNumber: serialNumber ?? '', code: code ?? '', subject: subject ?? '' }
    await site.store.alarmNotifications.over(over, (at ?? 0) + 60_000)
    const answer = await call('GET', '/getAllSpans', owner)
    const { data, count } = answer.json<{ data: { from: string; to?: string }[]; count: number }>()
    expect([data.length, count]).toEqual([5, 6])
    const all = (await call('GET', '/getAllSpans?limit=10', owner)).json<{ data: typeof data }>().data
    expect(all.filter(({ to }) => to).map(({ from, to = '' }) => Date.parse(to) - Date.parse(from))).toEqual([
      60_000,
    ])
  })
})
