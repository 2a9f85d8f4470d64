import { expect, test } from 'vitest'
import { describedIn } from './described.ts'

const coordinator = { friendly_name: 'Coordinator', type: 'Coordinator', definition: null }
const plug = { friendly_name: 'Kitchen plug', definition: { vendor: 'Maker', model: 'P1', exposes: [] } }
const lamp = { device_name: 'Lamp', class: 'L1', service_list: [] }

test('of a whole list those that say what they are can be chosen', () => {
  expect(describedIn([coordinator, plug, lamp, null, 7])).toEqual([
    { label: 'Kitchen plug · Maker P1', described: plug },
    { label: 'Lamp · L1', described: lamp },
  ])
})

test.each([
  ['one device', plug, [plug]],
  ['a list of one', [plug], [plug]],
  ['one that says nothing of itself', {}, [{}]],
  ['an empty list', [], []],
  ['no device', 7, []],
  ['nothing', null, []],
])('%s leaves no choice', (_what, told, described) => {
  expect(describedIn(told).map((one) => one.described)).toEqual(described)
})
