import { expect, test } from 'vitest'
import { Bucket } from './bucket.ts'

const bucket = (): Bucket => new Bucket({ perSecond: 20, burst: 3 }, 1000)

test('M-08 as many as the burst pass at once, and the next has to wait exactly until there is one again', () => {
  const taking = bucket()
  expect([1, 2, 3, 4].map(() => taking.take(1000))).toEqual([0, 0, 0, 50])
  expect(taking.take(1025)).toBe(25)
  expect(taking.take(1050)).toBe(0)
  expect(taking.take(1050)).toBe(50)
})

test('M-08 what was not used for an hour is not saved beyond the burst', () => {
  const taking = bucket()
  for (const _ of [1, 2, 3]) taking.take(1000)
  expect([1, 2, 3, 4].map(() => taking.take(3_601_000))).toEqual([0, 0, 0, 50])
})

test('M-08 a clock that was set back gives nothing and takes nothing', () => {
  const taking = bucket()
  taking.take(1000)
  expect([1, 2].map(() => taking.take(0))).toEqual([0, 0])
  expect(taking.take(0)).toBe(50)
  expect(taking.take(50)).toBe(0)
})
