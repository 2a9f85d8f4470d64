import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Software } from '#schemas/generated/entities/software.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { type Caller, callerOf, device, quickSite, recordOf, settled } from '../gateway-kit.ts'
import { type Site, stranger } from '../kit.ts'

let site: Site
let admin: Caller
let home: Caller
beforeAll(async () => {
  site = await quickSite()
  admin = await callerOf(site, 'demo-admin')
  home = await callerOf(site, 'demo-home')
})
afterAll(() => site.close())

const body = {
  ...{ model: 'doc400', softwareVersion: '4.23.0' },
  german: 'Startet schneller, hält Verbindungen',
  english: 'Starts faster, keeps connections',
}

describe('firmware that is offered', () => {
  // 3.7-050 3.7-054
  test('is listed, the newest first, by model if wanted, and read one by one in the words of whoever asks', async () => {
    const made = await admin('POST', '/zota', body)
    expect(made.status).toBe(201)
    const { _id } = made.json<Software>()
    const { data, count } = (await admin('GET', '/zota?model=DOC400')).json<{
      data: Software[]
      count: number
    }>()
    expect(data[0]).toMatchObject({ _id, model: 'DOC400', softwareVersion: '4.23.0' })
    expect(data).toHaveLength(count)
    expect((await admin('GET', '/zota?model=HA101')).json<{ data: Software[] }>().data).not.toContainEqual(
      expect.objectContaining({ model: 'DOC400' }),
    )
    const read = async (language: string) =>
      (
        await site.call('GET', `/api/zota/software/${_id}`, {
          headers: {
            sessionId: await site.sessionOf('demo-admin'),
            'x-forwarded-for': stranger(),
            'accept-language': language,
          },
        })
      ).json<Software>().description
    expect(await read('ch_DE')).toBe(body.german)
    expect(await read('ch_EN')).toBe(body.english)
    expect((await admin('GET', '/zota/software/nothing')).status).toBe(404)
  })

  test('is offered once, for a model that there is, to gateways that have something older', async () => {
    await admin('POST', '/zota', body)
    expect((await admin('POST', '/zota', body)).json()).toMatchObject([{ errorCode: 'SOFTWARE_KNOWN' }])
    expect((await admin('POST', '/zota', { ...body, model: 'NONE' })).status).toBe(400)
    expect((await admin('POST', '/zota', { ...body, softwareVersion: 'newest' })).status).toBe(400)
    await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
    expect((await home('GET', device('/firmware'))).json()).toMatchObject({ softwareVersion: '4.23.0' })
  })

  // 3.7-051 3.7-052 3.7-053
  test('its table tells how many gateways wait, as counted last; refreshing counts anew', async () => {
    await admin('POST', '/zota', body)
    await site.store.gateways.setState(SN, { currentFWVersion: '4.9.0' })
    interface Table {
      models: { model: string; softwareVersion: string; waiting: number; gateways: number }[]
    }
    const waiting = (answer: { json<T>(): T }) =>
      answer.json<Table>().models.find(({ model }) => model === 'DOC400')?.waiting ?? 0
    const before = waiting(await admin('POST', '/zota/table/refresh'))
    expect(before).toBeGreaterThan(0)
    await site.store.gateways.setState(SN, { currentFWVersion: '4.100.0' })
    expect(waiting(await admin('GET', '/zota/table/info'))).toBe(before)
    expect(waiting(await admin('POST', '/zota/table/refresh'))).toBe(before - 1)
    expect(waiting(await admin('GET', '/zota/table/info'))).toBe(before - 1)
    expect((await admin('GET', '/zota/modellist')).json<{ data: string[] }>().data).toEqual(
      expect.arrayContaining(['DOC400', 'HA101']),
    )
  })

  // 1.6-024 3.6-020
  test.each(['/zota', '/zota/table/info', '/zota/modellist', '/zota/software/autumn-doc400'])(
    '%s is for administrators only',
    async (path) => {
      expect((await admin('GET', path)).status).toBe(200)
      expect((await home('GET', path)).status).toBe(403)
    },
  )

  // 3.7-055
  test('an administrator confirms a campaign for any gateway, others only for their own', async () => {
    await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
    const choice = { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }
    const other = await callerOf(site, 'demo-owner-0')
    expect((await other('POST', '/udm/admin/campaign/confirm', choice)).status).toBe(404)
    expect((await admin('POST', '/udm/admin/campaign/confirm', choice)).status).toBe(204)
    await settled(site)
    expect((await recordOf(site)).currentFWVersion).toBe('4.22.0')
  })
})
