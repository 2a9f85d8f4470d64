import { describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { FakeClock } from './fake-clock.ts'
import { orderLimits } from './limits.ts'
import { Orders, OutcomeUnknown } from './orders.ts'
import { keyOf } from './protocol.ts'

const key = keyOf('d', 'DimmerService', 'level')

function orderOf(reported: RawValue, reports = true) {
  const clock = new FakeClock()
  let value = reported
  const answers: {
    accept(): void
    refuse(message: string): void
    lose(): void
  }[] = []
  const asked: string[] = []
  const woken: string[] = []
  const orders = new Orders({
    clock,
    limits: orderLimits,
    silent: 'The device did not confirm.',
    ask: (about) => void asked.push(about),
    value: () => value,
    wake: (changed) => void woken.push(changed),
    send: (_key, _value, { accepted, failed }) =>
      void answers.push({
        accept: () => accepted({ request: `r${answers.length}`, reports }),
        refuse: (message) => failed(new Error(message)),
        lose: () => failed(new OutcomeUnknown('Nobody knows.')),
      }),
  })
  return {
    clock,
    orders,
    asked,
    woken,
    phase: () => orders.delivery(key).phase,
    answer: (index = 0) => {
      const answer = answers[index]
      if (!answer) throw new Error('nothing was sent')
      return answer
    },
    reports(next: RawValue) {
      value = next
      orders.reported(key)
    },
  }
}

describe('truthful controls', () => {
  test('an order is sending, accepted, confirmed, and quiet two seconds later', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    expect(order.phase()).toBe('sending')
    order.answer().accept()
    expect(order.phase()).toBe('accepted')
    order.reports(50)
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
  })

  test('a report that comes before the answer confirms', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.reports(50)
    order.answer().accept()
    expect(order.phase()).toBe('confirmed')
  })

  test('a late report of an older order differs: nothing flips without a word', () => {
    const order = orderOf('OFF')
    order.orders.send(key, 'ON')
    order.orders.send(key, 'OFF')
    order.answer(1).accept()
    expect(order.phase()).toBe('confirmed')
    order.reports('ON')
    order.clock.pass(2999)
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(1)
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'diverged', wanted: 'OFF' })
  })

  test('a report between that is taken back leaves the order confirmed, and quiet afterwards', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.reports(50)
    order.reports(10)
    order.clock.pass(500)
    order.reports(50)
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
    order.clock.pass(10_000)
    expect(order.phase()).toBe('reported')
  })

  test('a refused order has failed, with its reason and a way to try again', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().refuse('MAC no ack')
    const delivery = order.orders.delivery(key)
    expect(delivery).toMatchObject({ phase: 'failed', wanted: 50, reason: 'MAC no ack' })
    if (delivery.phase === 'failed') delivery.retry()
    expect(order.phase()).toBe('sending')
  })

  test('a device that the gateway cannot reach fails the accepted order', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.orders.refused(key, 'r1', 'no answer')
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'no answer' })
  })

  test('an accepted order without any report has failed after 15 s', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.clock.pass(15_000)
    expect(order.orders.delivery(key)).toMatchObject({
      phase: 'failed',
      reason: 'The device did not confirm.',
    })
  })

  // 2.9-014
  test('spec 2 §9 another value within 1.1 s is an echo; later, when it stays, the order has diverged', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.reports(10)
    order.clock.pass(1100)
    expect(order.phase()).toBe('accepted')
    order.reports(20)
    order.clock.pass(2999)
    expect(order.phase()).toBe('accepted')
    order.clock.pass(1)
    expect(order.phase()).toBe('diverged')
    const differs = order.orders.delivery(key)
    if (differs.phase === 'diverged') differs.retry()
    expect(order.orders.delivery(key)).toEqual({ phase: 'sending', wanted: 50 })
  })

  test('a report that comes while the order is on its way says nothing about it, however long that takes', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.clock.pass(1200)
    order.reports(20)
    order.clock.pass(60_000)
    expect(order.phase()).toBe('sending')
  })

  test('what is reported after a divergence or a failure takes its place', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.clock.pass(1200)
    order.reports(20)
    order.clock.pass(3000)
    expect(order.phase()).toBe('diverged')
    order.reports(30)
    expect(order.phase()).toBe('reported')
    order.orders.send(key, 50)
    order.answer(1).refuse('no')
    order.reports(31)
    expect(order.phase()).toBe('reported')
  })

  test('what comes of an order that was put away or replaced changes nothing', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.orders.dismiss(key)
    order.answer().refuse('too late')
    expect(order.phase()).toBe('reported')
    order.orders.send(key, 60)
    order.orders.send(key, 70)
    order.answer(1).refuse('of the first')
    expect(order.orders.delivery(key)).toEqual({ phase: 'sending', wanted: 70 })
    order.clock.pass(60_000)
    expect(order.orders.delivery(key)).toEqual({ phase: 'sending', wanted: 70 })
  })

  test('each change of what is known of an order wakes who looks at it', () => {
    const order = orderOf(10)
    const woken = () => order.woken.splice(0)
    order.orders.send(key, 50)
    expect(woken()).toContain(key)
    order.answer().accept()
    expect(woken()).toContain(key)
    order.reports(50)
    expect(woken()).toContain(key)
    order.clock.pass(2000)
    expect(woken()).toEqual([key])
  })

  test('a shutter that reports on its way is still moving', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    for (const position of [20, 30, 40]) {
      order.clock.pass(2000)
      order.reports(position)
      expect(order.phase()).toBe('accepted')
    }
    order.clock.pass(2000)
    order.reports(50)
    expect(order.phase()).toBe('confirmed')
  })

  test('the newest order counts; what becomes of the older one is of no interest', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.orders.send(key, 60)
    order.answer(0).refuse('late')
    expect(order.phase()).toBe('sending')
    order.answer(1).accept()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'accepted', wanted: 60 })
  })

  test('a command that the device never reports back has not failed: the gateway has it, then it is quiet', () => {
    const order = orderOf(null, false)
    order.orders.send(key, 'identify')
    order.answer().accept()
    expect(order.phase()).toBe('accepted')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
  })
})

