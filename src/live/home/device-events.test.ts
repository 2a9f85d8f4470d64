import { describe, expect, test } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Device } from '#schemas/generated/entities/device.ts'
import { channelLimits } from '../limits.ts'
import { HomeModel } from './home-model.ts'

const device = (id: string): Device => ({
  id,
  device_name: id,
  class: 'DIM',
  status: 2,
  networkType: 'virtual',
  service_list: [],
})

const at = '2026-11-21T00:00:00.000Z'

/** A home with the devices a, b and c; the test says what happens. */
function home() {
  const fetched: [string, number][] = []
  const told: unknown[] = []
  const heard: string[] = []
  let floors = 0
  let seq = 1
  const model = new HomeModel({
    resync: () => {},
    fetchDevice: (id, after) => void fetched.push([id, after === undefined ? 0 : channelLimits[after]]),
    fetchFloors: () => void floors++,
    changed: () => {},
    facts: ({ all, facts, removed }) => {
      if (!all) told.push({ facts: facts.map(({ id, name, status }) => ({ id, name, status })), removed })
    },
    event: (event) => void heard.push(event),
    ended: () => {},
  })
  model.reconnected()
  model.snapshot(['a', 'b', 'c'].map(device), 1)
  const happens = (event: string, data: object) => model.receive({ event, seq: ++seq, at, data })
  return { happens, fetched, told, heard, floors: () => floors }
}

describe('spec 2 §4 device events', () => {
  // 2.4-026 2.4-027
  test('device_added has the device fetched 500 ms later', () => {
    const { happens, fetched } = home()
    happens('device_added', { device_id: 'x' })
    expect(fetched).toEqual([['x', 500]])
  })

  // 2.4-031
  test('multiple_device_added has each of the devices fetched 500 ms later', () => {
    const { happens, fetched, heard } = home()
    happens('multiple_device_added', { device_ids: ['x', 'y'] })
    expect(fetched).toEqual([
      ['x', 500],
      ['y', 500],
    ])
    expect(heard).toEqual(['multiple_device_added'])
  })

  test('a device that is described anew is fetched at once', () => {
    const { happens, fetched } = home()
    happens('device_changed', { device_id: 'a' })
    expect(fetched).toEqual([['a', 0]])
  })

  // 2.4-028
  test('device_removed takes the device away', () => {
    const { happens, told } = home()
    happens('device_removed', { device_id: 'a' })
    expect(told).toEqual([{ facts: [], removed: ['a'] }])
  })

  // 2.4-032
  test('multiple_device_removed takes all of them away at once; what was not there is left out', () => {
    const { happens, told } = home()
    happens('multiple_device_removed', { device_ids: ['a', 'zz', 'c'] })
    expect(told).toEqual([{ facts: [], removed: ['a', 'c'] }])
  })

  // 2.4-029
  test('device_renamed names the device anew', () => {
    const { happens, told } = home()
    happens('device_renamed', { device_id: 'b', device_name: 'Lampe' })
    expect(told).toEqual([{ facts: [{ id: 'b', name: 'Lampe', status: 2 }], removed: [] }])
  })

  // 2.4-030
  test('device_status_changed changes the status', () => {
    const { happens, told } = home()
    happens('device_status_changed', { device_id: 'b', status: 5 })
    expect(told).toEqual([{ facts: [{ id: 'b', name: 'b', status: 5 }], removed: [] }])
  })

  // 2.4-034 2.4-035 2.4-036 2.4-037 2.4-038 2.4-039 2.4-040 2.4-041
  test.each([
    'floor_added',
    'floor_removed',
    'floor_renamed',
    'room_added',
    'room_removed',
    'room_renamed',
    'device_added_to_room',
    'device_removed_from_room',
    'layout_changed',
  ])('rooms that changed are asked for: %s', (event) => {
    const { happens, floors } = home()
    happens(event, {})
    expect(floors()).toBe(1)
  })

  test.each([
    ['device_added', {}],
    ['device_removed', { device_id: 7 }],
    ['multiple_device_removed', { device_ids: 'a' }],
    ['device_renamed', { device_id: 'a', device_name: null }],
    ['constructor', { device_id: 'a' }],
  ])('%s that says nothing does nothing', (event, data) => {
    const { happens, told, fetched } = home()
    happens(event, data)
    expect([told, fetched]).toEqual([[], []])
  })
})

describe('spec 2 §9 delays', () => {
  // 2.4-027
  test('are those of the catalogue: 500 ms to fetch', () => {
    expect(channelLimits.deviceAddedDelay).toBe(500)
    expect(limits.limits.renameSaveHide.value).toBe(500)
  })
})
