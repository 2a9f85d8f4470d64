import { expect, test } from 'vitest'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import { HeldDevice } from './held-device.ts'

const described = (property: Partial<Property> & Pick<Property, 'type'>): Device => ({
  id: 'd',
  device_name: 'D',
  class: 'X',
  status: 2,
  networkType: 'zigbee',
  service_list: [
    { name: 'S', type: 'S', property_list: [{ name: 'p', value: null, readonly: false, ...property }] },
  ],
})
const number = described({ type: 'range', min: 0, max: 100 })
const time = '2026-11-21T00:00:00.000Z'

test('a last value stays when the description changes and its kind does not', () => {
  const held = new HeldDevice('x', number)
  held.keep('S/p', 40, time)
  held.describe(described({ type: 'range', min: 0, max: 200 }))
  expect(held.value('S', 'p')).toBe(40)
})

test('a last value of another kind than the new description is dropped', () => {
  const held = new HeldDevice('x', number)
  held.keep('S/p', 40, time)
  held.describe(
    described({ type: 'bool', on: true, off: false } as Partial<Property> & Pick<Property, 'type'>),
  )
  expect(held.value('S', 'p')).toBeNull()
  expect(held.values.size).toBe(0)
})

test('a last value of a property that is gone is dropped, and is not there when it comes back', () => {
  const held = new HeldDevice('x', number)
  held.keep('S/p', 40, time)
  held.describe({ ...number, service_list: [] })
  held.describe(number)
  expect(held.value('S', 'p')).toBeNull()
})