// The gateway restarted in the middle of the command.
describe('L-08 an order of which nobody knows what came', () => {
  test('L-08 is not called done: the device is asked, and what it says stands', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().lose()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'Nobody knows.' })
    expect(order.asked).toEqual([key])
    order.reports(50)
    expect(order.phase()).toBe('confirmed')
  })

  test('L-08 that did not arrive goes back to what the device says', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().lose()
    order.reports(10)
    expect(order.phase()).toBe('reported')
  })

  test('L-08 that the device has reported meanwhile is no longer unknown', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.reports(50)
    order.answer().lose()
    expect(order.phase()).toBe('confirmed')
    expect(order.asked).toEqual([])
  })
})

describe('what comes late, twice or for another order', () => {
  test('a refusal of another request is not of this one', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.orders.refused(key, 'another', 'no answer')
    expect(order.phase()).toBe('accepted')
    order.orders.refused(key, undefined, 'no answer')
    expect(order.phase()).toBe('failed')
  })

  test('an acceptance that comes after the report changes nothing any more', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.reports(50)
    order.reports(10)
    order.answer().accept()
    expect(order.phase()).toBe('confirmed')
  })

  test('an acceptance that comes after a refusal does not take it back', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.orders.refused(key, undefined, 'no answer')
    order.answer().accept()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'no answer' })
  })

  test('what has failed, or is dismissed, is waited for no more', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    expect(order.clock.timers).toBe(1)
    order.orders.refused(key, undefined, 'no answer')
    expect(order.clock.timers).toBe(0)
    order.orders.send(key, 60)
    order.answer(1).accept()
    expect(order.clock.timers).toBe(1)
    order.orders.dismiss(key)
    expect(order.clock.timers).toBe(0)
    expect(order.phase()).toBe('reported')
  })

  test('a newer order takes the waiting of the older one with it', () => {
    const order = orderOf(10)
    order.orders.send(key, 50)
    order.answer().accept()
    order.orders.send(key, 60)
    expect(order.clock.timers).toBe(0)
  })
})
