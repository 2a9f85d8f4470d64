import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conditionOf, GATEWAY_CONDITIONS } from '#gateway/lib/gateways/gateway-condition.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { Site } from '../kit.ts'

const SN = 'DOC4-7F21-90A3'

let site: Site
let admin: string
let owner: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  owner = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

interface Page {
  data: Gateway[]
  count: number
}
const list = async (query: string): Promise<Page> =>
  (await site.get(`/api/udm/device/adminList?${query}`, admin)).json<Page>()

describe('the list of administrators', () => {
  // 1.7-036, 1.7-037, 1.9-008, 3.9-019
  test('begins at page 1 with at most 10000, ordered by connectionStatus, unless asked otherwise', async () => {
    const { data, count } = await list('')
    expect([data.length, count]).toEqual([251, 251])
    expect(data).toEqual((await list('page=1&limit=10000&orderBy=connectionStatus')).data)
    expect(data[0]).not.toEqual((await list('orderBy=-connectionStatus')).data[0])
  })

  test('people 16 every condition that a row shows can be asked for, and each gateway has exactly one', async () => {
    const { data: all } = await list('')
    const shown = [...GATEWAY_CONDITIONS, 'online'] as const
    const found = await Promise.all(shown.map((one) => list(`condition=${one}`)))
    for (const [at, one] of shown.entries()) {
      const wanted = all.filter((gateway) => (conditionOf(gateway) ?? 'online') === one)
      expect(found[at]?.data.map(({ serialNumber }) => serialNumber).toSorted(), one).toEqual(
        wanted.map(({ serialNumber }) => serialNumber).toSorted(),
      )
      expect(found[at]?.count).toBe(wanted.length)
    }
    expect(found.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(7)
    expect((await site.get('/api/udm/device/adminList?condition=broken', admin)).status).toBe(400)
  })

  // 1.7-034, 1.7-035, 3.7-056
  test('takes owners, page, limit, searchText, and type, model, connectionStatus and unassigned of the gateway', async () => {
    const asked =
      'owners=true&page=1&limit=5&searchText=a&type=vg&model=DOC400&connectionStatus=online&unassigned=false'
    const { data } = await list(asked)
    expect(data.length).toBeGreaterThan(0)
    for (const one of data)
      expect(one).toMatchObject({
        type: 'vg',
        model: 'DOC400',
        connectionStatus: 'online',
        owner: expect.anything(),
      })
    expect((await list(asked.replace('page=1', 'page=2'))).data).not.toEqual(data)
  })

  test('gives each gateway on exactly one page', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`page=${page}&limit=100&orderBy=name`)))
    const all = pages.flatMap(({ data }) => data.map(({ serialNumber }) => serialNumber))
    expect(new Set(all).size).toBe(251)
  })

  test('is ordered as asked, in both directions', async () => {
    const [up, down] = [await list('orderBy=name&limit=251'), await list('orderBy=-name&limit=251')]
    expect(up.data[0]?.name).toBe(down.data.at(-1)?.name)
    const states = [...GATEWAY_CONDITIONS, undefined]
    const ranks = (await list('orderBy=connectionStatus&limit=251')).data.map((one) =>
      states.indexOf(conditionOf(one)),
    )
    expect(new Set(ranks).size).toBeGreaterThan(5)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  })

  test('finds the home by its name, its serial number and, with owners, its owner', async () => {
    for (const query of [
      'searchText=lindenweg%2014',
      'searchText=7f21-90a3',
      'owners=true&searchText=B%C3%BChler',
    ])
      expect((await list(query)).data.map(({ serialNumber }) => serialNumber)).toContain(SN)
    expect((await list('searchText=B%C3%BChler')).count).toBe(0)
  })

  test('V-10 takes % and _ in a search as they are', async () => {
    for (const text of ['%', '_', "' OR '1'='1", '\\'])
      expect((await list(`searchText=${encodeURIComponent(text)}`)).count).toBe(0)
  })

  test('V-10 is ordered by listed columns only', async () => {
    const answer = await site.get('/api/udm/device/adminList?orderBy=password_hash', admin)
    expect(answer.status).toBe(400)
  })

  test.each([
    ['connectionStatus=offline', (one: Gateway) => one.connectionStatus === 'offline'],
    ['model=VOC200', (one: Gateway) => one.model === 'VOC200'],
    ['type=vg', (one: Gateway) => one.type === 'vg'],
    ['unassigned=true', (one: Gateway) => (one.userId ?? null) === null],
    ['unassigned=false', (one: Gateway) => (one.userId ?? null) !== null],
  ])('with %s holds only such', async (query, fits) => {
    const { data, count } = await list(`${query}&limit=251`)
    expect(count).toBeGreaterThan(0)
    expect(data.filter((one) => !fits(one))).toEqual([])
  })

  // 3.7-058
  test('those without an owner are listed page by page, of the models that are asked for', async () => {
    const page = async (query: string) =>
      (await site.get(`/api/udm/device/fetchGtwWithoutUser?${query}`, admin)).json<{
        data: Gateway[]
        count: number
      }>()
    const all = await page('limit=300')
    expect(all.data.filter(({ userId }) => userId !== null)).toEqual([])
    const [one, two] = [await page('page=1&limit=2'), await page('page=2&limit=2')]
    expect([...one.data, ...two.data].map(({ serialNumber }) => serialNumber)).toEqual(
      all.data.slice(0, 4).map(({ serialNumber }) => serialNumber),
    )
    const some = await page('limit=300&models=doc400')
    expect(new Set(some.data.map(({ model }) => model))).toEqual(new Set(['DOC400']))
    expect(some.count).toBeLessThan(all.count)
  })

  // 3.7-068
  test('the hardware list tells models with their software, and which are virtual', async () => {
    expect((await site.get('/api/udm/hardware/list', admin)).json()).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ hardwareModel: 'DOC400', virtual: false }),
        expect.objectContaining({ hardwareModel: 'VOC200', virtual: true }),
      ]),
    })
  })

  // 1.7-039, 1.3-040, 1.3-041, 1.3-042, 3.7-057, 3.3-040
  test('the count call returns count, assign and online', async () => {
    const counts = (await site.get('/api/udm/device/adminCount', admin)).json<Record<string, number>>()
    const [assigned, online] = [await list('unassigned=false'), await list('connectionStatus=online')]
    expect(counts).toMatchObject({ count: 251, assign: assigned.count, online: online.count })
    // What each is shown as, too; a filter finds as many, also of several at once.
    const { conditions } = counts as unknown as { conditions: Record<string, number> }
    const many = async (...states: string[]) =>
      (await Promise.all(states.map((state) => list(`condition=${state}`)))).reduce(
        (sum, one) => sum + one.count,
        0,
      )
    for (const [state, count] of Object.entries(conditions))
      expect([state, await many(state)]).toEqual([state, count])
    expect(await many('working')).toBe(await many('replacing', 'upgrading', 'restoring'))
    expect(await many('locked')).toBe(await many('subscriptionLocked', 'pinLocked'))
    expect(await many('online', 'offline', 'working', 'locked', 'privileged')).toBe(251)
  })

  // people 13
  test.each([
    'owners=true&searchText=muller',
    'model=VOC200',
    'searchText=lindenweg&connectionStatus=online',
  ])('the count call counts what the list leaves with %s', async (query) => {
    const counted = (await site.get(`/api/udm/device/adminCount?${query}`, admin)).json<unknown>()
    const { data, count } = await list(`${query}&limit=251`)
    expect(count).toBeGreaterThan(0)
    expect(counted).toMatchObject({
      count,
      assign: data.filter(({ userId }) => (userId ?? null) !== null).length,
      online: data.filter(({ connectionStatus }) => connectionStatus === 'online').length,
    })
  })

  test('the demo fleet is in mixed states', async () => {
    const { data } = await list('limit=251')
    const states: Record<string, (one: Gateway) => boolean> = {
      offline: (one) => one.connectionStatus === 'offline',
      pinLocked: (one) => one.lockStatus === 2_147_483_648,
      privileged: (one) => one.privileged === true,
      replacing: (one) => one.replacementInProgress === true,
      upgrading: (one) => one.firmwareUpgradeInProgress === true,
      subscriptionLocked: (one) => one.subscriptionLockMode > 0,
      online: (one) => one.connectionStatus === 'online',
    }
    for (const [name, has] of Object.entries(states))
      expect({ [name]: data.filter(has).length > 2 }).toEqual({ [name]: true })
  })
})

