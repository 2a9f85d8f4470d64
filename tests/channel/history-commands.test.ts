import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answers } from '../gateway/contract.ts'
import { Browser, deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'

interface History {
  entries: Record<string, unknown>
  last?: unknown
}
interface Value {
  property_name: string
  history: History
}

const MINUTE = 60_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

let street: Street
let now = NOON
beforeAll(async () => {
  street = await Street.open({
    clock: {
      now: () => now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
  })
})
afterAll(() => street.close())

const LAMP = { device_id: 'lamp' }
const STATE = { ...LAMP, service_name: 'SwitchService', property_name: 'state' }

/** A lamp that was on for ten minutes before noon. */
async function lampHome() {
  now = NOON - 30 * MINUTE
  const home = await street.home([deviceOf('SWI100', 'lamp')])
  const browser = await Browser.at(street.world, home.owner, home.serialNumber)
  for (const [minutes, value] of [
    [20, true],
    [10, false],
  ] as const) {
    now = NOON - minutes * MINUTE
    home.driver.host.report({ device: 'lamp', service: 'SwitchService', property: 'state', value })
  }
  now = NOON
  const data = async <Data>(command: string, params: unknown): Promise<Data> => {
    const answer = await browser.ask(command, params)
    expect([command, answer.code, answer.message]).toEqual([command, 0, 'OK'])
    expect(answers(answer.data, command)).toBe(true)
    return answer.data as Data
  }
  return { ...home, browser, data }
}

const at = (minutes: number): string => String(NOON - minutes * MINUTE)

describe('2.7-088 the channel tells what a home did', () => {
  test('2.7-088 2.7-089 of a device, in a period and in a range', async () => {
    const { data } = await lampHome()
    const state = ({ histories }: { histories: Value[] }) =>
      histories.find(({ property_name }) => property_name === 'state')?.history
    const day = state(await data('get_node_history', { ...LAMP, last: 'day' }))
    expect([day?.entries[at(20)], day?.entries[at(10)], day?.last]).toEqual([true, false, false])
    const range = { from: NOON - 25 * MINUTE, to: NOON - 15 * MINUTE }
    expect(state(await data('get_node_history', { ...LAMP, ...range }))?.last).toBe(true)
  })

  test('2.7-090 2.7-091 of one value, in the last period and in a range', async () => {
    const { data } = await lampHome()
    const week = await data<Value>('get_service_history', { ...STATE, last: 'week' })
    expect([week.property_name, week.history.entries[at(20)], week.history.last]).toEqual([
      'state',
      true,
      false,
    ])
    const { history } = await data<Value>('get_service_history', {
      ...STATE,
      from: NOON - 15 * MINUTE,
      to: NOON,
    })
    // The first entry is from before the range: it held when the range began.
    expect(Object.entries(history.entries)).toEqual([
      [at(20), true],
      [at(10), false],
    ])
    const unknown = { ...STATE, property_name: 'constructor' }
    expect((await data<Value>('get_service_history', unknown)).history).toEqual({ entries: {} })
  })

  test('2.7-092 2.7-093 2.7-094 of a device, a value or all that matches a pattern at a moment', async () => {
    const { data, driver } = await lampHome()
    now = NOON - 20 * MINUTE
    driver.host.status({ device: 'lamp', status: 3 })
    now = NOON
    const timestamp = NOON - 15 * MINUTE
    expect((await data<History>('get_node_status', { ...LAMP, timestamp })).last).toBe(3)
    expect((await data<Value>('get_service_status', { ...STATE, timestamp })).history.last).toBe(true)
    const home = { devices: [{ device_id: 'lamp', values: [{ property_name: 'state', value: true }] }] }
    const asked = { matchPattern: 'lamp/*/state', timestamp }
    expect(await data('get_history', asked)).toMatchObject(home)
    expect(await data('get_history', { matchPattern: 'nobody*', timestamp })).toMatchObject({ devices: [] })
  })

  test('2.7-095 2.7-096 of the gateway, in the last period and from one time to another', async () => {
    const { data } = await lampHome()
    const last = await data<{ history: History }>('get_gateway_history', { last: 'day' })
    expect(last.history.last).toBe(1)
    const before = await data<{ history: History }>('get_gateway_history', {
      from: NOON - 60 * MINUTE,
      to: NOON - 40 * MINUTE,
    })
    expect(before.history).toEqual({ entries: {} })
  })

  test('2.7-097 2.8-022 as the text of a CSV file; where nothing is told there is no text', async () => {
    const { data } = await lampHome()
    const csv = { file_type: 'csv' }
    const gateway = await data<{ csv?: string }>('get_gateway_history', { last: 'day', ...csv })
    expect(gateway.csv).toBe('time,value\r\n2026-11-20T11:30:00.000Z,1')
    const node = await data<{ csv?: string }>('get_node_history', { ...LAMP, last: 'day', ...csv })
    const lines = node.csv?.split('\r\n') ?? []
    expect(lines[0]).toBe('time,service_name,property_name,value,unit')
    expect(lines).toContain('2026-11-20T11:40:00.000Z,SwitchService,state,true,')
    expect(await data('get_gateway_history', { from: 0, to: 1, ...csv })).toEqual({})
  })

  test.each([
    ['get_node_history', {}],
    ['get_node_history', { ...LAMP, from: 5 }],
    ['get_node_history', { ...LAMP, from: 5, to: 4 }],
    ['get_node_history', { ...LAMP, last: 'year' }],
    ['get_service_history', { ...STATE, property_name: 'x'.repeat(129) }],
    ['get_node_status', { ...LAMP, timestamp: -1 }],
    ['get_history', { timestamp: 1, matchPattern: '*'.repeat(257) }],
    ['get_gateway_history', { file_type: 'exe' }],
  ])('%s is refused with %j', async (command, params) => {
    const { browser } = await lampHome()
    expect((await browser.ask(command, params)).code).toBe(400)
  })

  test('2.7-095 a gateway of its own is not asked, and need not be there', async () => {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner, { connectionStatus: 'offline' })
    const { client, core } = await remoteGateway(street.world, serialNumber, [deviceOf('SWI100', 'lamp')])
    const asked: string[] = []
    client.on('message', (_topic, payload) => asked.push(payload.toString()))
    const browser = await Browser.at(street.world, owner, serialNumber)
    await vi.waitFor(async () => {
      const { code, data } = await browser.ask('get_gateway_history', { last: 'day' })
      expect([code, (data as { history: History }).history.last]).toEqual([0, 1])
    }, WAIT)
    expect(asked.some((text) => text.includes('get_gateway_history'))).toBe(false)
    await client.endAsync()
    await core.stop()
    await vi.waitFor(async () => {
      expect((await browser.ask('get_device_detailed', LAMP)).code).not.toBe(0)
      expect((await browser.ask('get_gateway_history', { last: 'day' })).code).toBe(0)
    }, WAIT)
  })
})
