import { describe, expect, test } from 'vitest'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import { homeWith, lamp, MemoryStore } from './kit.ts'

const floors: readonly Floor[] = [
  {
    floor_id: 'f1',
    floor_name: 'Erdgeschoss',
    rooms: [
      { room_id: 'r1', room_name: 'Küche', devices: ['a', 'b'] },
      { room_id: 'r2', room_name: 'Bad', devices: [] },
    ],
  },
]

const home = (store = new MemoryStore()) =>
  homeWith([lamp({ id: 'a' }), lamp({ id: 'b' }), lamp({ id: 'c' })], { floors, store })

const devicesOf = (layout: { floors: readonly Floor[] }) =>
  Object.fromEntries(layout.floors.flatMap(({ rooms }) => rooms.map((room) => [room.room_id, room.devices])))

describe('spec 2 §7 devices in rooms', () => {
  // 2.7-053
  test('add_device_to_room takes floor, room and device ids; each device leaves the room it was in', async () => {
    const { ask, home: core, events } = await home()
    const { code } = await ask('add_device_to_room', {
      floor_id: 'f1',
      room_id: 'r2',
      device_ids: ['a', 'c'],
    })
    expect(code).toBe(0)
    expect(devicesOf(core.layout())).toEqual({ r1: ['b'], r2: ['a', 'c'] })
    expect(events.slice(-2).map(({ event, data }) => [event, data])).toEqual([
      ['device_removed_from_room', { floor_id: 'f1', room_id: 'r1', device_ids: ['a'] }],
      ['device_added_to_room', { floor_id: 'f1', room_id: 'r2', device_ids: ['a', 'c'] }],
    ])
  })

  test('adding twice is adding once', async () => {
    const { ask, home: core } = await home()
    const params = { floor_id: 'f1', room_id: 'r2', device_ids: ['a'] }
    await ask('add_device_to_room', params)
    await ask('add_device_to_room', params)
    expect(devicesOf(core.layout())).toEqual({ r1: ['b'], r2: ['a'] })
  })

  // 2.7-054
  test('remove_device_from_room takes devices out of this room only', async () => {
    const { ask, home: core } = await home()
    await ask('add_device_to_room', { floor_id: 'f1', room_id: 'r2', device_ids: ['c'] })
    await ask('remove_device_from_room', { floor_id: 'f1', room_id: 'r1', device_ids: ['a', 'c'] })
    expect(devicesOf(core.layout())).toEqual({ r1: ['b'], r2: ['c'] })
  })

  test.each([
    ['a room that does not exist', { floor_id: 'f1', room_id: 'r9', device_ids: ['a'] }],
    ['a room of another floor', { floor_id: 'f9', room_id: 'r1', device_ids: ['a'] }],
    ['a device that does not exist', { floor_id: 'f1', room_id: 'r2', device_ids: ['a', 'zz'] }],
  ])('%s changes nothing', async (_what, params) => {
    const { ask, home: core } = await home()
    expect((await ask('add_device_to_room', params)).code).toBe(404)
    expect(devicesOf(core.layout())).toEqual({ r1: ['a', 'b'], r2: [] })
  })

  test('many moves at once are all carried out, and survive a restart', async () => {
    const store = new MemoryStore()
    const { ask } = await home(store)
    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        ask('add_device_to_room', { floor_id: 'f1', room_id: 'r2', device_ids: [id] }),
      ),
    )
    const { home: again } = await home(store)
    expect(devicesOf(again.layout())).toEqual({ r1: [], r2: ['a', 'b', 'c'] })
  })

  test('what could not be stored has not happened', async () => {
    const { ask, home: core, store } = await home()
    store.broken = true
    const params = { floor_id: 'f1', room_id: 'r2', device_ids: ['a'] }
    expect((await ask('add_device_to_room', params)).code).not.toBe(0)
    expect(devicesOf(core.layout())).toEqual({ r1: ['a', 'b'], r2: [] })
    store.broken = false
    expect((await ask('add_device_to_room', params)).code).toBe(0)
  })
})

describe('spec 2 §7 a default command', () => {
  const ordered = (orders: readonly { service: string; property: string; value: unknown }[]) =>
    orders.map(({ service, property, value }) => [service, property, value])

  // 2.7-057
  test('send_default_command sends values by property, or by service and property', async () => {
    const { ask, driver } = await home()
    const { code } = await ask('send_default_command', {
      device_id: 'a',
      payload: { state: 'ON', LightService: { brightness: 7 } },
    })
    expect(code).toBe(0)
    expect(ordered(driver.orders)).toEqual([
      ['LightService', 'state', 'ON'],
      ['LightService', 'brightness', 7],
    ])
  })

  test.each([
    ['a property that the device does not have', 404, { state: 'ON', nothing: 1 }],
    ['a property that can only be read', 403, { state: 'ON', power: 1 }],
    ['a value out of its range', 400, { state: 'ON', brightness: 900 }],
    ['nothing at all', 400, {}],
  ])('%s is refused, and nothing of the payload is sent', async (_what, code, payload) => {
    const { ask, driver } = await home()
    expect((await ask('send_default_command', { device_id: 'a', payload })).code).toBe(code)
    expect(driver.orders).toEqual([])
  })
})
