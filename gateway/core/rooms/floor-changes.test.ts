import { describe, expect, test } from 'vitest'
import { becameOf, eventsOf } from './floor-changes.ts'
import type { Floors } from './floor-plan.ts'

const room = (id: string, devices: string[] = [], more: object = {}) => ({
  room_id: id,
  room_name: `Room ${id}`,
  devices,
  ...more,
})
const floor = (id: string, rooms: ReturnType<typeof room>[] = [], name = `Floor ${id}`) => ({
  floor_id: id,
  floor_name: name,
  rooms,
})
const plan = (...floors: ReturnType<typeof floor>[]): Floors => floors as unknown as Floors
const names = (before: Floors, after: Floors) => eventsOf(before, after).map(({ event }) => event)

describe('what is told of a change of floors and rooms', () => {
  const before = plan(floor('1', [room('a', ['x', 'y']), room('b')]), floor('2'))

  test('is nothing when nothing changed', () => {
    expect(eventsOf(before, structuredClone(before) as Floors)).toEqual([])
  })

  test('are new floors and rooms, an icon where there is one', () => {
    const after = plan(floor('1', [room('a'), room('b', [], { icon: 4 })]), floor('2'))
    expect(eventsOf(plan(), after)).toEqual([
      { event: 'floor_added', data: { floor_id: '1', floor_name: 'Floor 1' } },
      { event: 'floor_added', data: { floor_id: '2', floor_name: 'Floor 2' } },
      { event: 'room_added', data: { floor_id: '1', room_id: 'a', room_name: 'Room a' } },
      { event: 'room_added', data: { floor_id: '1', room_id: 'b', room_name: 'Room b', icon: 4 } },
    ])
  })

  test('are new names', () => {
    const after = plan(
      floor('1', [room('a', ['x', 'y'], { room_name: 'Kitchen' }), room('b')], 'Ground'),
      floor('2'),
    )
    expect(eventsOf(before, after)).toEqual([
      { event: 'floor_renamed', data: { floor_id: '1', floor_name: 'Ground' } },
      { event: 'room_renamed', data: { floor_id: '1', room_id: 'a', room_name: 'Kitchen' } },
    ])
  })

  test('a device leaves its room before it comes to the next', () => {
    const after = plan(floor('1', [room('a', ['y']), room('b', ['x'])]), floor('2'))
    expect(eventsOf(before, after)).toEqual([
      { event: 'device_removed_from_room', data: { floor_id: '1', room_id: 'a', device_ids: ['x'] } },
      { event: 'device_added_to_room', data: { floor_id: '1', room_id: 'b', device_ids: ['x'] } },
    ])
  })

  test('the devices of a new room come to it; those of a room that goes go with it', () => {
    expect(names(before, plan(floor('1', [room('b')]), floor('2')))).toEqual(['room_removed'])
    const more = plan(floor('1', [room('a', ['x', 'y']), room('b')]), floor('2', [room('c', ['z'])]))
    expect(eventsOf(before, more).at(-1)).toEqual({
      event: 'device_added_to_room',
      data: { floor_id: '2', room_id: 'c', device_ids: ['z'] },
    })
  })

  test('a floor that goes takes its rooms along', () => {
    expect(eventsOf(before, plan(floor('2')))).toEqual([{ event: 'floor_removed', data: { floor_id: '1' } }])
  })

  test('another order or icon is a change of the layout as a whole, and only where nothing else is told', () => {
    const turned = plan(floor('2'), floor('1', [room('a', ['x', 'y']), room('b')]))
    expect(eventsOf(before, turned)).toEqual([{ event: 'layout_changed', data: {} }])
    const both = plan(floor('2', [], 'Attic'), floor('1', [room('a', ['x', 'y']), room('b')]))
    expect(names(before, both)).toEqual(['floor_renamed'])
  })
})

describe('versions of floors and rooms', () => {
  const before = plan(floor('1', [room('a', ['x'])]), floor('2'))
  const of = (after: Floors) =>
    becameOf(before, after).map(({ kind, id, was, gone, name }) => [
      kind,
      id,
      gone ? 'gone' : was?.name,
      name,
    ])

  test('are made of what became another one, and of nothing else', () => {
    expect(of(before)).toEqual([])
    expect(of(plan(floor('1', [room('a', ['x', 'y'])]), floor('2')))).toEqual([
      ['room', 'a', 'Room a', 'Room a'],
    ])
    expect(of(plan(floor('1', [room('a', ['x'])], 'Ground'), floor('2')))).toEqual([
      ['floor', '1', 'Floor 1', 'Ground'],
    ])
    expect(of(plan(floor('1'), floor('2', [room('a', ['x'])])))).toEqual([['room', 'a', 'Room a', 'Room a']])
  })

  test('are without a past where they are new, and gone where they are not there any more', () => {
    const more = plan(floor('1', [room('a', ['x']), room('b')]), floor('2'), floor('3'))
    expect(of(more)).toEqual([
      ['floor', '3', undefined, 'Floor 3'],
      ['room', 'b', undefined, 'Room b'],
    ])
    expect(of(plan(floor('2')))).toEqual([
      ['floor', '1', 'gone', 'Floor 1'],
      ['room', 'a', 'gone', 'Room a'],
    ])
  })

  test('of a floor that was deleted hold its rooms, of a room where it was', () => {
    const [whole, single] = becameOf(before, plan(floor('2')))
    expect(whole?.value).toEqual(floor('1', [room('a', ['x'])]))
    expect(whole?.was?.value).toEqual({ floor_id: '1', floor_name: 'Floor 1' })
    expect(single?.value).toEqual({ ...room('a', ['x']), floor_id: '1', floor_name: 'Floor 1' })
    const [created] = becameOf(plan(), plan(floor('1', [room('a')])))
    expect(created?.value).toEqual({ floor_id: '1', floor_name: 'Floor 1' })
  })
})
