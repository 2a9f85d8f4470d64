import { describe, expect, test } from 'vitest'
import { keyOf, type OrderEnded } from './channel/protocol.ts'
import { FakeClock } from './fake-clock.ts'
import { orderLimits } from './limits.ts'
import { Orders, OutcomeUnknown } from './orders.ts'

const key = keyOf('d', 'DimmerService', 'level')

/** Orders to one property; the requests are r1, r2 … */
function page() {
  const clock = new FakeClock()
  const answers: { accept(): void; refuse(message: string): void; lose(): void }[] = []
  const asked: string[] = []
  const woken: string[] = []
  const orders = new Orders({
    clock,
    limits: orderLimits,
    silent: 'The device did not confirm.',
    reason: (code, message) => `${code}: ${message}`,
    ask: (about) => void asked.push(about),
    wake: (changed) => void woken.push(changed),
    send: (_key, _value, { accepted, failed }) =>
      `r${answers.push({
        accept: accepted,
        refuse: (message) => failed(new Error(message)),
        lose: () => failed(new OutcomeUnknown('Nobody knows.')),
      })}`,
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
    reports: () => orders.reported(key),
    ends: (outcome: OrderEnded['outcome'], request = 'r1', more: Partial<OrderEnded> = {}) =>
      orders.ended(key, {
        device_id: 'd',
        service_name: 'DimmerService',
        property_name: 'level',
        request,
        outcome,
        ...more,
      }),
  }
}

describe('truthful controls', () => {
  test('an order is sending, accepted, confirmed, and quiet two seconds later', () => {
    const order = page()
    order.orders.send(key, 50)
    expect(order.phase()).toBe('sending')
    order.answer().accept()
    expect(order.phase()).toBe('accepted')
    order.ends('confirmed')
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(1999)
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(1)
    expect(order.phase()).toBe('reported')
  })

  test('what a device reports is no verdict: the gateway has the word', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.reports()
    expect(order.phase()).toBe('accepted')
  })

  test('a verdict that comes before the answer counts, and the answer changes nothing any more', () => {
    const order = page()
    order.orders.send(key, 50)
    order.ends('confirmed')
    order.answer().accept()
    expect(order.phase()).toBe('confirmed')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
  })

  test('a refused order has failed, with its reason and a way to try again', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().refuse('MAC no ack')
    const delivery = order.orders.delivery(key)
    expect(delivery).toMatchObject({ phase: 'failed', wanted: 50, reason: 'MAC no ack' })
    if (delivery.phase === 'failed') delivery.retry()
    expect(order.phase()).toBe('sending')
  })

  test('one that the device did not take has failed, in the words of its code', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.ends('failed', 'r1', { code: 'NO_ACK', message: 'no answer' })
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'NO_ACK: no answer' })
  })

  test('one of which the device says nothing has failed, and says so', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.ends('silent')
    expect(order.orders.delivery(key)).toMatchObject({
      phase: 'failed',
      reason: 'The device did not confirm.',
    })
  })

  test('another value has diverged, and can be tried again', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.ends('diverged', 'r1', { value: 20 as never })
    const differs = order.orders.delivery(key)
    expect(differs).toMatchObject({ phase: 'diverged', wanted: 50 })
    if (differs.phase === 'diverged') differs.retry()
    expect(order.orders.delivery(key)).toEqual({ phase: 'sending', wanted: 50 })
  })

  test('what is reported after a divergence or a failure takes its place', () => {
    const order = page()
    order.orders.send(key, 50)
    order.ends('diverged')
    order.reports()
    expect(order.phase()).toBe('reported')
    order.orders.send(key, 50)
    order.answer(1).refuse('no')
    order.reports()
    expect(order.phase()).toBe('reported')
  })

  test('a command that the device never reports back has not failed: the gateway has it, then it is quiet', () => {
    const order = page()
    order.orders.send(key, 'identify')
    order.answer().accept()
    order.ends('taken')
    expect(order.phase()).toBe('accepted')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
  })

  test('nothing flips without a word: a device that goes back on it is told, also when all is quiet', () => {
    const order = page()
    order.orders.send(key, 50)
    order.ends('confirmed')
    order.clock.pass(2000)
    expect(order.phase()).toBe('reported')
    order.reports()
    order.ends('diverged')
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'diverged', wanted: 50 })
  })

  test('each change of what is known of an order wakes who looks at it', () => {
    const order = page()
    const woken = () => order.woken.splice(0)
    order.orders.send(key, 50)
    expect(woken()).toEqual([key])
    order.answer().accept()
    expect(woken()).toEqual([key])
    order.ends('confirmed')
    expect(woken()).toEqual([key])
    order.clock.pass(2000)
    expect(woken()).toEqual([key])
  })
})

