import { expect, test } from 'vitest'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { DeviceFacts } from '../channel/protocol.ts'
import { Heads } from './heads.ts'

const facts = (name: string): DeviceFacts => ({
  id: name,
  name,
  model: 'X',
  status: 2,
  networkType: 'zigbee',
})
const heads = (): Heads => new Heads(() => undefined, 'de-CH')
const names = (of: Heads): string[] => of.sorted().map(({ name }) => name)

test('the first devices stay in the order in which the server names them', () => {
  const first = heads()
  first.begin([facts('Licht 2'), facts('Licht 10')])
  expect(names(first)).toEqual(['Licht 2', 'Licht 10'])
})

test('devices that come later are sorted in among them, numbers by value', () => {
  const all = heads()
  all.begin([facts('Licht 2'), facts('Licht 10')])
  all.update([facts('Licht 3'), facts('Ämtli')], [])
  expect(names(all)).toEqual(['Ämtli', 'Licht 2', 'Licht 3', 'Licht 10'])
})

test('a snapshot that comes late is sorted as well', () => {
  const all = heads()
  all.update([facts('Licht 3')], [])
  all.begin([facts('Licht 2')])
  expect(names(all)).toEqual(['Licht 2', 'Licht 3'])
})

test('a head keeps its identity until one of its fields changes', () => {
  const all = heads()
  all.begin([facts('A'), facts('B')])
  const [a, b] = [all.head('A'), all.head('B')]
  all.update([facts('A'), { ...facts('B'), status: 4 }], [])
  expect(all.head('A')).toBe(a)
  expect(all.head('B')).not.toBe(b)
})

test('a renamed device takes its new place', () => {
  const all = heads()
  all.begin([facts('A'), facts('B')])
  all.update([{ ...facts('A'), name: 'C' }], [])
  expect(names(all)).toEqual(['B', 'C'])
})

test('devices that the person has put first come first, the others follow by name', () => {
  const all = heads()
  all.update([facts('A'), facts('B'), facts('C'), facts('D')], [])
  all.arrange(['D', 'gone', 'B'])
  expect(names(all)).toEqual(['D', 'B', 'A', 'C'])
  all.update([facts('0')], ['D'])
  expect(names(all)).toEqual(['B', '0', 'A', 'C'])
  all.arrange([])
  expect(names(all)).toEqual(['0', 'A', 'B', 'C'])
})

test('a device tells what its layout says of it; until that is known it is a device like any other', () => {
  const layouts = new Map<string, DeviceLayout>()
  const all = new Heads((id) => layouts.get(id), 'de-CH')
  all.begin([facts('A'), { ...facts('B'), manufacturer: 'Told' }])
  expect(all.head('A')).toMatchObject({ type: 'Generic', icon: 'device', manufacturer: undefined })
  const layout = { model: 'X', type: 'Dimmer', icon: 'dimmer', manufacturer: 'Known' } as DeviceLayout
  for (const id of ['A', 'B']) layouts.set(id, layout)
  all.refresh(['A', 'B'])
  expect(all.head('A')).toMatchObject({ type: 'Dimmer', icon: 'dimmer', manufacturer: 'Known', layout })
  expect(all.head('B')).toMatchObject({ manufacturer: 'Told' })
})

test('the rooms stand by floors, and each device knows its own', () => {
  const all = heads()
  all.begin([facts('A'), facts('B')])
  expect(all.floors).toBeUndefined()
  all.setFloors([
    { floor_id: 'f', floor_name: 'Ground', rooms: [{ room_id: 'r', room_name: 'Hall', devices: ['A'] }] },
  ])
  expect(all.floors).toMatchObject([
    { id: 'f', name: 'Ground', rooms: [{ id: 'r', name: 'Hall', devices: ['A'] }] },
  ])
  expect(all.head('A')?.room).toEqual({ id: 'r', name: 'Hall', floorId: 'f' })
  expect(all.head('B')?.room).toBeUndefined()
})
