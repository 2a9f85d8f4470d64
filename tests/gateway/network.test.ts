import { describe, expect, test } from 'vitest'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { meshAt } from '#gateway/drivers/virtual/mesh.ts'
import { networkOf } from '#gateway/lib/network/network.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { homeWith, lamp, type SentEvent } from './kit.ts'

const told = (events: readonly SentEvent[]): NetworkEntry[][] =>
  events.filter(({ event }) => event === 'network_changed').map(({ data }) => data.nodes as NetworkEntry[])

describe('the network of a home', () => {
  test('2.4-097 2.4-099 changes are told together, every 12 s, and only if they matter', async () => {
    const { driver, events, clock, ask } = await homeWith([lamp(), lamp({ id: 'plug' })])
    driver.host.link({ device: 'lamp', lqiValue: 100 })
    driver.host.link({ device: 'plug', lqiValue: 90, route: [] })
    driver.host.link({ device: 'nobody', lqiValue: 90, route: [] })
    await clock.pass(11_999)
    expect(told(events)).toEqual([])
    await clock.pass(1)
    expect(told(events)).toHaveLength(1)
    expect(told(events)[0]?.map(({ NodeID, lqiValue, route }) => [NodeID, lqiValue, route])).toEqual([
      ['lamp', 100, undefined],
      ['plug', 90, []],
    ])
    driver.host.link({ device: 'lamp', lqiValue: 105 })
    await clock.pass(60_000)
    expect(told(events)).toHaveLength(1)
    driver.host.link({ device: 'lamp', lqiValue: 60 })
    await clock.pass(12_000)
    expect(told(events)).toHaveLength(2)
    const { data } = await ask('get_network')
    expect(data).toMatchObject({ total: 2, nodes: [{ NodeID: 'lamp', lqiValue: 60 }, { NodeID: 'plug' }] })
  })

  test('a device that speaks confirms its way', async () => {
    const { driver, clock, ask } = await homeWith([lamp()])
    driver.host.link({ device: 'lamp', lqiValue: 100, route: [] })
    await clock.pass(300_000)
    driver.host.link({ device: 'lamp', lqiValue: 100 })
    const { data } = await ask('get_network')
    const [node] = (data as { nodes: NetworkEntry[] }).nodes
    expect(Date.parse(node?.routeTimestamp ?? '')).toBe(clock.now())
  })

  test('of many changes each message holds 250', async () => {
    const ids = Array.from({ length: 600 }, (_none, at) => `d${at}`)
    const { driver, events, clock } = await homeWith(ids.map((id) => lamp({ id })))
    for (const device of ids) driver.host.link({ device, route: [] })
    await clock.pass(36_000)
    expect(told(events).map(({ length }) => length)).toEqual([250, 250, 100])
  })

  test('a device that is asked answers, is silent, or sleeps', async () => {
    const { driver, clock, ask, reports } = await homeWith([lamp(), lamp({ id: 'sleeper', sleeping: true })])
    const asking = ask('ask_device', { device_id: 'lamp' })
    await clock.pass(700)
    reports('LightService/state', 'ON')
    expect((await asking).data).toEqual({ outcome: 'answered', ms: 700 })
    const vain = ask('ask_device', { device_id: 'lamp' })
    await clock.pass(8000)
    expect((await vain).data).toEqual({ outcome: 'silent' })
    expect((await ask('ask_device', { device_id: 'sleeper' })).data).toEqual({ outcome: 'asleep' })
    expect((await ask('ask_device', { device_id: 'nobody' })).code).toBe(404)
    expect(driver.asked).toHaveLength(2)
  })

  test('a device that has nothing to ask for says so', async () => {
    const { ask } = await homeWith([lamp({ service_list: [] })])
    expect((await ask('ask_device', { device_id: 'lamp' })).code).toBe(501)
  })
})

describe('the simulated radio network', () => {
  const devices = Array.from({ length: 40 }, (_none, at) =>
    lamp({ id: `d${at}`, networkType: 'zigbee', role: at % 3 === 0 ? 2 : 3 }),
  )
  const DAY = Date.parse('2026-11-20T12:00:00Z')
  const entriesAt = (at: number): NetworkEntry[] =>
    meshAt(devices, 7, at).map(({ device, route, lqi }) => ({
      NodeID: device,
      networkType: 'zigbee',
      status: 2,
      route: [...route],
      lqiValue: lqi,
    }))
  const nodesAt = (at: number) => [...networkOf(entriesAt(at), { now: at, expires: 1 }).values()]

  test('is the same at the same moment, and goes on living', () => {
    expect(entriesAt(DAY)).toEqual(entriesAt(DAY))
    expect(entriesAt(DAY)).not.toEqual(entriesAt(DAY + 3_600_000))
  })

  test('most are heard well, some hang on one plug that weakens at night', () => {
    const day = nodesAt(DAY)
    const weak = day.filter(({ standing }) => standing === 'weak')
    expect(weak.length).toBeGreaterThan(0)
    expect(weak.length).toBeLessThan(10)
    const bottleneck = day.toSorted((a, b) => b.behind - a.behind)[0]
    expect(bottleneck?.behind).toBeGreaterThan(3)
    expect(bottleneck?.standing).toBe('good')
    const night = nodesAt(DAY + 12 * 3_600_000).find(({ id }) => id === bottleneck?.id)
    expect(night?.standing).toBe('weak')
  })

  test('what is off confirms nothing', async () => {
    const off: Device = { ...lamp({ id: 'off', networkType: 'zigbee', role: 2 }), status: 5 }
    const driver = createVirtualDriver({
      devices: [...devices, off].map((device) => ({ device })),
      seed: 7,
      pace: 10_000,
    })
    const { ask, clock } = await homeWith([], { drivers: [driver] })
    await clock.pass(60_000)
    const { nodes } = (await ask('get_network')).data as { nodes: NetworkEntry[] }
    const nodeOf = (id: string) => nodes.find(({ NodeID }) => NodeID === id)
    expect(nodeOf('off')).not.toHaveProperty('routeTimestamp')
    const age = clock.now() - Date.parse(nodeOf('d1')?.routeTimestamp ?? '')
    expect(age).toBeLessThanOrEqual(48_000)
  })
})
