import { expect, test } from 'vitest'
import type { Property } from '#schemas/generated/entities/device.ts'
import { TestClock } from '../../tests/gateway/test-clock.ts'
import { OrderBook, type OrderEnd } from './order-book.ts'

const cause = { kind: 'person', user_id: 'anna' } as const
const at = { device: 'd', service: 'S', property: 'p' }
const flag: Property = { name: 'p', value: null, type: 'bool', readonly: false, toggle: 'TOGGLE' } as Property
const shutter: Property = {
  name: 'p',
  value: null,
  type: 'range',
  readonly: false,
  min: 0,
  max: 100,
} as Property

/** An order to a property, and how it ended. */
function order(value: string | number, property: Property) {
  const clock = new TestClock()
  const book = new OrderBook(clock)
  const ends: OrderEnd[] = []
  const reports = (reported: string | number, request?: string) =>
    book.explain({ device: 'd', service: 'S', property, value: reported, request })
  book.place({ id: 'r', ...at, value }, property, cause, (end) => void ends.push(end))
  return { clock, book, ends, reports }
}

test.each(['ON', 'OFF'])('a toggle is met by whatever state comes of it: %s', (state) => {
  const { ends, reports } = order('TOGGLE', flag)
  expect(reports(state)).toEqual(cause)
  expect(ends).toEqual([{ outcome: 'confirmed' }])
})

test('an order for one state is not met by the other', () => {
  const { ends, reports } = order('ON', flag)
  expect(reports('OFF')).toBeUndefined()
  expect(ends).toEqual([])
  reports('OFF', 'r')
  expect(ends).toEqual([{ outcome: 'diverged', value: 'OFF' }])
})

test('what still moves is waited for, two minutes at most', async () => {
  const { clock, ends, reports } = order(100, shutter)
  const begun = clock.now()
  let position = 0
  while (ends.length === 0 && clock.now() - begun < 300_000) {
    await clock.pass(1000)
    // It comes no nearer, and never rests.
    position = position === 10 ? 20 : 10
    reports(position)
  }
  expect(ends).toEqual([{ outcome: 'silent' }])
  expect(clock.now() - begun).toBeGreaterThan(115_000)
  expect(clock.now() - begun).toBeLessThanOrEqual(126_000)
})

test('what has stopped on its way is not waited for', async () => {
  const { clock, ends, reports } = order(100, shutter)
  await clock.pass(2000)
  reports(10)
  await clock.pass(13_499)
  expect(ends).toEqual([])
  await clock.pass(1)
  expect(ends).toEqual([{ outcome: 'silent' }])
})

test('an order that the driver did not take explains nothing that happens next, and ends without a word', async () => {
  const { clock, book, ends, reports } = order('ON', flag)
  book.withdraw('r', 'd')
  expect(reports('ON')).toBeUndefined()
  await clock.pass(20_000)
  expect(ends).toEqual([])
})
