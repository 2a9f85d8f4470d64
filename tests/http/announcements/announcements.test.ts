import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnnouncementContent } from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementPlan } from '#schemas/generated/entities/announcement-plan.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { WAIT } from '../../channel/peer.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { Site } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import {
  begun,
  CODE,
  coded,
  deviceOf,
  read,
  send,
  somebody,
  something,
  tasksOf,
  until,
} from './announcements-kit.ts'

let site: Site
let admin: Caller
let mailbox: Mailbox
beforeAll(async () => {
  site = await Site.open()
  admin = await callerOf(site, 'demo-admin')
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

const codeOf = (answer: { json<T>(): T }) =>
  answer.json<{ errorCode: string; field?: string }[]>().map(({ errorCode }) => errorCode)[0]
const groupOf = async (name: string, ...users: readonly string[]) => {
  await site.store.groups.create({ _id: name, groupName: name, description: name, at: site.now })
  await site.store.groups.add(
    name,
    users.map((id) => ({ kind: 'user', id })),
  )
}

describe('announcements', () => {
  // 3.1-014 3.7-144 3.7-147 3.7-148 3.7-150 3.7-151 3.7-157
  test('an e-mail goes to everybody of a group, in the language that each reads, once', async () => {
    const [rosa, other] = [await somebody(site), await somebody(site)]
    await groupOf('Tenants', rosa.id, 'demo-home')
    const content = something({
      ...{
        filterType: 'group',
        filter: ['tenants'],
        title: 'Arbeiten',
        text: 'Guten Tag {{firstName}}, {{gateway}}',
      },
      translations: { ch_EN: { title: 'Works', text: 'Hello {{firstName}}' } },
    })
    const { _id, campaigns } = await begun(site, content)
    expect(campaigns).toEqual([{ _id, type: 'email', count: 2 }])
    expect(await until(admin, _id)).toMatchObject({
      ...{ _id, contentId: _id, status: 'Completed', campaignOptions: { progress: 100 } },
      ...{ finishTaskCount: 2, taskCounters: { total: 2, successful: 2, failed: 0, left: 0 } },
      content: { announcementName: content.announcementName, filterType: 'group' },
      timeOfCampaignStart: expect.stringMatching(/Z$/),
      timeOfCampaignFinish: expect.stringMatching(/Z$/),
    })
    const english = await mailbox.newest(rosa.username)
    expect([english.subject, english.text]).toEqual(['Works', expect.stringContaining('Hello Rosa')])
    const german = (await mailbox.to('home@gatehouse.test')).find(({ subject }) => subject === 'Arbeiten')
    expect(german?.text).toContain('Guten Tag Seraina, ')
    expect(await mailbox.to(other.username)).toEqual([])
    const { data, count } = await tasksOf(admin, _id, 1, 1)
    expect([data.length, count]).toEqual([1, 2])
    const page = (
      await admin(
        'GET',
        `/asm/campaign/list?page=1&limit=1&searchPhrase=${encodeURIComponent(content.announcementName)}`,
      )
    ).json<{ data: Campaign[]; count: number }>()
    expect(page).toMatchObject({ data: [{ _id }], count: 1 })
    expect((await admin('GET', `/asm/content/get/${_id}`)).json<AnnouncementContent>()).toMatchObject({
      title: 'Arbeiten',
    })
    expect((await admin('GET', '/asm/campaign/get/none')).status).toBe(404)
    expect((await admin('GET', '/asm/content/get/none')).status).toBe(404)
  })

  // 3.3-069 3.3-070 3.3-071 3.3-072 3.3-073
  test('a campaign that is over says how it went, and when', async () => {
    const rosa = await somebody(site)
    await groupOf('One', rosa.id)
    const { _id } = await begun(site, something({ filterType: 'group', filter: ['One'] }))
    expect(await until(admin, _id)).toMatchObject({
      ...{ _id, contentId: _id, status: 'Completed', campaignOptions: { progress: 100 } },
      ...{ finishTaskCount: 1, taskCounters: { total: 1, successful: 1, failed: 0, left: 0 } },
      timeOfCampaignStart: expect.stringMatching(/Z$/),
      timeOfCampaignFinish: expect.stringMatching(/Z$/),
    })
  })

  // 3.3-074 3.3-075 3.3-076 3.3-077
  test('each recipient has a row: what became of it, when, after how many tries, and where it went', async () => {
    const [there, gone] = [await somebody(site), await somebody(site)]
    await groupOf('Two', there.id, gone.id)
    const sendAt = new Date(site.now + 300).toISOString()
    const { _id } = await begun(site, something({ filterType: 'group', filter: ['Two'], sendAt }))
    await site.store.accounts.disable(gone.id, site.now)
    site.pass(301)
    await until(admin, _id)
    const { data } = await tasksOf(admin, _id)
    expect(data.find(({ userId }) => userId === there.id)).toMatchObject({
      ...{ recipient: 'Rosa', account: there.username, to: there.username, delivery: 'outbox' },
      ...{ isFinished: true, isFailed: false, isCanceled: false, triedCounter: 1, retryCounter: 0 },
      taskOptions: { progress: 100, status: 'successful' },
      timeOfTaskStart: expect.stringMatching(/Z$/),
      taskFinishedTimestamp: expect.stringMatching(/Z$/),
    })
    expect(data.find(({ userId }) => userId === gone.id)).toMatchObject({
      ...{ isFailed: true, errorFeedback: { code: 'NO_ACCOUNT' } },
    })
  })

  // 3.4-038 3.4-039 3.4-040
  test('administrators hear that it began, how far it is and that it is over; nobody else does', async () => {
    const [chief, other] = [await Listener.of(site, 'demo-admin'), await Listener.of(site, 'demo-home')]
    const rosa = await somebody(site)
    await groupOf('Heard', rosa.id)
    const { _id } = await begun(site, something({ filterType: 'group', filter: ['Heard'] }))
    const about = (listener: Listener, event: string) =>
      listener
        .admins(event)
        .map(({ data }) => (data as { campaign: Campaign }).campaign)
        .filter((campaign) => campaign._id === _id)
    await vi.waitFor(() => expect(about(chief, 'asm_campaign_updated_finished')).toHaveLength(1), WAIT)
    expect(about(chief, 'asm_campaign_created')).toMatchObject([{ _id, contentId: _id, canCancel: true }])
    expect(about(chief, 'asm_campaign_updated_finished')).toMatchObject([
      { status: 'Completed', finishTaskCount: 1, campaignOptions: { progress: 100 }, canCancel: false },
    ])
    const scheduled = something({
      ...{ filterType: 'group', filter: ['Heard'] },
      sendAt: new Date(site.now + 3_600_000).toISOString(),
    } as Partial<AnnouncementContent>)
    const later = (await begun(site, scheduled))._id
    await admin('POST', `/asm/campaign/cancelAll/${later}`)
    await vi.waitFor(
      () =>
        expect(
          chief
            .admins()
            .filter(({ event }) => event.startsWith('asm_campaign_updated'))
            .map(({ data }) => (data as { campaign: Campaign }).campaign),
        ).toContainEqual(expect.objectContaining({ _id: later, status: 'Canceled' })),
      WAIT,
    )
    expect(other.admins()).toEqual([])
    expect(other.own().filter(({ event }) => event.startsWith('asm_'))).toEqual([])
  })

  // 3.3-079
  test.each(['announcementName', 'title', 'text'] as const)(
    'without its %s it is refused, there',
    async (field) => {
      const content = something({ filterType: 'city', filter: ['Nowhere'] })
      await coded(site, content.announcementName)
      const { [field]: _left, ...rest } = content
      const refused = async (body: object) => {
        const answer = await admin('POST', '/asm/try', { types: ['email'], content: body })
        return [answer.status, answer.json<{ field?: string }[]>()[0]?.field]
      }
      expect(await refused(rest)).toEqual([400, `/content/${field}`])
      const [status, at] = await refused({ ...content, [field]: ' ' })
      expect([status, String(at).endsWith(`/${field}`)]).toEqual([400, true])
      expect((await refused(content))[0]).toBe(200)
    },
  )

  // 3.7-145 3.7-146 3.3-078
  test('push and WhatsApp: each account by the first of the chosen ways that reaches it, two campaigns by one code', async () => {
    const [woken, mailed] = [await somebody(site), await somebody(site)]
    await site.sessionOf(woken.id)
    await deviceOf(site, woken.id)
    await groupOf('Both', woken.id, mailed.id)
    const filter = { filterType: 'group', filter: ['Both'] } satisfies Partial<AnnouncementContent>
    const plan = (
      await admin('POST', '/asm/plan', { types: ['email', 'pushMobile'], topicType: 'SYS', ...filter })
    ).json<AnnouncementPlan>()
    expect(plan).toMatchObject({ accounts: 2, unreachable: 0 })
    expect(plan.ways.map(({ type, count, reachable }) => [type, count, reachable])).toEqual([
      ['pushMobile', 1, 1],
      ['email', 1, 2],
      ['whatsapp', 0, 2],
    ])
    const { campaigns } = await begun(site, something({ ...filter, alsoBy: ['email'] }), 'sendPush')
    expect(campaigns.map(({ type, count }) => [type, count])).toEqual([
      ['pushMobile', 1],
      ['email', 1],
    ])
    const { _id } = await begun(site, something(filter), 'sendWhatsapp')
    await until(admin, _id)
    expect((await tasksOf(admin, _id)).data.map(({ to }) => to)).toEqual(['+41790000000', '+41790000000'])
  })

  // 3.7-156 3.7-158 3.3-080
  test('recipients are all accounts in use, or those with an address in a city', async () => {
    const [here, elsewhere] = [await somebody(site), await somebody(site)]
    const live = (city: string) => [{ street: 'Weg 1', city, state: 'ZH', zip: '8000' }] as never
    await site.store.accounts.updateProfile(here.id, { address: live('Ürikon') })
    await site.store.accounts.updateProfile(elsewhere.id, { address: live('Chur') })
    const plan = async (filter: object) =>
      (
        await admin('POST', '/asm/plan', { types: ['email'], topicType: 'SYS', ...filter })
      ).json<AnnouncementPlan>()
    expect((await plan({ filterType: 'city', filter: ['ürikon'] })).accounts).toBe(1)
    expect((await plan({ filterType: 'city', filter: ['ÜRIKON', 'Chur'] })).accounts).toBe(2)
    const all = (await plan({ filterType: 'all' })).accounts
    await site.store.accounts.disable(elsewhere.id, site.now)
    expect((await plan({ filterType: 'all' })).accounts).toBe(all - 1)
  })

  // 3.4-065 3.7-159
  test('A-06 nothing is sent without a code for this announcement, and a code is good once', async () => {
    const content = something()
    expect((await send(site, content)).status).toBe(428)
    await coded(site, 'another')
    expect(codeOf(await send(site, content, 'sendEmail', CODE))).toBe('OTP_INVALID')
    await coded(site, content.announcementName, 'startExport')
    expect(codeOf(await send(site, content, 'sendEmail', CODE))).toBe('OTP_INVALID')
    await admin('POST', '/notifier/notifysuperadmin', {
      ...{ action: 'sendAnnouncement', uniqueIdentifier: content.announcementName },
    })
    const code = await mailbox.code('admin@gatehouse.test')
    expect((await send(site, content, 'sendEmail', code)).status).toBe(201)
    const next = something()
    expect(codeOf(await send(site, next, 'sendEmail', code))).toBe('OTP_INVALID')
  })

  // 3.8-039
  test('a second of one name by one way, in whatever case, is refused with 409 and DUPLICATE_CAMPAIGN', async () => {
    const content = something()
    await begun(site, content)
    const announcementName = content.announcementName.toUpperCase()
    await coded(site, announcementName)
    const twice = await send(site, { ...content, announcementName }, 'sendEmail', CODE)
    expect([twice.status, codeOf(twice)]).toEqual([409, 'DUPLICATE_CAMPAIGN'])
  })

  // 3.5-047 3.5-048 3.5-049 3.5-050 3.5-051 3.5-052
  test.each([
    ['sendEmail', 200, 2000],
    ['sendPush', 128, 1024],
    ['sendWhatsapp', 60, 1024],
  ] as const)('%s takes a title of %i characters and a text of %i, and no more', async (way, title, text) => {
    const judged = async (some: { title: string; text: string }) => {
      const content = something({ ...some, filterType: 'city', filter: ['Nowhere'] })
      await coded(site, content.announcementName)
      return codeOf(await send(site, content, way, CODE))
    }
    const full = { title: 'ä'.repeat(title), text: '😀'.repeat(text / 2) }
    expect(await judged(full)).toBe('NO_RECIPIENTS')
    if (title < 200)
      expect(await judged({ ...full, title: 'x'.repeat(title + 1) })).toBe('ANNOUNCEMENT_TOO_LONG')
    if (text < 2000)
      expect(await judged({ ...full, text: 'x'.repeat(text + 1) })).toBe('ANNOUNCEMENT_TOO_LONG')
    const past = await send(site, something({ title: 'x'.repeat(201), text: 'x'.repeat(2001) }), way, CODE)
    expect(past.status).toBe(400)
  })

  // 3.5-059 3.5-060 3.5-061 3.3-081
  test('what is in the past, or has a filter that is empty or there twice, is refused', async () => {
    const judged = async (more: Partial<AnnouncementContent>) => {
      const content = something(more)
      await coded(site, content.announcementName)
      return codeOf(await send(site, content, 'sendEmail', CODE))
    }
    expect(await judged({ sendAt: new Date(site.now - 1000).toISOString() })).toBe('DATE_IN_PAST')
    expect(await judged({ filterType: 'city', filter: [] })).toBe('FILTER_EMPTY')
    expect(await judged({ filterType: 'city', filter: ['  '] })).toBe('FILTER_EMPTY')
    expect(await judged({ filterType: 'city', filter: ['Chur', 'CHUR'] })).toBe('filterAlreadyExist')
    expect(await judged({ topicType: 'OTHER' as never })).not.toBeUndefined()
    expect(await judged({ sendAt: 'tomorrow' })).not.toBeUndefined()
  })

  // 3.7-149
  test('cancelled before its time it reaches nobody, and is over for good', async () => {
    const rosa = await somebody(site)
    await groupOf('Alone', rosa.id)
    const sendAt = new Date(site.now + 3_600_000).toISOString()
    const { _id } = await begun(site, something({ filterType: 'group', filter: ['Alone'], sendAt }))
    expect(await read(admin, _id)).toMatchObject({ status: 'Pending', sendAt, canCancel: true })
    const canceled = (await admin('POST', `/asm/campaign/cancelAll/${_id}`)).json<Campaign>()
    expect(canceled).toMatchObject({ status: 'Canceled', taskCounters: { canceled: 1 } })
    expect(codeOf(await admin('POST', `/asm/campaign/cancelAll/${_id}`))).toBe('ANNOUNCEMENT_OVER')
    site.pass(3_600_001)
    expect(await mailbox.to(rosa.username)).toEqual([])
  })

  test('14.5 within hours of the day each is told by his own clocks; who is outside waits until they begin, and his row says when', async () => {
    const people = [await somebody(site), await somebody(site), await somebody(site)] as const
    const [rosa, tokyo, unsaid] = people
    await groupOf('Hours', ...people.map(({ id }) => id))
    const quiet = { active: false, from: 0, until: 0 }
    const [here, far] = ['Atlantic/Reykjavik', 'Asia/Tokyo'] as const
    await site.store.quietHours.set(rosa.id, { ...quiet, zone: here })
    await site.store.quietHours.set(tokyo.id, { ...quiet, zone: far })
    const hour = (zone: string, later: number): string =>
      new Intl.DateTimeFormat('de-CH', {
        ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      }).format(site.now + later * 3_600_000)
    const filter = { filterType: 'group', filter: ['Hours'] } satisfies Partial<AnnouncementContent>
    const title = `Hours ${site.now}`
    // Open in Reykjavik, which has no summer time, for half an hour more; Zurich and Tokyo are past it.
    const window = `${hour(here, -0.5)}-${hour(here, 0.5)}`
    const { _id } = await begun(site, something({ ...filter, title, window }))
    const rows = async () => new Map((await tasksOf(admin, _id)).data.map((task) => [task.userId, task]))
    await until(admin, _id, ({ finishTaskCount }) => finishTaskCount === 1)
    await vi.waitFor(async () => {
      for (const { id } of [tokyo, unsaid]) expect((await rows()).get(id)?.opensAt).toBeDefined()
    })
    const told = await rows()
    expect(told.get(rosa.id)).toMatchObject({ isFinished: true, taskOptions: { status: 'successful' } })
    for (const [{ id }, zone] of [
      [tokyo, far],
      [unsaid, 'Europe/Zurich'],
    ] as const) {
      const held = told.get(id)
      expect(held).toMatchObject({ isFinished: false, triedCounter: 0, taskOptions: { status: 'waiting' } })
      expect(held?.errorFeedback).toBeUndefined()
      expect(hour(zone, (Date.parse(held?.opensAt ?? '') - site.now) / 3_600_000)).toBe(window.slice(0, 5))
    }
    expect((await mailbox.to(rosa.username)).map(({ subject }) => subject)).toEqual([title])
    expect(await mailbox.to(tokyo.username)).toEqual([])
    expect(await read(admin, _id)).toMatchObject({ status: 'In Progress', content: { window } })
    await admin('POST', `/asm/campaign/cancelAll/${_id}`)
    for (const wrong of ['09:00-09:00', '24:00-05:00', '9-18']) {
      const content = something({ ...filter, window: wrong })
      await coded(site, content.announcementName)
      expect([(await send(site, content, 'sendEmail', CODE)).status, wrong]).toEqual([400, wrong])
    }
  })

  test('to me first: it goes to the administrator alone, in his language, without a code', async () => {
    const title = `Try ${site.now}`
    const answer = await admin('POST', '/asm/try', { types: ['email'], content: something({ title }) })
    expect(answer.json()).toEqual({ to: [{ type: 'email', to: 'admin@gatehouse.test', state: 'outbox' }] })
    expect((await mailbox.to('admin@gatehouse.test'))[0]?.subject).toBe(title)
    expect((await mailbox.to('home@gatehouse.test')).map(({ subject }) => subject)).not.toContain(title)
  })

  test('news has a link by which whoever wants none is spared from then on; system announcements reach him still', async () => {
    const rosa = await somebody(site)
    await groupOf('Readers', rosa.id)
    const filter = { filterType: 'group', filter: ['Readers'] } satisfies Partial<AnnouncementContent>
    await until(admin, (await begun(site, something({ ...filter, topicType: 'NEWS' })))._id)
    const { text = '' } = await mailbox.newest(rosa.username)
    const secret = /mail_off\/(\S+)/.exec(text)?.[1] ?? ''
    expect((await site.call('POST', `/api/mails/unsubscribe/${secret}`)).status).toBe(204)
    expect((await site.call('POST', `/api/mails/unsubscribe/${secret}`)).status).toBe(204)
    const { _id } = await begun(site, something({ ...filter, topicType: 'NEWS', title: 'More' }))
    await until(admin, _id)
    expect((await tasksOf(admin, _id)).data[0]?.taskOptions.status).toBe('spared')
    await until(admin, (await begun(site, something({ ...filter, title: 'Power cut' })))._id)
    expect((await mailbox.to(rosa.username)).map(({ subject }) => subject)).toEqual([
      'Power cut',
      'Power cut',
    ])
  })

  // 3.3-083 3.3-084
  test('a condition is judged for each when it is his turn: whom it does not hold for is spared', async () => {
    const [away, there, without] = [await somebody(site), await somebody(site), await somebody(site)]
    const free = await site.store.gateways.query({ page: 1, limit: 2, unassigned: true })
    const [one = '', other = ''] = free.data.map(({ serialNumber }) => serialNumber)
    await site.store.gateways.assign(one, away.id)
    await site.store.gateways.assign(other, there.id)
    await site.store.gateways.setConnectionStatus(other, 'online', site.now)
    await site.store.gateways.setConnectionStatus(one, 'online', site.now)
    await groupOf('Conditions', away.id, there.id, without.id)
    const told = async (notificationCondition: AnnouncementContent['notificationCondition']) => {
      const template = { _id: 'works', name: 'Works' }
      const sendAt = new Date(site.now + 1000).toISOString()
      const { _id } = await begun(
        site,
        something({ filterType: 'group', filter: ['Conditions'], sendAt, notificationCondition, template }),
      )
      // Only now, after it was sent.
      await site.store.gateways.setConnectionStatus(one, 'offline', site.now)
      site.pass(1001)
      const { content } = await until(admin, _id)
      expect(content).toMatchObject({ notificationCondition, template })
      return (await tasksOf(admin, _id)).data
        .filter(({ taskOptions }) => taskOptions.status === 'successful')
        .map(({ userId }) => userId)
    }
    expect(await told('gatewayOffline')).toEqual([away.id])
    expect(await told('gatewayOnline')).toEqual([there.id])
    expect(await told('noGateway')).toEqual([without.id])
  })

  // 1.6-023 3.6-014 3.6-019
  test('only administrators announce, and see what was announced', async () => {
    const home = await callerOf(site, 'demo-home')
    for (const path of [
      '/asm/campaign/list',
      '/asm/campaign/get/x',
      '/asm/content/get/x',
      '/asm/task/getTasksInCampaign/x',
    ])
      expect((await home('GET', path)).status).toBe(403)
    expect((await home('POST', '/asm/sendEmail', something())).status).toBe(403)
    expect((await home('POST', '/asm/try', { types: ['email'], content: something() })).status).toBe(403)
  })
})
