import { expect, test } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { HeldDevice } from '../devices/held-device.ts'
import { OrderBook, type OrderEnd } from './order-book.ts'
import { byPerson, orderFor } from './order-for.ts'

const device: Device = {
  id: 'd',
  device_name: 'D',
  class: 'X',
  status: 2,
  networkType: 'zigbee',
  service_list: [
    {
      name: 'S',
      type: 'S',
      property_list: [{ name: 'p', value: null, type: 'range', min: 0, max: 100, readonly: false }],
    },
  ],
}

test('what the driver did not take causes nothing that the device reports afterwards', async () => {
  const clock = new TestClock()
  const orders = new OrderBook(clock, () => {})
  const ends: OrderEnd[] = []
  const way = {
    orders,
    driverOf: () => ({}),
    marks: () => ({}),
    send: () => Promise.reject(new Error('no bridge')),
  } as unknown as Parameters<typeof orderFor>[2]
  const given = {
    ...byPerson({ id: 'r', userId: 'anna', until: () => {} }),
    ended: (end: OrderEnd) => void ends.push(end),
  }
  const act = orderFor(new HeldDevice('x', device), { service: 'S', property: 'p', value: 50 }, way, given)
  const property = device.service_list[0]?.property_list[0]
  if (!property) throw new Error('no property')
  await Promise.all([expect(act()).rejects.toThrow('no bridge'), clock.pass(0)])
  expect(orders.explain({ device: 'd', service: 'S', property, value: 50 })).toBeUndefined()
  await clock.pass(60_000)
  expect(ends).toEqual([])
})
