import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
let home: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const take = (body: object, serialNumber = SN) =>
  site.call('POST', `/api/aggregated_data/${serialNumber}`, { body, headers: { sessionId: home } })
const spans = async (query = '') =>
  (await site.get(`/api/aggregated_data/${SN}/spans${query}`, home)).json<{
    data: NetworkSpan[]
    count: number
  }>()

describe('snapshots of a network', () => {
  test('2.7-007 2.7-009 3.7-181 3.7-183 one taken by hand is the first of the list, with what was weak', async () => {
    const before = await spans()
    const made = await take({ name: 'before the rebuilding' })
    expect(made.status).toBe(200)
    const after = await spans('?limit=3')
    expect(after.count).toBe(before.count + 1)
    expect(after.data[0]).toMatchObject({ name: 'before the rebuilding', byHand: true })
    expect(after.data[0]?.total).toBeGreaterThan(20)
    expect(after.data).toHaveLength(3)
  })

  test('2.7-006 2.7-008 3.7-180 3.7-182 it is fetched by its moment, and by any moment after it', async () => {
    const { at } = (await take({})).json<NetworkSpan>()
    const one = (await site.get(`/api/aggregated_data/${SN}/spans/${at}`, home)).json<NetworkSnapshot>()
    expect(one.nodes).toHaveLength(one.total)
    expect(one.nodes[0]).toMatchObject({ NodeID: expect.any(String), device_name: expect.any(String) })
    const image = await site.get(`/api/aggregated_data/${SN}/image?at=${at + 5}`, home)
    expect(image.json<NetworkSnapshot>()).toEqual(one)
  })

  test('2.8-016 3.8-034 before the first there is no network snapshot caught yet', async () => {
    for (const path of ['image?at=5', 'spans/5']) {
      const answer = await site.call('GET', `/api/aggregated_data/${SN}/${path}`, {
        headers: { sessionId: home, 'accept-language': 'en' },
      })
      expect(answer.status).toBe(404)
      expect(JSON.stringify(answer.json())).toContain('There is no network snapshot caught yet!')
    }
  })
})
