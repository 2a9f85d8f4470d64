import { describe, expect, test } from 'vitest'
import type { Property } from '#schemas/generated/entities/device.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import type { Wire } from '../ports.ts'
import { OrderBook, type OrderEnd, type OrderEnded } from './order-book.ts'

const cause = { kind: 'person', user_id: 'anna' } as const
const at = { device: 'd', service: 'S', property: 'p' }
const described = (of: Partial<Property>): Property => ({
  name: 'p',
  value: null,
  type: 'range',
  readonly: false,
  ...of,
})
const flag = described({ type: 'bool', toggle: 'TOGGLE' })
const shutter = described({ min: 0, max: 100, step: 1 })
const button = described({ type: 'option', access: ['write'] })

/** Orders to one property: what is told of them, and what the first hears. */
function orderTo(property: Property, before: Wire = null) {
  const clock = new TestClock()
  const told: OrderEnded[] = []
  const book = new OrderBook(clock, (ended) => void told.push(ended))
  const ends: OrderEnd[] = []
  return {
    clock,
    book,
    ends,
    give: (id: string, value: Wire) =>
      book.place(
        { id, ...at, value },
        { described: property, cause, before, ended: (end) => void ends.push(end) },
      ),
    reports(value: Wire, request?: string) {
      const report = { device: 'd', service: 'S', property, value, request }
      const traced = book.explain(report)
      book.judge(report)
      return traced
    },
    told: () =>
      told
        .splice(0)
        .map(({ request, outcome, value }) => [request, outcome, ...(value === undefined ? [] : [value])]),
  }
}

describe('whether an order was carried out is decided once, for everybody', () => {
  test('the device reports what was wanted: confirmed, and the report answers the order', () => {
    const { give, reports, told, ends } = orderTo(shutter, 0)
    give('r', 50)
    expect(reports(50)).toEqual({ cause, request: 'r' })
    expect(told()).toEqual([['r', 'confirmed']])
    expect(ends).toEqual([{ outcome: 'confirmed' }])
  })

  test.each(['ON', 'OFF'])('a toggle is met by the other state, whichever that is: %s', (state) => {
    const { give, reports, told } = orderTo(flag, state === 'ON' ? 'OFF' : 'ON')
    give('r', 'TOGGLE')
    expect(reports(state)).toEqual({ cause, request: 'r' })
    expect(told()).toEqual([['r', 'confirmed']])
  })

  test('a toggle is not met by the state that stood there before', () => {
    const { give, reports, told } = orderTo(flag, 'ON')
    give('r', 'TOGGLE')
    expect(reports('ON')).toBeUndefined()
    expect(told()).toEqual([])
  })

  test('a report that the driver knows to be the answer decides at once', () => {
    const { give, reports, told } = orderTo(flag, 'OFF')
    give('r', 'ON')
    expect(reports('OFF', 'r')).toEqual({ cause, request: 'r' })
    expect(told()).toEqual([['r', 'diverged', 'OFF']])
  })

  // 2.9-014
  test('spec 2 §9 another value within 1.1 s is of before the order', async () => {
    const { clock, give, reports, told } = orderTo(flag, 'OFF')
    give('r', 'ON')
    await clock.pass(1099)
    reports('UNKNOWN')
    await clock.pass(13_900)
    expect(told()).toEqual([])
    await clock.pass(1)
    expect(told()).toEqual([['r', 'diverged', 'UNKNOWN']])
  })

  test.each<[string, Property, Wire, Wire, number]>([
    ['a state', flag, 'ON', 'UNKNOWN', 3000],
    ['a number', shutter, 50, 20, 5000],
  ])(
    'later than that, another value of %s has some seconds to become the wanted one',
    async (_, property, wanted, other, still) => {
      const { clock, give, reports, told } = orderTo(property, null)
      give('r', wanted)
      await clock.pass(1100)
      reports(other)
      await clock.pass(still - 1)
      expect(told()).toEqual([])
      await clock.pass(1)
      expect(told()).toEqual([['r', 'diverged', other]])
    },
  )

  test('the same other value, told again and again, does not put that off', async () => {
    const { clock, give, reports, told } = orderTo(shutter, 0)
    give('r', 50)
    for (const _ of [1, 2, 3]) {
      await clock.pass(2000)
      reports(20)
    }
    await clock.pass(1000)
    expect(told()).toEqual([['r', 'diverged', 20]])
  })

  test('what stood there before is no answer, however often it is told: the device is silent', async () => {
    const { clock, give, reports, told, ends } = orderTo(shutter, 0)
    give('r', 50)
    for (const _ of [1, 2, 3]) {
      await clock.pass(4000)
      reports(0)
    }
    await clock.pass(2999)
    expect(told()).toEqual([])
    await clock.pass(1)
    expect(told()).toEqual([['r', 'silent']])
    expect(ends).toEqual([{ outcome: 'silent' }])
  })

  test('what still moves is waited for, two minutes at most', async () => {
    const { clock, give, reports, told } = orderTo(shutter, 0)
    give('r', 100)
    const begun = clock.now()
    let position = 0
    let ended: unknown[] = []
    while (ended.length === 0 && clock.now() - begun < 300_000) {
      await clock.pass(1000)
      // It comes no nearer, and never rests.
      position = position === 10 ? 20 : 10
      reports(position)
      ended = told()
    }
    expect(ended).toEqual([['r', 'diverged', position === 10 ? 20 : 10]])
    expect(clock.now() - begun).toBe(120_000)
  })

  test('of several orders the newest counts; those before it hear where the device has arrived', () => {
    const { give, reports, told } = orderTo(shutter, 0)
    give('r1', 20)
    give('r2', 60)
    reports(60)
    expect(told()).toEqual([
      ['r1', 'diverged', 60],
      ['r2', 'confirmed'],
    ])
  })

  test('what reports nothing back is done when the driver has it', async () => {
    const { clock, book, give, told, ends } = orderTo(button)
    give('r', 'press')
    book.taken('r', 'd')
    expect(told()).toEqual([['r', 'taken']])
    expect(ends).toEqual([{ outcome: 'taken' }])
    await clock.pass(60_000)
    expect(told()).toEqual([])
  })

  test('what reports is not done when the driver has it', () => {
    const { book, give, told } = orderTo(shutter)
    give('r', 50)
    book.taken('r', 'd')
    expect(told()).toEqual([])
  })
})

