import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import type { GatewayKpi } from '#schemas/generated/entities/gateway-kpi.ts'
import type { StatisticReport } from '#schemas/generated/entities/statistic-report.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
let home: string
let admin: string
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })
  home = await site.sessionOf('demo-home')
  admin = await site.sessionOf('demo-admin')
})
afterAll(() => site.close())

const ask = (query: string, who = admin) => site.get(`/api/analytics/query?${query}`, who)
const reportOf = async (parameters?: object): Promise<FleetReport> => {
  const narrowed = parameters ? `&parameters=${encodeURIComponent(JSON.stringify(parameters))}` : ''
  const answer = await ask(`engine=StatisticsReport${narrowed}`)
  return answer.json<{ report: FleetReport }>().report
}
const sum = (all: readonly { gateways: number }[]): number =>
  all.reduce((whole, one) => whole + one.gateways, 0)

describe('the statistics report', () => {
  test('3.3-118 3.7-191 3.2-078 3.2-079 3.2-080 3.2-081 is queried with engine StatisticsReport; its parts add up', async () => {
    const report = await reportOf()
    expect(report.gateways).toBe(251)
    expect(report.sizes.map(({ id }) => id)).toEqual(['S', 'M', 'L', 'XL'])
    expect(report.sceneBands.map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [11, 20],
      [21, 50],
      [51, undefined],
    ])
    expect(sum(report.sizes)).toBe(report.counted)
    expect(sum(report.models)).toBe(report.gateways)
    for (const { gateways, versions } of report.models) expect(sum(versions)).toBe(gateways)
    const { max = 0, median = 0, min = 0, average = 0 } = report.sceneFigures ?? {}
    expect(max).toBeGreaterThan(median)
    expect(average * sum(report.sceneBands)).toBeCloseTo(report.scenes)
    expect(min).toBeGreaterThanOrEqual(0)
  })

  test('3.2-082 3.2-083 devices are actuators or sensors, by class, and all of them are counted', async () => {
    const report = await reportOf()
    expect(report.classes.reduce((all, { devices }) => all + devices, 0)).toBe(report.devices)
    expect(new Set(report.classes.map(({ kind }) => kind))).toEqual(new Set(['actuator', 'sensor']))
    expect(report.classes.map(({ devices }) => devices)).toEqual(
      report.classes.map(({ devices }) => devices).toSorted((a, b) => b - a),
    )
  })

  test('it is narrowed to a group; one that is not there is not found, and nonsense is refused', async () => {
    const report = await reportOf({ group: 'demo-estate' })
    expect(report.group).toBe('Siedlung Lindenweg')
    expect(report.gateways).toBeGreaterThan(0)
    expect(report.gateways).toBeLessThan(30)
    expect(sum(report.sizes)).toBeLessThanOrEqual(report.gateways)
    expect((await ask('engine=StatisticsReport&parameters={"group":"none"}')).status).toBe(404)
    for (const parameters of ['{', '[]', '{"group":1}', '"x"', `{"group":"${'x'.repeat(300)}"}`])
      expect((await ask(`engine=StatisticsReport&parameters=${encodeURIComponent(parameters)}`)).status).toBe(
        400,
      )
    expect((await ask('engine=Nonsense')).status).toBe(400)
  })

  test('3.3-119 a query has engine, page, limit, orderBy, order and parameters; each engine knows its own', async () => {
    const rowsOf = async (query: string) =>
      (await ask(query)).json<{ data: Record<string, unknown>[]; count: number }>()
    const first = await rowsOf('engine=Gateways&limit=5')
    expect(first.count).toBe(251)
    const devices = first.data.map((row) => Number(row.devices))
    expect(devices).toEqual(devices.toSorted((a, b) => b - a))
    const second = await rowsOf('engine=Gateways&limit=5&page=2')
    expect(second.data.some(({ id }) => first.data.some((row) => row.id === id))).toBe(false)
    const least = await rowsOf('engine=Gateways&limit=5&orderBy=scenes&order=asc')
    expect(least.data[0]?.scenes).toBe(0)
    // What they are narrowed by is the same whichever way it is said.
    const [one, other] = await Promise.all([
      rowsOf(
        `engine=Gateways&parameters=${encodeURIComponent('{"model":"DOC400","connectionStatus":"online"}')}`,
      ),
      rowsOf('engine=Gateways&model=DOC400&connectionStatus=online'),
    ])
    expect(one).toEqual(other)
    expect(one.count).toBeGreaterThan(10)

    const versions = await rowsOf('engine=Versions&limit=1000')
    expect(versions.data.reduce((all, row) => all + Number(row.gateways), 0)).toBe(251)
    const group = await rowsOf('engine=Versions&limit=1000&group=demo-estate')
    expect(group.data.reduce((all, row) => all + Number(row.gateways), 0)).toBeLessThan(30)
    const failures = await rowsOf('engine=Failures&failureKind=longOffline')
    expect(failures.count).toBeGreaterThan(3)
    expect(new Set(failures.data.map(({ failureKind }) => failureKind))).toEqual(new Set(['longOffline']))
    expect((await rowsOf('engine=Classes&deviceClass=lights')).count).toBeGreaterThan(3)
    const regions = await rowsOf('engine=Regions&limit=100')
    const all = (field: string) => regions.data.reduce((sum, row) => sum + Number(row[field]), 0)
    const { count, online } = await site.store.gateways.counts()
    expect([all('gateways'), all('online'), Math.round(all('share'))]).toEqual([count, online, 100])
    expect(regions.data.map(({ region }) => region)).toEqual(expect.arrayContaining(['N', 'E', 'S', 'W']))
    for (const { region, state, gateways, online: on, onlineShare } of regions.data) {
      expect(Number(onlineShare)).toBeCloseTo((Number(on) * 100) / Number(gateways), 0)
      const { count: there } = await site.store.centres.gateways({
        places: [{ region: String(region), ...(state !== null && { state: String(state) }) }],
        ...{ page: 1, limit: 1 },
      })
      expect(there, String(region)).toBe(gateways)
    }
    const listed = await site.call('GET', '/api/udm/device/adminList?region=N&limit=1', {
      headers: { sessionId: admin },
    })
    const north = regions.data.filter(({ region }) => region === 'N')
    expect(listed.json<{ count: number }>().count).toBe(
      north.reduce((sum, row) => sum + Number(row.gateways), 0),
    )

    for (const wrong of [
      'engine=Gateways&orderBy=secret_hash',
      'engine=Gateways&orderBy=model;drop',
      'engine=Gateways&failureKind=silent',
      `engine=Gateways&parameters=${encodeURIComponent('{"search":"x"}')}`,
      `engine=Gateways&parameters=${encodeURIComponent('{"__proto__":"x"}')}`,
    ])
      expect((await ask(wrong)).status).toBe(400)
    // Text is text, whatever stands in it.
    expect((await rowsOf(`engine=Gateways&model=${encodeURIComponent("x' or 1=1 --")}`)).count).toBe(0)
  })

  test('3.2-084 3.7-192 3.4-087 new data are requested: all that can be reached are counted anew', async () => {
    const before = await reportOf()
    site.pass(60_000)
    const asked = await site.call('POST', '/api/analytics/request', { headers: { sessionId: admin } })
    expect([asked.status, asked.json()]).toEqual([202, { counting: true }])
    await expect.poll(async () => (await reportOf()).counting, { timeout: 20_000 }).toBe(false)
    const after = await reportOf()
    expect(after.at).toBeGreaterThan(before.at ?? 0)
    expect(after.counted).toBe(251)
    // Those that are offline did not answer, and keep what is known of them.
    const { online } = await site.store.gateways.counts()
    expect(after.gateways - after.silent).toBe(online)
    const kept = await site.store.statistics.countOf(SN)
    expect(kept?.devices).toBe(43)
    expect(kept?.scenes).toBeGreaterThan(3)
  })

  test('3.7-074 key figures of one gateway: of its owner, as counted, or counted now', async () => {
    const path = `/api/kpi/data/gateway?userId=demo-home&serialNumber=${SN}`
    const told = (await site.get(`${path}&fetchFromGateway=true`, admin)).json<GatewayKpi>()
    expect(told).toMatchObject({ serialNumber: SN, devices: 43, at: site.now })
    expect((told.actuators ?? 0) + (told.sensors ?? 0)).toBe(43)
    expect((await site.get(path, admin)).json()).toEqual(told)
    expect((await site.get(path.replace('demo-home', 'demo-admin'), admin)).status).toBe(404)
    const ofNobody = `/api/kpi/data/gateway?serialNumber=${SN}`
    expect((await site.get(ofNobody, admin)).json()).toEqual(told)
  })

  test('one that was never counted is counted when somebody asks; one that is away says what it waits for', async () => {
    const fleet = (await site.get('/api/location/filtering?limit=1000', admin)).json<{
      data: BulkGateway[]
    }>()
    const [there = '', away = ''] = ['online', 'offline'].map(
      (status) =>
        fleet.data.find((one) => one.connectionStatus === status && one.serialNumber !== SN)?.serialNumber,
    )
    const of = async (serialNumber = '') =>
      (await site.get(`/api/kpi/data/gateway?serialNumber=${serialNumber}`, admin)).json<GatewayKpi>()
    const uncounted = vi.spyOn(site.store.statistics, 'countOf').mockResolvedValueOnce(undefined)
    expect(await of(there)).toMatchObject({ serialNumber: there, at: site.now })
    uncounted.mockResolvedValue(undefined)
    const told = await of(away)
    expect(told).toMatchObject({ serialNumber: away, waitsFor: 'online' })
    expect(told.devices).toBeUndefined()
    uncounted.mockRestore()
  })

  test('3.6-010 3.6-011 is administrators’ alone', async () => {
    for (const path of ['query?engine=StatisticsReport', 'pdf'])
      expect((await site.get(`/api/analytics/${path}`, home)).status).toBe(403)
    const asked = await site.call('POST', '/api/analytics/request', { headers: { sessionId: home } })
    expect(asked.status).toBe(403)
    expect((await site.get(`/api/kpi/data/gateway?userId=demo-home&serialNumber=${SN}`, home)).status).toBe(
      403,
    )
  })

  test('as a PDF in either language, of all or of a group', async () => {
    for (const query of ['', '?group=demo-estate&language=ch_EN&zone=Europe/London']) {
      const { name, pdf } = (await site.get(`/api/analytics/pdf${query}`, admin)).json<StatisticReport>()
      expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect(name).toMatch(query ? /^Siedlung Lindenweg .*\.pdf$/ : /^Statistikbericht .*\.pdf$/)
    }
    expect((await site.get('/api/analytics/pdf?group=none', admin)).status).toBe(404)
    expect((await site.get('/api/analytics/pdf?zone=Nowhere', admin)).status).toBe(400)
  })
})

test('3.6-028 without KPI_ANALYTICS nobody is told how gateways do', async () => {
  const plain = await Site.open()
  try {
    const session = await plain.sessionOf('demo-admin')
    const answer = await plain.get('/api/analytics/query?engine=StatisticsReport', session)
    const { report } = answer.json<{ report: FleetReport }>()
    expect(report.gateways).toBe(251)
    expect([report.days, report.failures]).toEqual([undefined, undefined])
    expect((await reportOf()).days?.length).toBeGreaterThan(30)
    expect((await reportOf()).failures?.length).toBeGreaterThan(3)
  } finally {
    await plain.close()
  }
})
