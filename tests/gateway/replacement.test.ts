import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSuccessor, matchProperties } from '#gateway/lib/homes/replacement-plan.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { deviceWith, homeWith, lamp, MemoryStore } from './kit.ts'

const floors = [
  {
    floor_id: 'f',
    floor_name: 'EG',
    rooms: [
      { room_id: 'kitchen', room_name: 'Küche', devices: ['first', 'lamp', 'last'] },
      { room_id: 'bath', room_name: 'Bad', devices: ['next'] },
    ],
  },
]
const others = [lamp({ id: 'first' }), lamp({ id: 'last' })]
const next = (facts = {}) => lamp({ id: 'next', device_name: 'LED bulb', ...facts })

const openHome = (store = new MemoryStore()) =>
  homeWith([...others, lamp({ device_name: 'Küche Licht' }), next()], { floors, store })
type Opened = Awaited<ReturnType<typeof openHome>>

const roomsOf = ({ home }: Opened) =>
  Object.fromEntries(
    home.layout().floors.flatMap(({ rooms }) => rooms.map((one) => [one.room_id, one.devices])),
  )
const nameOf = ({ home }: Opened, id: string) => home.devices().find((one) => one.id === id)?.device_name
const statusOf = ({ home }: Opened, id: string) => home.devices().find((one) => one.id === id)?.status
const pair = { device_id: 'lamp', new_device_id: 'next' }
const statuses = ({ events }: Opened) =>
  events.filter(({ event }) => event === 'device_replacement').map(({ data }) => data.status)

describe('replacing a device', () => {
  // 2.7-042 2.4-060 2.4-061 2.4-063
  test('started, matched, finished: room, place in it and name move to the new device in one step', async () => {
    const opened = await openHome()
    const { ask, store } = opened
    expect(await ask('replace_device', pair)).toMatchObject({ code: 0 })
    expect(statuses(opened)).toEqual([0, 3])
    const writes = store.puts.length
    expect(await ask('apply_replacement', pair)).toMatchObject({ code: 0 })
    expect(statuses(opened)).toEqual([0, 3, 1])
    expect(roomsOf(opened)).toEqual({ kitchen: ['first', 'next', 'last'], bath: [] })
    expect(nameOf(opened, 'next')).toBe('Küche Licht')
    expect(statusOf(opened, 'lamp')).toBe(6)
    const moved = store.puts.slice(writes).filter((entries) => entries.has('floors'))
    expect(moved).toHaveLength(1)
    expect([...(moved[0]?.keys() ?? [])]).toEqual(
      expect.arrayContaining(['floors', 'name/next', 'replacement/next']),
    )
  })

  test('it can be taken back: everything is where it was', async () => {
    const opened = await openHome()
    await opened.ask('apply_replacement', pair)
    expect(await opened.ask('undo_replacement', { device_id: 'next' })).toMatchObject({ code: 0 })
    expect(roomsOf(opened)).toEqual({ kitchen: ['first', 'lamp', 'last'], bath: ['next'] })
    expect(nameOf(opened, 'next')).toBe('LED bulb')
    expect(statusOf(opened, 'lamp')).toBe(2)
    const told = opened.events.filter(({ event }) => event === 'device_replacement').at(-1)
    expect(told?.data).toEqual({ device_id: 'next', new_device_id: 'lamp', status: 1 })
    expect(await opened.ask('undo_replacement', { device_id: 'next' })).toMatchObject({ code: 404 })
  })

  test('once the old device is gone it cannot be taken back', async () => {
    const opened = await openHome()
    await opened.ask('apply_replacement', pair)
    opened.driver.host.remove('lamp')
    expect(await opened.ask('undo_replacement', { device_id: 'next' })).toMatchObject({ code: 404 })
    expect(nameOf(opened, 'next')).toBe('Küche Licht')
  })

  test('L-08 whenever the power fails, everything has moved or nothing', async () => {
    const store = new MemoryStore()
    const opened = await openHome(store)
    await opened.ask('replace_device', pair)
    const before = new Map(structuredClone([...store.entries]))
    const writes = store.puts.length
    await opened.ask('apply_replacement', pair)
    for (let survived = 0; survived <= store.puts.length - writes; survived += 1) {
      const disk = new MemoryStore()
      disk.entries = new Map(structuredClone([...before]))
      for (const put of store.puts.slice(writes, writes + survived)) await disk.put(put)
      const after = await openHome(disk)
      const has = roomsOf(after).kitchen?.includes('next')
      expect(nameOf(after, 'next')).toBe(has ? 'Küche Licht' : 'LED bulb')
      expect(statusOf(after, 'lamp')).toBe(has ? 6 : 2)
      expect(roomsOf(after)).toEqual(
        has
          ? { kitchen: ['first', 'next', 'last'], bath: [] }
          : { kitchen: ['first', 'lamp', 'last'], bath: ['next'] },
      )
    }
  })

  test('what could not be stored has not happened', async () => {
    const opened = await openHome()
    opened.store.broken = true
    expect((await opened.ask('apply_replacement', pair)).code).not.toBe(0)
    expect(roomsOf(opened).kitchen).toEqual(['first', 'lamp', 'last'])
    expect(statusOf(opened, 'lamp')).toBe(2)
  })

  // 2.4-062
  test('a device that has nothing in common is a mismatch, and is not applied', async () => {
    const opened = await homeWith(
      [lamp(), deviceWith({ Water: { leak: { kind: 'bool', access: ['read'] } } }, { id: 'next' })],
      {},
    )
    await opened.ask('replace_device', pair)
    expect(statuses(opened)).toEqual([0, 4])
    expect(await opened.ask('apply_replacement', pair)).toMatchObject({ code: 409 })
  })

  // 2.4-064
  test('without a successor before the time is over it has failed', async () => {
    const opened = await homeWith([lamp({ networkType: 'zigbee' })], {})
    Object.assign(opened.driver, {
      network: { serves: ['zigbee'], open: async () => {}, close: async () => {}, remove: async () => {} },
    })
    expect(await opened.ask('replace_device', { device_id: 'lamp' })).toMatchObject({
      data: { timeout: 180 },
    })
    await opened.clock.pass(180_000)
    expect(statuses(opened)).toEqual([0, 2])
  })

  test('the next device that joins is its successor, and the network closes', async () => {
    const opened = await homeWith([lamp({ networkType: 'zigbee' })], {})
    let closed = 0
    const close = async () => {
      closed += 1
    }
    Object.assign(opened.driver, {
      network: { serves: ['zigbee'], open: async () => {}, close, remove: async () => {} },
    })
    await opened.ask('replace_device', { device_id: 'lamp' })
    opened.driver.host.upsert(next())
    await opened.clock.pass(10)
    expect(statuses(opened)).toEqual([0, 3])
    expect(closed).toBe(1)
  })

  test('it cannot replace itself, and a replaced device stays replaced whatever its driver says', async () => {
    const opened = await openHome()
    const itself = { device_id: 'lamp', new_device_id: 'lamp' }
    expect(await opened.ask('apply_replacement', itself)).toMatchObject({ code: 400 })
    await opened.ask('apply_replacement', pair)
    opened.driver.host.status({ device: 'lamp', status: 5 })
    expect(statusOf(opened, 'lamp')).toBe(6)
    await opened.ask('undo_replacement', { device_id: 'next' })
    expect(statusOf(opened, 'lamp')).toBe(5)
  })
})