describe('what a device takes back', () => {
  test('another value just after the confirming one is told anew when it stays', async () => {
    const { clock, give, reports, told, ends } = orderTo(flag, 'OFF')
    give('r', 'ON')
    reports('ON')
    told()
    await clock.pass(2999)
    reports('OFF')
    await clock.pass(2999)
    expect(told()).toEqual([])
    await clock.pass(1)
    expect(told()).toEqual([['r', 'diverged', 'OFF']])
    // Whoever waited for the end has gone on.
    expect(ends).toEqual([{ outcome: 'confirmed' }])
  })

  test('one that is taken back in turn leaves the order confirmed', async () => {
    const { clock, give, reports, told } = orderTo(flag, 'OFF')
    give('r', 'ON')
    reports('ON')
    reports('OFF')
    await clock.pass(500)
    reports('ON')
    await clock.pass(60_000)
    expect(told()).toEqual([['r', 'confirmed']])
  })

  test('later than that it is a change of its own', async () => {
    const { clock, give, reports, told } = orderTo(flag, 'OFF')
    give('r', 'ON')
    reports('ON')
    await clock.pass(3000)
    expect(reports('OFF')).toBeUndefined()
    await clock.pass(60_000)
    expect(told()).toEqual([['r', 'confirmed']])
  })

  test('by the next order it is none', async () => {
    const { clock, give, reports, told } = orderTo(flag, 'OFF')
    give('r1', 'ON')
    reports('ON')
    give('r2', 'OFF')
    reports('OFF')
    await clock.pass(60_000)
    expect(told()).toEqual([
      ['r1', 'confirmed'],
      ['r2', 'confirmed'],
    ])
  })

  test('a failure that is told late replaces what was believed', () => {
    const { book, give, told } = orderTo(button)
    give('r', 'press')
    book.taken('r', 'd')
    book.failed({ ...at, request: 'r', code: 'NO_ACK', message: 'no answer' })
    expect(told()).toEqual([
      ['r', 'taken'],
      ['r', 'failed'],
    ])
  })
})

describe('orders that fail', () => {
  test('by their request, with code and reason', () => {
    const { book, give, ends, told } = orderTo(shutter)
    give('r1', 20)
    give('r2', 60)
    book.failed({ ...at, request: 'r1', code: 'NO_ACK', message: 'no answer' })
    expect(told()).toEqual([['r1', 'failed']])
    expect(ends).toEqual([{ outcome: 'failed', code: 'NO_ACK', message: 'no answer' }])
  })

  test('where the bridge names only the property, all that are under way there', () => {
    const { book, give, told } = orderTo(shutter)
    give('r1', 20)
    give('r2', 60)
    book.failed({ ...at, property: 'other', code: 'NO_ACK', message: 'no answer' })
    expect(told()).toEqual([])
    book.failed({ ...at, code: 'NO_ACK', message: 'no answer' })
    expect(told()).toEqual([
      ['r1', 'failed'],
      ['r2', 'failed'],
    ])
  })

  test('also when nobody waits for them any more', async () => {
    const { clock, book, give, told } = orderTo(shutter)
    give('r', 20)
    await clock.pass(20_000)
    expect(told()).toEqual([['r', 'silent']])
    book.failed({ ...at, request: 'r', code: 'NO_ACK', message: 'no answer' })
    expect(told()).toEqual([['r', 'failed']])
  })

  test('of a device that is gone', async () => {
    const { clock, book, give, told, ends } = orderTo(shutter)
    give('r', 20)
    book.forget('d')
    expect(ends).toEqual([{ outcome: 'failed', code: 'GONE', message: 'The device is gone' }])
    expect(told()).toEqual([['r', 'failed']])
    await clock.pass(60_000)
    expect(told()).toEqual([])
  })

  test('an order that the driver did not take explains nothing that happens next, and ends without a word', async () => {
    const { clock, book, give, reports, told, ends } = orderTo(flag, 'OFF')
    give('r', 'ON')
    book.withdraw('r', 'd')
    expect(reports('ON')).toBeUndefined()
    await clock.pass(20_000)
    expect(told()).toEqual([])
    expect(ends).toEqual([])
  })

  test('nothing is told of a home that is closed', async () => {
    const { clock, book, give, told } = orderTo(flag)
    give('r', 'ON')
    book.stop()
    await clock.pass(20_000)
    expect(told()).toEqual([])
  })
})
