import { expect, test } from 'vitest'
import { Toasts } from '#ui/toasts/toasts.ts'
import { ofDevices, ofFloor, ofRoom } from './about.ts'

const kitchen = { floor_id: 'ground', room_id: 'kitchen' }
const bath = { floor_id: 'ground', room_id: 'bath' }

/** What is said first after two changes, each of which could be taken back. */
function saidAfter(first: readonly string[], second: readonly string[]): string | undefined {
  const toasts = new Toasts()
  toasts.show({ text: 'first', about: first, undo: () => {} })
  toasts.show({ text: 'second', about: second, undo: () => {} })
  return toasts.current()?.text
}

test.each([
  ['a room that gets a device and is removed', ofDevices(['lamp'], kitchen), [ofRoom(kitchen)]],
  ['a room that is renamed and removed', [`${ofRoom(kitchen)} name`], [ofRoom(kitchen)]],
  ['a floor whose room is renamed, and that is removed', [`${ofRoom(kitchen)} name`], [ofFloor('ground')]],
  ['a room that is added and gets a device', [ofRoom(kitchen)], ofDevices(['lamp'], kitchen)],
  ['a device that goes on to another room', ofDevices(['lamp'], kitchen), ofDevices(['lamp'], bath)],
])('%s: only the later change can be taken back', (_case, first, second) => {
  expect(saidAfter(first, second)).toBe('second')
})

test.each([
  ['two devices of one room', ofDevices(['lamp'], kitchen), ofDevices(['fan'], kitchen)],
  ['two rooms', [`${ofRoom(kitchen)} name`], [ofRoom(bath)]],
  ['name and picture', [`${ofRoom(kitchen)} name`], [`${ofRoom(kitchen)} icon`]],
])('%s: each change can still be taken back', (_case, first, second) => {
  expect(saidAfter(first, second)).toBe('first')
})
