import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import { type Caller, callerOf } from '../gateway-kit.ts'
import { readyGateways } from '../jobs-kit.ts'
import type { Site } from '../kit.ts'
import {
  away,
  begin,
  bulkSite,
  named,
  opening,
  over,
  read,
  rooms,
  setback,
  tasksOf,
  until,
} from './bulk-kit.ts'

let site: Site
let admin: Caller
let fleet: BulkGateway[]
beforeAll(async () => {
  site = await bulkSite()
  admin = await callerOf(site, 'demo-admin')
  fleet = (await admin('GET', '/location/filtering?limit=1000')).json<{ data: BulkGateway[] }>().data
})
afterAll(() => site.close())

const ready = (count: number, skip = 0) => readyGateways(site, count, skip)
const namesOf = async (sn: string) =>
  (await admin('GET', `/home/${sn}/snapshot?first=1`)).json<{
    floors: { floor_name: string; rooms: { room_name: string }[] }[]
  }>().floors
const rulesOf = async (sn: string) =>
  [...(await site.store.homes.of(sn).load())]
    .filter(([key]) => key.startsWith('rule/'))
    .map(([, value]) => value)

describe('bulk operations', () => {
  test('3.1-013 3.7-160 3.3-101 3.3-105 3.4-062 a scene on kinds of devices comes to every gateway that has such devices, and is taken back', async () => {
    const devices = await ready(12)
    const plan = (await admin('POST', '/bom/campaign/plan', { content: setback, devices })).json<BulkPlan>()
    expect(plan.total).toBe(12)
    expect(plan.adds + plan.replaces + plan.same + plan.cannot + plan.offline + plan.unknown).toBe(12)
    expect(plan.adds).toBeGreaterThan(3)
    // Nothing was sent.
    for (const sn of devices) expect(JSON.stringify(await rulesOf(sn))).not.toContain('Night setback')

    const id = await begin(admin, setback, devices, {
      canaries: plan.canaries.map((one) => one.serialNumber),
    })
    const done = await until(admin, id, over)
    expect(done).toMatchObject({
      status: 'Completed',
      taskCounters: { successful: plan.adds, failed: plan.cannot },
    })
    expect(done.taskList[0]).toEqual({ index: 0, name: 'canary' })
    const tasks = await tasksOf(admin, id)
    for (const { device, isFailed, errorFeedback, says } of tasks) {
      const has = JSON.stringify(await rulesOf(device)).includes('Night setback')
      expect(has).toBe(!isFailed)
      if (isFailed) expect(errorFeedback?.code).toBe('NO_FITTING_DEVICE')
      else expect(says).toBe('adds')
    }
    // The same once more: it is there already.
    const again = (await admin('POST', '/bom/campaign/plan', { content: setback, devices })).json<BulkPlan>()
    expect(again).toMatchObject({ same: plan.adds, adds: 0, replaces: 0 })

    const back = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
    const returned = await until(admin, back._id, over)
    expect(returned).toMatchObject({
      status: 'Completed',
      takesBack: id,
      taskCounters: { total: plan.adds, failed: 0 },
    })
    for (const sn of devices) expect(JSON.stringify(await rulesOf(sn))).not.toContain('Night setback')
    expect(await read(admin, id)).toMatchObject({ canTakeBack: false, takenBackBy: back._id })
    expect((await admin('POST', `/bom/campaign/takeBack/${id}`)).status).toBe(409)
  })

  test('decision 0262 a set: each home gets what it can have of it, is told part by part, and gives all of it back', async () => {
    const devices = await ready(12, 40)
    const part = ({ content_params: [one] }: BulkContent) => one
    const several = {
      ...{ content_name: 'Standard', content_type: 'set' },
      content_params: [part(rooms), part(named('Evening')), part(away)],
    } as BulkContent
    const plan = (await admin('POST', '/bom/campaign/plan', { content: several, devices })).json<BulkPlan>()
    // Rooms and a status every home can have, whatever devices it has.
    expect(plan).toMatchObject({ total: 12, cannot: 0 })
    const [floors, scene, status] = plan.parts ?? []
    expect(floors?.leftOut).toBe(0)
    expect(status?.leftOut).toBe(0)
    expect(scene?.leftOut).toBeGreaterThan(0)
    expect(scene?.adds).toBeGreaterThan(0)
    expect((scene?.leftOut ?? 0) + (scene?.adds ?? 0)).toBe(12)
    expect(plan.example?.part).toBeDefined()

    const before = await Promise.all(devices.map(async (sn) => JSON.stringify(await namesOf(sn))))
    const id = await begin(admin, several, devices)
    const done = await until(admin, id, over)
    expect(done).toMatchObject({ status: 'Completed', taskCounters: { successful: 12, failed: 0 } })
    for (const { device, parts = [] } of await tasksOf(admin, id)) {
      const has = JSON.stringify(await rulesOf(device)).includes('Evening')
      expect(parts[1]).toEqual(has ? { says: 'adds' } : { code: 'NO_FITTING_DEVICE' })
      expect(parts[0]?.says).toBeDefined()
      expect(JSON.stringify(await namesOf(device))).toContain('Waschküche')
    }
    const back = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
    expect(await until(admin, back._id, over)).toMatchObject({ taskCounters: { total: 12, failed: 0 } })
    for (const [at, sn] of devices.entries()) {
      expect(JSON.stringify(await rulesOf(sn))).not.toContain('Evening')
      expect(JSON.stringify(await namesOf(sn))).toBe(before[at])
    }

    // A home that can have none of it fails for that reason, as with each by itself.
    const scenes = { ...several, content_params: [part(named('One')), part(named('Two'))] }
    const none = (await admin('POST', '/bom/campaign/plan', { content: scenes, devices })).json<BulkPlan>()
    expect(none.cannot).toBe(scene?.leftOut)
    expect(none.causes.map(({ code }) => code)).toEqual(['NO_FITTING_DEVICE'])
  })

  test('a set has several parts, each with a way back; anything else has one', async () => {
    const [sn = ''] = await ready(1)
    const [room] = rooms.content_params
    const [open] = opening.content_params
    const plan = async (content_type: string, content_params: unknown[]) =>
      (
        await admin('POST', '/bom/campaign/plan', {
          content: { content_name: 'Strange', content_type, content_params },
          devices: [sn],
        })
      ).status
    expect(await plan('set', [room])).toBe(400)
    expect(await plan('set', [room, open])).toBe(400)
    expect(await plan('lyt', [room, room])).toBe(400)
    expect(await plan('set', [])).toBe(400)
    expect(await plan('set', [room, ...away.content_params])).toBe(200)
    expect(
      await plan(
        'set',
        Array.from({ length: 101 }, () => room),
      ),
    ).toBe(400)
  })

  test('3.3-100 rooms: what is missing is added, what is there stays; taken back, the home is as it was', async () => {
    const devices = await ready(3, 20)
    const [first = ''] = devices
    const before = await namesOf(first)
    const id = await begin(admin, rooms, devices)
    expect(await until(admin, id, over)).toMatchObject({
      status: 'Completed',
      taskCounters: { successful: 3 },
    })
    const after = await namesOf(first)
    expect(after.map(({ floor_name }) => floor_name)).toEqual([
      ...before.map((one) => one.floor_name),
      'Keller',
    ])
    const names = after.flatMap((one) => one.rooms.map(({ room_name }) => room_name))
    expect(names.filter((name) => name === 'Küche')).toHaveLength(1)
    expect(names).toEqual(expect.arrayContaining(['Technik', 'Waschküche']))

    const back = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
    expect(await until(admin, back._id, over)).toMatchObject({ taskCounters: { successful: 3, failed: 0 } })
    expect(await namesOf(first)).toEqual(before)
  })

  test('3.3-102 a status with its icon; where there is one of the name only the icon changes, and comes back', async () => {
    const devices = await ready(2, 30)
    const id = await begin(admin, away, devices)
    expect(await until(admin, id, over)).toMatchObject({ taskCounters: { successful: 2 } })
    const [params] = away.content_params
    const other = {
      ...away,
      content_params: [{ ...params, params: { name: 'AWAY', icon: 7 } }],
    } as typeof away
    const changed = await begin(admin, other, devices)
    await until(admin, changed, over)
    expect((await tasksOf(admin, changed)).map(({ says }) => says)).toEqual(['replaces', 'replaces'])
    const icons = async () =>
      [...(await site.store.homes.of(devices[0] ?? '').load())]
        .filter(([key]) => key.startsWith('status/'))
        .map(([, value]) => (value as { icon: number }).icon)
    expect(await icons()).toContain(7)
    // What somebody has changed since is left alone, and that is the reason.
    const tooLate = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
    expect(await until(admin, tooLate._id, over)).toMatchObject({
      ...{ status: 'Failed', taskCounters: { successful: 0, failed: 2 } },
      causes: [{ code: 'CHANGED_SINCE', count: 2 }],
    })
    expect(await icons()).toContain(7)
    const back = (await admin('POST', `/bom/campaign/takeBack/${changed}`)).json<{ _id: string }>()
    await until(admin, back._id, over)
    expect(await icons()).toContain(4)
  })

  test('decision 0260 a status comes into its group: seen beforehand, done, and given back', async () => {
    const [sn = ''] = await ready(1, 34)
    const [params] = away.content_params
    const of = (name: string, group?: string | null): BulkContent =>
      ({
        ...away,
        content_params: [{ ...params, params: { name, icon: 4, ...(group !== undefined && { group }) } }],
      }) as BulkContent
    const groups = async () =>
      Object.fromEntries(
        [...(await site.store.homes.of(sn).load())]
          .filter(([key]) => key.startsWith('status/'))
          .map(([, value]) => value as { name: string; group?: string })
          .flatMap(({ name, group }) => (['Gone', 'Here'].includes(name) ? [[name, group ?? null]] : [])),
      )
    const plan = async (content: BulkContent) =>
      (await admin('POST', '/bom/campaign/plan', { content, devices: [sn] })).json<BulkPlan>()
    const bring = async (content: BulkContent) => {
      const id = await begin(admin, content, [sn])
      expect(await until(admin, id, over)).toMatchObject({ taskCounters: { successful: 1 } })
      return id
    }
    expect((await plan(of('Gone', 'Presence'))).example?.rows).toEqual([
      { what: 'icon', after: '4' },
      { what: 'group', after: 'Presence' },
    ])
    await bring(of('Gone', 'Presence'))
    await bring(of('Here'))
    expect(await groups()).toEqual({ Gone: 'Presence', Here: null })
    // Without a word about groups it stays where it is, and so does one of the same group in other letters.
    expect((await plan(of('Gone'))).same).toBe(1)
    expect((await plan(of('Gone', 'PRESENCE'))).same).toBe(1)
    expect((await plan(of('Here', null))).same).toBe(1)
    expect((await plan(of('Gone', null))).example?.rows).toEqual([
      { what: 'group', today: 'Presence', after: '' },
    ])
    const moved = await bring(of('Here', 'presence'))
    expect(await groups()).toEqual({ Gone: 'Presence', Here: 'Presence' })
    const left = await bring(of('Gone', null))
    expect(await groups()).toEqual({ Gone: null, Here: 'Presence' })
    for (const id of [left, moved]) {
      const back = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
      await until(admin, back._id, over)
    }
    expect(await groups()).toEqual({ Gone: 'Presence', Here: null })
  })

  test('3.3-103 3.5-071 networks open for devices, on software of 4.19.0 and newer, and nothing of it is taken back', async () => {
    const old = fleet.find((one) => one.currentFWVersion === '4.9.0' && one.connectionStatus === 'online')
    const [fresh = ''] = await ready(1, 40)
    const serials = [fresh, old?.serialNumber ?? '']
    const id = await begin(admin, opening, serials)
    const done = await until(admin, id, over)
    expect(done.canTakeBack).toBe(false)
    const tasks = await tasksOf(admin, id)
    expect(tasks.find(({ device }) => device === old?.serialNumber)?.errorFeedback?.code).toBe(
      'SOFTWARE_TOO_OLD',
    )
    expect((await admin('POST', `/bom/campaign/takeBack/${id}`)).status).toBe(409)
  })

  describe('an operation over two gateways that take it, one that is locked and one that there is not', () => {
    let devices: string[]
    let id: string
    let done: Awaited<ReturnType<typeof until>>
    let ofLocked: Awaited<ReturnType<typeof tasksOf>>[number] | undefined
    beforeAll(async () => {
      const locked = (await site.store.gateways.query({ page: 1, limit: 1, condition: 'pinLocked' })).data[0]
      const [one = '', two = ''] = await ready(2, 50)
      devices = [one, two, locked?.serialNumber ?? '', 'NO-SUCH-GATEWAY']
      id = await begin(admin, away, devices, { retryNumber: 1 })
      done = await until(admin, id, over)
      ofLocked = (await tasksOf(admin, id)).find(({ device }) => device === locked?.serialNumber)
    })

    test('3.3-090 3.3-094 3.3-096 3.3-097 tells what it is, and over which gateways', () => {
      expect(done).toMatchObject({
        ...{ _id: id, status: 'Completed', operation_name: 'Away', content: away },
        taskOptions: { numberOfTasks: 4 },
      })
      expect(done.devices?.toSorted()).toEqual(devices.toSorted())
    })

    test('3.3-091 3.3-093 3.3-098 tells how far it is, in all and wave by wave, and why something failed', () => {
      expect(done).toMatchObject({
        finishTaskCount: 4,
        taskCounters: { total: 4, successful: 2, failed: 2, canceled: 0, left: 0 },
        campaignOptions: { progress: 100, retryNumber: 1 },
        ...{
          taskList: [{ index: 0, name: '1' }],
          taskLog: [{ index: 0, size: 4, successful: 2, failed: 2 }],
        },
        causes: [
          { code: 'PIN_LOCKED', count: 1 },
          { code: 'UNKNOWN_GATEWAY', count: 1 },
        ],
      })
    })

    test('3.3-092 3.3-095 tells who began it, and when it began and ended', () => {
      expect(done).toMatchObject({ userId: 'demo-admin', userInitiated: 'Markus Aebischer' })
      expect(Date.parse(done.timeOfOperationFinish ?? '')).toBeGreaterThanOrEqual(
        Date.parse(done.timeOfOperationStart ?? 'never'),
      )
    })

    test('3.3-106 3.3-107 3.3-108 3.3-110 a gateway of it tells how far it is, and how often it was tried', () => {
      expect(ofLocked?._id).toBeTruthy()
      expect(ofLocked).toMatchObject({
        ...{ isCanceled: false, isFinished: true, isFailed: true, triedCounter: 2, retryCounter: 1 },
        taskOptions: { progress: 100, status: 'failed' },
      })
    })

    test('3.3-109 3.3-111 3.3-112 3.3-113 one that failed tells when and why, and what helps', () => {
      expect(ofLocked?.errorFeedback).toMatchObject({
        defautlMsg: expect.any(String),
        customMsg: expect.any(String),
        troubleshooting: 'retry',
      })
      const times = [
        ofLocked?.timeOfTaskStart,
        ofLocked?.errorFeedback?.timeOfFail,
        ofLocked?.taskFinishedTimestamp,
      ]
      for (const time of times) expect(time).toBe(new Date(time ?? '').toISOString())
    })
  })

  /** An operation that one gateway took, and two that are locked did not. */
  const twoLocked = async () => {
    const { data } = await site.store.gateways.query({ page: 1, limit: 2, condition: 'pinLocked' })
    const [locked = '', other = ''] = data.map(({ serialNumber }) => serialNumber)
    const [one = ''] = await ready(1, 60)
    const id = await begin(admin, away, [one, locked, other], { retryNumber: 0 })
    await until(admin, id, over)
    return { id, locked, other }
  }

  test('3.4-048 3.4-049 3.4-050 3.4-051 3.7-170 3.7-171 tasks are filtered and searched', async () => {
    const { id, locked } = await twoLocked()
    const count = async (filter: string) => (await tasksOf(admin, id, `&filterBy=${filter}`)).length
    expect([
      await count('all'),
      await count('successful'),
      await count('failed'),
      await count('canceled'),
    ]).toEqual([3, 1, 2, 0])
    expect(await tasksOf(admin, id, '&code=PIN_LOCKED')).toHaveLength(2)
    const found = await admin('GET', `/bom/task/search/${id}?searchPhrase=${locked.toLowerCase()}`)
    expect(found.json<{ count: number }>().count).toBe(1)
  })

  test('3.4-052 3.4-053 3.7-167 3.7-168 tasks are reset one by one, by cause or all', async () => {
    const { id, locked, other } = await twoLocked()
    await site.store.gateways.setState(locked, { lockStatus: 0 })
    const task = (await tasksOf(admin, id)).find(({ device }) => device === locked)
    expect((await admin('POST', `/bom/task/reset/${task?._id}`)).status).toBe(200)
    await until(admin, id, (op) => over(op) && op.taskCounters.successful === 2)
    expect((await admin('POST', `/bom/task/reset/${task?._id}`)).status).toBe(409)
    await site.store.gateways.setState(other, { lockStatus: 0 })
    expect((await admin('POST', `/bom/task/resetAll/${id}?code=NO_ANSWER`)).json()).toEqual({ count: 0 })
    expect((await admin('POST', `/bom/task/resetAll/${id}`)).json()).toEqual({ count: 1 })
    await until(admin, id, (op) => over(op) && op.taskCounters.successful === 3)
  })

  test('3.4-054 3.7-166 3.7-169 3.7-165 what waits for an offline gateway is cancelled alone or with all; what goes on is not deleted', async () => {
    const { data } = await site.store.gateways.query({ page: 1, limit: 2, connectionStatus: 'offline' })
    const offline = data.map(({ serialNumber }) => serialNumber)
    const id = await begin(admin, away, offline)
    const waiting = await until(admin, id, (op) => op.waiting === 2)
    expect(waiting).toMatchObject({ status: 'In Progress', taskCounters: { left: 2 } })
    expect((await admin('DELETE', `/bom/campaign/delete/${id}`)).json()).toEqual({ success: false })
    const [first] = await tasksOf(admin, id)
    expect(first?.taskOptions.status).toBe('offline')
    const cancelled = await admin('POST', `/bom/task/cancelSpecific/${first?._id}`)
    expect(cancelled.json()).toMatchObject({ isCanceled: true, isFinished: true })
    expect((await admin('POST', `/bom/task/cancelSpecific/${first?._id}`)).status).toBe(409)
    const all = await admin('POST', `/bom/campaign/cancelAll/${id}`)
    expect(all.json()).toMatchObject({ status: 'Canceled', taskCounters: { canceled: 2 } })
    expect((await admin('POST', `/bom/campaign/cancelAll/${id}`)).status).toBe(409)
    expect((await admin('DELETE', `/bom/campaign/delete/${id}`)).json()).toEqual({ success: true })
    expect((await admin('GET', `/bom/campaign/get/${id}`)).status).toBe(404)
  })

  test('an offline gateway gets it as soon as it is back', async () => {
    const { data } = await site.store.gateways.query({ page: 2, limit: 2, connectionStatus: 'offline' })
    const sn = data[0]?.serialNumber ?? ''
    const id = await begin(admin, away, [sn])
    await until(admin, id, (op) => op.waiting === 1)
    await site.store.gateways.setConnectionStatus(sn, 'online', site.now)
    expect((await admin('POST', `/udm/device/${sn}/reboot`)).status).toBeLessThan(300)
    expect(await until(admin, id, over)).toMatchObject({ status: 'Completed' })
  })

  test('canaries that fail halt it; resumed it goes on, paused it stands still', async () => {
    const locked = (await site.store.gateways.query({ page: 1, limit: 1, condition: 'subscriptionLocked' }))
      .data[0]
    const canary = locked?.serialNumber ?? ''
    const others = await ready(5, 70)
    const id = await begin(admin, away, [...others, canary], {
      canaries: [canary],
      haltPercent: 2,
      retryNumber: 0,
    })
    const halted = await until(admin, id, ({ status }) => status === 'Halted')
    expect(halted).toMatchObject({ taskCounters: { successful: 0, failed: 1, left: 5 } })
    // It stands already, and says further why (decision 0271).
    expect((await admin('POST', `/bom/campaign/pause/${id}`)).status).toBe(200)
    expect((await until(admin, id, () => true)).status).toBe('Halted')
    expect((await admin('POST', `/bom/campaign/resume/${id}`)).status).toBe(200)
    expect(await until(admin, id, over)).toMatchObject({ taskCounters: { successful: 5, failed: 1 } })
    const late = await admin('POST', `/bom/campaign/pause/${id}`)
    expect([late.status, late.text.includes('BULK_OVER')]).toEqual([409, true])
  })

  test('3.2-015 3.7-161 3.7-162 3.7-163 3.7-164 the log lists ten of a page, newest first, is searched, and cleared of what is over', async () => {
    const page = (await admin('GET', '/bom/campaign/list')).json<{ data: BulkOperation[]; count: number }>()
    expect(page.data.length).toBeLessThanOrEqual(10)
    expect(page.count).toBeGreaterThan(5)
    const found = (await admin('GET', '/bom/campaign/search?searchPhrase=SETBACK')).json<{ count: number }>()
    expect(found.count).toBe(2)
    const ids = page.data.map(({ _id }) => _id)
    const gone = await admin('POST', '/bom/campaign/remove', { bulkIds: [...ids, 'none'] })
    expect(gone.json()).toEqual({ count: ids.length })
  })

  test('3.3-089 3.7-172 3.7-173 3.7-174 3.7-175 3.3-099 3.3-104 contents are made, listed by type five a page, read, used and deleted', async () => {
    const made = await admin('POST', '/bom/contentParams/create', away)
    expect(made.status).toBe(201)
    const { _id } = made.json<{ _id: string }>()
    const known = await admin('GET', '/bom/contentParams/list?type=scn')
    const before = known.json<{ count: number }>().count
    for (let n = 0; n < 6; n++) await admin('POST', '/bom/contentParams/create', setback)
    const listed = await admin('GET', '/bom/contentParams/list?type=scn&limit=5&page=1')
    const { count, data } = listed.json<{ count: number; data: { content_type: string }[] }>()
    expect([count, data.map(({ content_type }) => content_type)]).toEqual([before + 6, Array(5).fill('scn')])
    expect((await admin('GET', `/bom/content/${_id}`)).json()).toMatchObject(away)
    const [sn] = await ready(1, 80)
    const created = await admin('POST', '/bom/campaign/create', {
      ...{ operation_name: 'From kept', contentId: _id, userId: 'demo-admin', devices: [sn] },
    })
    expect(created.status).toBe(201)
    expect((await admin('DELETE', `/bom/contentParams/${_id}`)).status).toBe(204)
    expect((await admin('GET', `/bom/content/${_id}`)).status).toBe(404)
    // An operation keeps what it brings.
    const operation = await until(admin, created.json<{ _id: string }>()._id, over)
    expect(operation).toMatchObject({ contentId: _id, content: away })
  })

  test('3.5-067 3.8-043 what cannot be is refused with the first thing that is wrong', async () => {
    const body = { operation_name: 'X', content: away, userId: 'demo-admin', devices: ['A-1'] }
    const refused = async (change: object) => {
      const answer = await admin('POST', '/bom/campaign/create', { ...body, ...change })
      return [answer.status, answer.json<{ errorCode: string; field?: string }[]>()[0]]
    }
    expect(await refused({ devices: [] })).toMatchObject([400, { errorCode: 'NO_SERIAL_NUMBERS' }])
    expect(await refused({ operation_name: '\u200b' })).toMatchObject([400, { field: '/operation_name' }])
    expect(await refused({ content: undefined })).toMatchObject([400, { field: '/content' }])
    expect(await refused({ contentId: 'none' })).toMatchObject([400, { field: '/contentId' }])
    expect(await refused({ content: { ...away, content_type: 'scn' } })).toMatchObject([400, {}])
    expect(await refused({ campaignOptions: { canaries: ['B-1'] } })).toMatchObject([
      400,
      { field: '/campaignOptions/canaries' },
    ])
    const other = await admin('POST', '/bom/campaign/create', { ...body, userId: 'demo-home' })
    expect(other.status).toBe(403)
  })

  test('3.6-012 3.3-114 3.3-115 3.5-068 3.5-069 3.5-070 gateways are found by region, state and centre, each once; ten filters, none twice', async () => {
    const get = async (query: string) => admin('GET', `/location/filtering?limit=1000&${query}`)
    expect((await admin('GET', '/location/regions')).json()).toEqual(['E', 'N', 'S', 'W'])
    expect((await admin('GET', '/location/countriesInRegion?region=N')).json()).toEqual([
      ...['Aargau', 'Schaffhausen', 'Zürich'],
    ])
    const state = encodeURIComponent('Zürich')
    const centres = (await admin('GET', `/location/jCenterInState?region=N&state=${state}`)).json<
      { jc: string; jcName: string }[]
    >()
    expect(centres.map(({ jcName }) => jcName)).toEqual(['Winterthur', 'Zürich Nord', 'Zürich Süd'])
    const { jc } = centres[0] ?? { jc: '' }
    const points = (await admin('GET', `/location/jDetailsInCenter?jc=${jc}`)).json<
      { serialNumber: string; jpCode: string }[]
    >()
    type Found = { data: BulkGateway[]; count: number; filters: number[] }
    const one = (await get(`reglist=N&statelist=${state}&jcenterlist=${jc}`)).json<Found>()
    expect(one.data.map(({ serialNumber }) => serialNumber).toSorted()).toEqual(
      points.map(({ serialNumber }) => serialNumber).toSorted(),
    )
    expect(one.data[0]?.jioCenter).toMatchObject({
      jc,
      jcName: 'Winterthur',
      jpDetails: { jpCode: expect.any(String) },
    })
    const both = (await get(`reglist=N,N&statelist=,${state}&jcenterlist=,${jc}`)).json<Found>()
    expect(both.filters).toEqual([both.count, one.count])
    const code = async (query: string) => (await get(query)).json<{ errorCode: string }[]>()[0]?.errorCode
    expect(await code('reglist=N,N')).toBe('FILTER_EXISTS')
    expect(
      await code(`reglist=${'N,'.repeat(10)}E&statelist=${Array.from({ length: 11 }, (_n, at) => at)}`),
    ).toBe('ADDING_FILTERS_BULK_MESSAGE')
    const group = (await get('group=demo-pilot')).json<Found>()
    expect(group.count).toBeGreaterThan(0)
    const lines = (
      await admin('POST', '/location/select', {
        devices: [` ${points[0]?.serialNumber.toLowerCase()}`, 'NONE', points[0]?.serialNumber],
      })
    ).json<{ lines: { gateway?: BulkGateway; twice?: boolean }[] }>().lines
    expect(lines.map(({ gateway, twice }) => [gateway?.serialNumber, twice])).toEqual([
      [points[0]?.serialNumber, undefined],
      [undefined, undefined],
      [points[0]?.serialNumber, true],
    ])
    const owner = await callerOf(site, 'demo-home')
    for (const path of ['/bom/campaign/list', '/location/filtering', '/location/regions'])
      expect((await owner('GET', path)).status).toBe(403)
  })
})

test('3.9-011 3.9-013 3.2-016 pages have the sizes of the specification', () => {
  const { bulkPageSize, bulkTaskPageSize, bulkContentPageSize, bulkFilterRows, bulkRetries } = limits.limits
  expect(
    [bulkPageSize, bulkTaskPageSize, bulkContentPageSize, bulkFilterRows, bulkRetries].map(
      (one) => one.value,
    ),
  ).toEqual([10, 20, 5, 10, 3])
})

// 1.6-022
test('bulk operations are of administrators alone, from their plan to their end', async () => {
  const owner = await callerOf(site, 'demo-home')
  for (const [method, path] of [
    ['POST', '/bom/campaign/create'],
    ['POST', '/bom/campaign/plan'],
    ['GET', '/bom/campaign/list'],
    ['GET', '/bom/campaign/get/any'],
    ['POST', '/bom/campaign/cancelAll/any'],
    ['GET', '/bom/task/getTasksInCampaign/any'],
    ['POST', '/bom/contentParams/create'],
    ['POST', '/location/select'],
  ] as const)
    expect([path, (await owner(method, path, method === 'POST' ? {} : undefined)).status]).toEqual([
      path,
      403,
    ])
})