describe('one gateway', () => {
  const at = (path: string) => site.get(`/api/udm/device/${path}`, admin)

  // 1.7-042, 3.7-059
  test.each([
    ['1.3-020 3.3-023', '_id', expect.any(String)],
    ['1.3-021 3.3-023', 'serialNumber', SN],
    ['1.3-023 3.3-023', 'name', expect.any(String)],
    ['1.3-024 3.3-023', 'model', 'DOC400'],
    ['1.3-025 3.3-025', 'type', 'vg'],
    ['1.3-026', 'userId', 'demo-home'],
    ['1.3-027', 'connectionStatus', 'online'],
    ['1.3-028 3.3-026', 'connectionType', 'ethernet_client'],
    ['1.3-029 3.3-028', 'currentFWVersion', '4.21.3'],
    ['1.3-030 3.3-029', 'operationMode', 0],
    ['1.3-031 3.3-030', 'subscriptionLockMode', 0],
  ])('%s: has the field %s', async (_ids, field, value) => {
    expect((await at(`hg/${SN}/info`)).json<Record<string, unknown>>()[field]).toEqual(value)
  })

  const history = [{ status: 'accepted', campaignId: 'autumn', version: '4.22.0' }]
  test.each([
    ['1.3-032', 'backupRestoreInProgress', true, false],
    ['1.3-033 3.3-031', 'replacementInProgress', true, false],
    ['1.3-034 3.3-032', 'replacementFinsihed', true, false],
    ['1.3-035 3.3-033', 'isAutomaticallyBackup', true, false],
    ['1.3-036 1.3-037 3.3-035', 'installations', [{ softwareId: 'fw', history }], []],
    ['1.3-038 3.3-036', 'installationSoftwareId', 'fw', 'none'],
    ['1.3-039 3.3-034', 'swVersions', { ohmVersion: '3.6.1' }, { ohmVersion: '3.6.0' }],
  ])('%s: has the state %s, spelled so', async (_ids, field, ...values) => {
    const before = await site.store.gateways.find(SN)
    for (const value of values) {
      await site.store.gateways.setState(SN, { [field]: value })
      expect((await at(`hg/${SN}/info`)).json<Record<string, unknown>>()[field]).toEqual(value)
    }
    await site.store.gateways.setState(SN, {
      ...before,
      backupRestoreInProgress: false,
      replacementInProgress: false,
    })
  })

  // 1.7-044, 1.7-049, 1.7-050, 3.3-027, 3.7-060
  test('says what its state is, in each of the calls for it', async () => {
    const { data } = await list('limit=251')
    const locked = data.find(({ lockStatus }) => lockStatus === 2_147_483_648)?.serialNumber
    const privileged = data.find((one) => one.privileged)?.serialNumber
    const offline = data.find(({ connectionStatus }) => connectionStatus === 'offline')?.serialNumber
    expect((await at(`${locked}/checkGtwPinLockedMode`)).json()).toEqual({
      locked: true,
      lockStatus: 2_147_483_648,
    })
    expect((await at(`${SN}/checkGtwPinLockedMode`)).json()).toEqual({ locked: false, lockStatus: 0 })
    expect((await at(`${privileged}/checkGtwPrivilegeMode`)).json()).toEqual({ privileged: true })
    expect((await at(`${SN}/checkGtwPrivilegeMode`)).json()).toEqual({ privileged: false })
    expect((await at(`${offline}/checkConnectionStatus`)).json()).toMatchObject({
      connectionStatus: 'offline',
    })
    expect((await at(`${SN}/checkConnectionStatus`)).json()).toMatchObject({ connectionStatus: 'online' })
  })

  test('V-06 a lock status of all ones is no PIN lock', async () => {
    await site.store.gateways.setState(SN, { lockStatus: 4_294_967_295 })
    expect((await at(`${SN}/checkGtwPinLockedMode`)).json()).toEqual({
      locked: false,
      lockStatus: 4_294_967_295,
    })
    await site.store.gateways.setState(SN, { lockStatus: 0 })
  })

  const rename = (name: string) =>
    site.call('PUT', `/api/udm/device/${SN}/rename`, { headers: { sessionId: owner }, body: { name } })

  // 1.7-053, 3.7-063
  test('V-12 a name loses what is invisible or turns the writing, and must not be empty then', async () => {
    expect((await rename(' Haus\u202e am\u0000 See\u200b ')).json()).toMatchObject({ name: 'Haus am See' })
    const empty = await rename('\u202e\u200b ')
    expect(empty.status).toBe(400)
    expect(empty.json()).toMatchObject([{ errorCode: 'VALIDATION', field: '/name' }])
    expect((await rename('👨‍👩‍👧 Família')).json()).toMatchObject({ name: '👨‍👩‍👧 Família' })
  })

  test('Z-09 of several who remove a gateway at once one succeeds', async () => {
    const remove = () => site.call('DELETE', `/api/udm/device/${SN}`, { headers: { sessionId: owner } })
    const answers = await Promise.all(Array.from({ length: 6 }, remove))
    expect(answers.filter(({ status }) => status === 204).length).toBe(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  // 1.7-060, 3.7-067
  test('Z-07 a removed gateway is gone from the account and from those linked to it, and nothing of it is deleted', async () => {
    const guest = await site.sessionOf('demo-guest')
    for (const session of [owner, guest]) {
      expect((await site.get(`/api/udm/device/hg/${SN}/info`, session)).status).toBe(404)
      expect((await site.get(`/api/home/${SN}/snapshot`, session)).status).toBe(404)
      expect((await site.get('/api/udm/device/list', session)).json()).toEqual({ data: [], count: 0 })
    }
    const snapshot = (await site.get(`/api/home/${SN}/snapshot`, admin)).json<{ total: number }>()
    expect(snapshot.total).toBeGreaterThan(30)
  })
})
