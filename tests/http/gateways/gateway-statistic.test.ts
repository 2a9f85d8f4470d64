import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceSummary } from '#schemas/generated/entities/device-summary.ts'
import type { GatewayStatistic } from '#schemas/generated/entities/gateway-statistic.ts'
import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'
import type { SavedStatistic } from '#schemas/generated/entities/saved-statistic.ts'
import type { StatisticReport } from '#schemas/generated/entities/statistic-report.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
let home: string
let admin: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
  admin = await site.sessionOf('demo-admin')
})
afterAll(() => site.close())

const get = async <T>(path: string, who = admin): Promise<T> => (await site.get(`/api${path}`, who)).json<T>()
const summary = (method: 'GET' | 'POST', sessionId = admin, query = '') =>
  site.call(method, `/api/cache/${SN}/deviceSummary${query}`, { headers: { sessionId } })

describe('statistics of a gateway', () => {
  test('3.7-189 2.7-018 3.7-185 3.3-117 the devices are counted by POST and kept, with their time stamp', async () => {
    const before = (await get<{ timestamps: number[] }>(`/gateway_statistic/${SN}/timestamps`)).timestamps
    const made = (await summary('POST')).json<DeviceSummary>()
    expect(made.total).toBeGreaterThan(20)
    expect(made.reached).toBeLessThanOrEqual(made.total)
    expect(made.networks.reduce((sum, { count }) => sum + count, 0)).toBe(made.total)
    const after = (await get<{ timestamps: number[] }>(`/gateway_statistic/${SN}/timestamps`)).timestamps
    expect(after).toEqual([made.at, ...before])
  })

  test('3.7-189 a gateway that is away is not counted: its last snapshot stays as it is', async () => {
    const { data } = await get<{ data: { serialNumber: string }[] }>(
      '/udm/device/adminList?connectionStatus=offline&limit=1',
    )
    const refused = await site.call('POST', `/api/cache/${data[0]?.serialNumber}/deviceSummary`, {
      headers: { sessionId: admin },
    })
    expect([refused.status, refused.json()]).toMatchObject([409, [{ errorCode: 'GATEWAY_OFFLINE' }]])
  })

  test('3.7-190 2.7-019 a summary is read as it was at a moment', async () => {
    const first = (await summary('POST')).json<DeviceSummary>()
    expect((await summary('GET', admin, `?at=${first.at}`)).json()).toEqual(first)
    const never = await summary('GET', admin, '?at=5')
    expect(never.status).toBe(404)
    expect(JSON.stringify(never.json())).toContain('NO_NETWORK_SNAPSHOT')
  })

  test('3.7-184 3.1-015 the statistic of a gateway says how it does and what it had last', async () => {
    const told = await get<GatewayStatistic>(`/gateway_statistic/${SN}`)
    const last = (await summary('GET')).json<DeviceSummary>()
    expect(told).toMatchObject({ serialNumber: SN, connectionStatus: 'online', devices: last })
    expect(told.saved).toBeGreaterThan(1)
    expect((await site.get('/api/gateway_statistic/NOWHERE', admin)).status).toBe(404)
  })

  test('3.7-186 what was saved comes in pages, newest first', async () => {
    const path = `/gateway_statistic/${SN}/saved`
    const { data, count } = await get<{ data: SavedStatistic[]; count: number }>(`${path}?limit=2`)
    expect(data).toHaveLength(2)
    const second = await get<{ data: SavedStatistic[] }>(`${path}?limit=2&page=2`)
    expect([...data, ...second.data].map(({ at }) => at)).toEqual(
      (await get<{ timestamps: number[] }>(`/gateway_statistic/${SN}/timestamps`)).timestamps.slice(0, 4),
    )
    expect(count).toBeGreaterThan(3)
  })

  test('3.7-187 3.7-188 it is a PDF in the language that is asked for, by either call', async () => {
    const query = 'language=ch_EN&zone=Europe/Zurich'
    const posted = await site.call('POST', `/api/cache/${SN}/generateStatsPDF?${query}`, {
      headers: { sessionId: admin },
    })
    const got = await get<StatisticReport>(`/gateway_statistic/${SN}/pdf?${query}`)
    for (const { name, pdf } of [posted.json<StatisticReport>(), got]) {
      expect(name).toMatch(/^[^/\\]+ \d{4}-\d\d-\d\d\.pdf$/)
      const bytes = Buffer.from(pdf, 'base64')
      expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual([
        '%PDF-',
        '%%EOF',
      ])
      expect(bytes.length).toBeGreaterThan(10_000)
    }
    for (const refused of ['zone=Nowhere/Atlantis', 'language=fr'])
      expect((await site.get(`/api/gateway_statistic/${SN}/pdf?${refused}`, admin)).status).toBe(400)
    expect((await site.get('/api/gateway_statistic/NOWHERE/pdf', admin)).status).toBe(404)
  })

  test('3.6-011 3.6-016 it is for administrators only', async () => {
    for (const path of ['', '/timestamps', '/saved', '/pdf'])
      expect((await site.get(`/api/gateway_statistic/${SN}${path}`, home)).status).toBe(403)
    expect((await summary('GET', home)).status).toBe(403)
    expect((await summary('POST', home)).status).toBe(403)
    const nowhere = await site.call('POST', '/api/cache/NOWHERE/deviceSummary', {
      headers: { sessionId: admin },
    })
    expect(nowhere.status).toBe(404)
  })
})

describe('what is kept of a gateway', () => {
  test('2.7-016 2.7-017 2.9-010 its owner reads the list of images, ten on a page, and each of them', async () => {
    const { data, count } = await get<{ data: NetworkSpan[]; count: number }>(`/cache/${SN}/history`, home)
    expect(count).toBeGreaterThan(10)
    expect(data).toHaveLength(10)
    const at = data[3]?.at
    expect(await get<NetworkSnapshot>(`/cache/${SN}/image?at=${at}`, home)).toMatchObject({ at })
    const other = await site.sessionOf('demo-owner-0')
    expect((await site.get(`/api/cache/${SN}/history`, other)).status).toBe(404)
    expect((await site.get(`/api/cache/${SN}/image`, other)).status).toBe(404)
  })
})
