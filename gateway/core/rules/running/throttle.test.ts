import { expect, test } from 'vitest'
import { TestClock } from '../../../../tests/gateway/test-clock.ts'
import { Throttle } from './throttle.ts'

test('eight runs may set one another off in a row, the ninth is held back for a minute', async () => {
  const clock = new TestClock()
  const throttle = new Throttle(clock)
  expect(throttle.allows('r', 8)).toBe('yes')
  expect(throttle.allows('r', 9)).toBe('begun')
  expect(throttle.until('r')).toBe(clock.now() + 60_000)
  expect(throttle.allows('r', 0)).toBe('held')
  expect(throttle.allows('other', 0)).toBe('yes')
  await clock.pass(59_999)
  expect(throttle.allows('r', 0)).toBe('held')
  await clock.pass(1)
  expect(throttle.until('r')).toBeUndefined()
  expect(throttle.allows('r', 0)).toBe('yes')
})

test('ten runs in ten seconds are automation, the eleventh is not', async () => {
  const clock = new TestClock()
  const throttle = new Throttle(clock)
  for (let run = 0; run < 10; run++) expect(throttle.allows('r', 0)).toBe('yes')
  await clock.pass(9999)
  expect(throttle.allows('r', 0)).toBe('begun')
})

test('a run counts for ten seconds', async () => {
  const clock = new TestClock()
  const throttle = new Throttle(clock)
  for (let run = 0; run < 10; run++) throttle.allows('r', 0)
  await clock.pass(10_000)
  for (let run = 0; run < 10; run++) expect(throttle.allows('r', 0)).toBe('yes')
})

test('a run every second is held back never, two every second soon', async () => {
  const clock = new TestClock()
  const throttle = new Throttle(clock)
  for (let run = 0; run < 30; run++) {
    expect(throttle.allows('r', 0)).toBe('yes')
    await clock.pass(1000)
  }
  // Nine of the last ten seconds still count.
  expect(['yes', 'begun'].map(() => throttle.allows('r', 0))).toEqual(['yes', 'begun'])
})
