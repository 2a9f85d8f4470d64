import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { type Caller, callerOf } from '../gateway-kit.ts'
import { Site } from '../kit.ts'

interface History {
  entries: Record<string, string | number | boolean>
  last?: string | number | boolean
  additionalProperties?: { reason: number }
}
interface Histories {
  histories: { service_name: string; property_name: string; unit?: string; history: History }[]
}

let site: Site
let home: Caller
let admin: Caller
beforeAll(async () => {
  site = await Site.open()
  home = await callerOf(site, 'demo-home')
  admin = await callerOf(site, 'demo-admin')
  // The home is made when somebody first asks for it; then it hands over what it recorded.
  await home('GET', `/home/${SN}/snapshot`)
  await vi.waitUntil(async () => (await site.store.history.handedOver(SN)) !== undefined, { timeout: 25_000 })
})
afterAll(() => site.close())

const DEVICE = 'child-climate'
const node = async (query = '', device = DEVICE) =>
  (await home('GET', `/node_history/node/${SN}/${device}${query}`)).json<Histories>().histories
const temperatures = async (query: string) => {
  const [one] = await node(`?service_name=TemperatureService&property_name=temperature${query}`)
  return one
}

describe('2.7-010 /node_history', () => {
  test('2.7-010 2.3-170 2.3-171 tells what each recorded value of a device did, by epoch ms, and the last', async () => {
    const histories = await node('?last=month')
    const one = histories.find(({ property_name }) => property_name === 'temperature')
    expect(one?.unit).toBe('°C')
    const times = Object.keys(one?.history.entries ?? {}).map(Number)
    expect(times.length).toBeGreaterThan(100)
    expect(times.length).toBeLessThanOrEqual(2000)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(one?.history.last).toBe(Object.values(one?.history.entries ?? {}).at(-1))
  })

  test('2.7-013 2.7-014 2.3-172 of a period or a range, and what held when it began', async () => {
    const to = site.now
    const from = to - 6 * 3_600_000
    const [day, hours] = [await temperatures('&last=day'), await temperatures(`&from=${from}&to=${to}`)]
    expect(Object.keys(hours?.history.entries ?? {}).length).toBeLessThan(
      Object.keys(day?.history.entries ?? {}).length,
    )
    const [first = 0, second = 0] = Object.keys(hours?.history.entries ?? {}).map(Number)
    expect([first <= from, second > from]).toEqual([true, true])
    expect(hours?.history.additionalProperties).toEqual({ reason: 2 })
  })

  test('when a status of the home was set, in a range and at a moment', async () => {
    const path = `/node_history/scenario_status/${SN}/away`
    const month = (await home('GET', `${path}?last=month`)).json<History>()
    expect(new Set(Object.values(month.entries))).toEqual(new Set([true, false]))
    const [at = 0] = Object.entries(month.entries).findLast(([, set]) => set === true) ?? []
    expect((await home('GET', `${path}?at=${Number(at) + 1}`)).json<History>().last).toBe(true)
    expect(
      (await home('GET', `/node_history/scenario_status/${SN}/nowhere`)).json<History>().entries,
    ).toEqual({})
    expect((await home('GET', `/node_history/scenario_status/${SN}/%40away`)).status).toBe(404)
  })

  test('2.7-015 2.7-093 at a moment: what held then', async () => {
    const at = site.now - 3 * 86_400_000
    const then = await temperatures(`&at=${at}`)
    expect(Object.keys(then?.history.entries ?? {}).length).toBe(1)
    expect(Number(Object.keys(then?.history.entries ?? {})[0])).toBeLessThanOrEqual(at)
  })

  test('2.7-011 2.7-012 how a device fared, and whether the gateway was there', async () => {
    const status = (await home('GET', `/node_history/node_status/${SN}/${DEVICE}?last=month`)).json<History>()
    expect(typeof status.entries).toBe('object')
    const begin = site.now
    for (const cause of ['restart', undefined] as const)
      await site.store.gateways.setConnectionStatus(SN, cause ? 'offline' : 'online', begin, cause)
    const told = await home('GET', `/node_history/gateway_status/${SN}`)
    expect([told.status, typeof told.json<History>().entries]).toEqual([200, 'object'])
  })

  test('2.7-092 2.7-094 a whole home at a moment, or what of it matches a pattern', async () => {
    const at = site.now - 3 * 86_400_000
    const then = async (query: string) =>
      (await home('GET', `/node_history/home/${SN}?at=${at}${query}`)).json<{
        devices: { device_id: string; values: { property_name: string; value: unknown; at: number }[] }[]
      }>().devices
    const all = await then('')
    expect(all.length).toBeGreaterThan(3)
    expect(all.flatMap(({ values }) => values).every((value) => value.at <= at)).toBe(true)
    const matched = await then(`&matchPattern=${encodeURIComponent('*/TemperatureService/temp*')}`)
    expect(new Set(matched.flatMap(({ values }) => values.map((one) => one.property_name)))).toEqual(
      new Set(['temperature']),
    )
    const one = await temperatures(`&at=${at}`)
    expect(matched.find(({ device_id }) => device_id === DEVICE)?.values[0]?.value).toBe(one?.history.last)
    expect(await then('&matchPattern=nobody*')).toEqual([])

    const entry = (
      await home('GET', `/node_history/node_status/${SN}/${DEVICE}?at=${site.now}`)
    ).json<History>()
    expect(Object.keys(entry.entries).length).toBeLessThanOrEqual(1)
  })

  test('which states of a home changed in a day, by quarters of an hour', async () => {
    const [from, to] = [site.now - 86_400_000, site.now]
    const told = await home('GET', `/node_history/home_changes/${SN}?from=${from}&to=${to}`)
    const { counts, changes } = told.json<{
      counts: number[]
      changes: { at: number; device_id: string }[]
    }>()
    expect(counts.length).toBe(96)
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.every(({ at }) => at >= from && at < to)).toBe(true)
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(changes.length)
    const refused = [`from=5&to=4`, `from=0&to=${to}`]
    for (const query of refused)
      expect((await home('GET', `/node_history/home_changes/${SN}?${query}`)).status).toBe(400)
  })

  test.each(['?from=5', '?from=5&to=4', '?service_name=TemperatureService', '?last=year', '?at=-1'])(
    '%s is refused',
    async (query) => {
      expect((await home('GET', `/node_history/node/${SN}/${DEVICE}${query}`)).status).toBe(400)
    },
  )

  test('a device or a value that there is not did nothing', async () => {
    expect(await node('', 'nobody')).toEqual([])
    const [none] = await node('?service_name=X&property_name=constructor')
    expect(none?.history).toEqual({ entries: {} })
  })

  test('what somebody lives is gone when the gateway is taken from him', async () => {
    expect(
      await site.store.history.days(SN, [`${DEVICE}/TemperatureService/temperature`], {
        first: 0,
        last: 1e6,
      }),
    ).not.toEqual([])
    const taken = await admin('PUT', `/udm/device/${SN}/unassign`)
    expect(taken.status).toBeLessThan(300)
    expect(
      await site.store.history.days(SN, [`${DEVICE}/TemperatureService/temperature`], {
        first: 0,
        last: 1e6,
      }),
    ).toEqual([])
  })
})