describe('the plan for another model', () => {
  const old = deviceWith({
    LightService: {
      state: { kind: 'bool', access: ['read', 'write'] },
      level: { kind: 'range', access: ['read', 'write'], min: 0, max: 254 },
      effect: { kind: 'option', access: ['read', 'write'], options: [{ value: 'blink' }] },
    },
    ClimateService: { temperature: { kind: 'number', access: ['read'], unit: '°C' } },
    BatteryService: { battery: { kind: 'number', access: ['read'], unit: '%', category: 'diagnostic' } },
  })
  const other = deviceWith({
    LightService: {
      state: { kind: 'bool', access: ['read', 'write'] },
      effect: { kind: 'text', access: ['read', 'write'] },
    },
    DimmerService: { level: { kind: 'number', access: ['read', 'write'] } },
    ClimateService: { local_temperature: { kind: 'number', access: ['read'], unit: '°C' } },
  })

  test('goes property by property: the same, one that means the same, or none, with the reason', () => {
    expect(matchProperties(old, other)).toEqual([
      {
        service: 'LightService',
        property: 'state',
        fit: 'same',
        to: { service: 'LightService', property: 'state' },
      },
      {
        service: 'LightService',
        property: 'level',
        fit: 'similar',
        to: { service: 'DimmerService', property: 'level' },
      },
      { service: 'LightService', property: 'effect', fit: 'none', why: 'kind' },
      {
        service: 'ClimateService',
        property: 'temperature',
        fit: 'similar',
        to: { service: 'ClimateService', property: 'local_temperature' },
      },
      { service: 'BatteryService', property: 'battery', fit: 'none', why: 'missing' },
    ])
  })

  test('what could be set must still be settable', () => {
    const reading = deviceWith({ LightService: { state: { kind: 'bool', access: ['read'] } } })
    expect(matchProperties(old, reading)[0]).toMatchObject({ fit: 'none', why: 'readonly' })
  })

  const value = fc.record({
    kind: fc.constantFrom('bool', 'number', 'range', 'text'),
    access: fc.constantFrom(['read'], ['read', 'write']),
  }) as fc.Arbitrary<Value>
  const services = fc.dictionary(
    fc.constantFrom('A', 'B', 'C'),
    fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), value, { maxKeys: 4 }),
    { maxKeys: 3 },
  )

  test('whatever two devices are: every old property is answered once, and no new one stands in for two', () => {
    fc.assert(
      fc.property(services, services, (before, after) => {
        const [from, to] = [deviceWith(before), deviceWith(after)]
        const plan = matchProperties(from, to)
        expect(plan).toHaveLength(from.service_list.flatMap(({ property_list }) => property_list).length)
        const targets = plan.flatMap((one) => (one.to ? [`${one.to.service}/${one.to.property}`] : []))
        expect(new Set(targets).size).toBe(targets.length)
      }),
    )
  })

  test('a device is a whole successor of its own kind', () => {
    fc.assert(
      fc.property(services, (described) => {
        const device = deviceWith(described)
        const plan = matchProperties(device, device)
        expect(plan.every(({ fit }) => fit === 'same')).toBe(true)
        expect(isSuccessor(device, plan)).toBe(true)
      }),
    )
  })
})
