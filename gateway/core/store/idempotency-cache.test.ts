import { expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { codes } from '../errors.ts'
import { IdempotencyCache } from './idempotency-cache.ts'
import { WriteBehindStore } from './write-behind-store.ts'

const done = { id: 'r', code: 0, message: 'ok' }

/** The answers of a gateway over a store that outlives it. */
function gateway(clock: TestClock, stored = new Map<string, unknown>()) {
  const store = {
    load: async () => stored,
    put: async (entries: ReadonlyMap<string, unknown>) => {
      for (const [key, value] of entries) stored.set(key, value)
    },
  }
  const answers = new IdempotencyCache(new WriteBehindStore(store, clock, () => {}), clock)
  answers.open(stored)
  return { answers, stored }
}

// L-03 L-08
test.each([
  ['after 59 s', 59_000, true],
  ['after 60 s', 60_000, false],
  ['with a clock set back by 59 s', -59_000, true],
  ['with a clock set back by 60 s', -60_000, false],
])('L-08 a request of before a restart %s is known: %s', async (_when, later, known) => {
  const before = new TestClock()
  const { answers, stored } = gateway(before)
  await answers.once('a', 'x', true, async () => done)
  await before.pass(1000)
  const after = new TestClock(before.now() - 1000 + later)
  let acted = 0
  await gateway(after, stored).answers.once('a', 'x', true, async () => {
    acted++
    return done
  })
  expect(acted).toBe(known ? 0 : 1)
})

test('L-08 a request that the restart fell into is answered as unknown, and does not act', async () => {
  const clock = new TestClock()
  const { answers, stored } = gateway(clock)
  void answers.once('a', 'x', true, () => new Promise(() => {}))
  await clock.pass(0)
  const again = await gateway(clock, stored).answers.once('a', 'x', true, async () => done)
  expect(again.code).toBe(codes.interrupted)
})

test('L-08 what is still kept after a restart is not overwritten by what comes next', async () => {
  const clock = new TestClock()
  const first = gateway(clock)
  for (const key of ['a', 'b', 'c']) await first.answers.once(key, 'x', true, async () => done)
  await clock.pass(1000)
  const second = gateway(clock, first.stored)
  for (const key of ['d', 'e']) await second.answers.once(key, 'x', true, async () => done)
  await clock.pass(1000)
  const third = gateway(clock, first.stored)
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const answer = await third.answers.once(key, 'x', true, async () => ({ ...done, message: 'acted again' }))
    expect(answer, key).toMatchObject({ message: 'ok' })
  }
})

test('L-08 an order whose device had not answered before a restart is answered as unknown, else as it was told', async () => {
  const clock = new TestClock()
  const first = gateway(clock)
  const { promise, resolve } = Promise.withResolvers<void>()
  const order = (key: string) =>
    first.answers.once(key, 'x', true, async (until) => {
      until(promise)
      return done
    })
  expect(await order('a')).toEqual(done)
  const refused = { id: 'r', code: codes.invalid, message: 'no' }
  await first.answers.once('b', 'x', true, async (until) => {
    until(new Promise(() => {}))
    return refused
  })
  await clock.pass(5000)
  const asked = (key: string) =>
    gateway(clock, new Map(first.stored)).answers.once(key, 'x', true, async () => done)
  expect((await asked('a')).code).toBe(codes.interrupted)
  expect(await asked('b')).toEqual(refused)
  // Whoever asks before the restart hears what was told.
  expect(await order('a')).toEqual(done)
  resolve()
  await clock.pass(1000)
  expect(await asked('a')).toEqual(done)
})

test('an answer whose outcome comes late does not take the place of a newer one', async () => {
  const clock = new TestClock()
  const { answers, stored } = gateway(clock)
  const { promise, resolve } = Promise.withResolvers<void>()
  await answers.once('old', 'x', true, async (until) => {
    until(promise)
    return done
  })
  for (let n = 0; n < 512; n++) await answers.once(`new ${n}`, 'x', true, async () => done)
  resolve()
  await clock.pass(1000)
  const again = await gateway(clock, stored).answers.once('new 511', 'x', true, async () => ({
    ...done,
    id: 'again',
  }))
  expect(again).toEqual(done)
})