describe('what comes late, twice or for another order', () => {
  test('a verdict on another request is not one on this', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.ends('failed', 'another')
    expect(order.phase()).toBe('accepted')
  })

  test('the newest order counts; what becomes of the older one is of no interest', () => {
    const order = page()
    order.orders.send(key, 50)
    order.orders.send(key, 60)
    order.answer(0).refuse('late')
    order.ends('confirmed', 'r1')
    expect(order.phase()).toBe('sending')
    order.answer(1).accept()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'accepted', wanted: 60 })
  })

  test('what comes of an order that was put away changes nothing', () => {
    const order = page()
    order.orders.send(key, 50)
    order.orders.dismiss(key)
    order.answer().refuse('too late')
    order.ends('failed')
    expect(order.phase()).toBe('reported')
    order.clock.pass(60_000)
    expect(order.phase()).toBe('reported')
  })

  test('a refusal that comes after the verdict does not take it back, nor does an acceptance after a refusal', () => {
    const order = page()
    order.orders.send(key, 50)
    order.ends('confirmed')
    order.answer().refuse('late')
    expect(order.phase()).toBe('confirmed')
    order.orders.send(key, 60)
    order.answer(1).refuse('no')
    order.answer(1).accept()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'no' })
  })

  test('what has ended, is dismissed or replaced is waited for no more', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    expect(order.clock.timers).toBe(1)
    order.ends('silent')
    expect(order.clock.timers).toBe(0)
    order.orders.send(key, 60)
    order.answer(1).accept()
    order.orders.dismiss(key)
    expect(order.clock.timers).toBe(0)
    order.orders.send(key, 70)
    order.answer(2).accept()
    order.orders.send(key, 80)
    expect(order.clock.timers).toBe(0)
  })
})

// The gateway restarted in the midst of the command, or its verdict was lost with the link.
describe('L-08 an order of which nobody knows what came', () => {
  test('L-08 is not called done: the device is asked, and what it says stands', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().lose()
    expect(order.orders.delivery(key)).toMatchObject({ phase: 'failed', reason: 'Nobody knows.' })
    expect(order.asked).toEqual([key])
    order.reports()
    expect(order.phase()).toBe('reported')
  })

  test('L-08 is no longer unknown when the gateway has said it meanwhile', () => {
    const order = page()
    order.orders.send(key, 50)
    order.ends('confirmed')
    order.answer().lose()
    expect(order.phase()).toBe('confirmed')
    expect(order.asked).toEqual([])
  })

  test('L-08 nothing is heard of it for 20 s: the device is asked', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    order.clock.pass(19_999)
    expect(order.phase()).toBe('accepted')
    order.clock.pass(1)
    expect(order.orders.delivery(key)).toMatchObject({
      phase: 'failed',
      reason: 'The device did not confirm.',
    })
    expect(order.asked).toEqual([key])
    // Late is better than never.
    order.ends('confirmed')
    expect(order.phase()).toBe('confirmed')
  })

  test('a shutter that reports on its way is still moving', () => {
    const order = page()
    order.orders.send(key, 50)
    order.answer().accept()
    for (const _ of [1, 2, 3]) {
      order.clock.pass(19_999)
      order.reports()
    }
    expect(order.phase()).toBe('accepted')
  })
})
