import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { examples } from './examples.ts'
import { DAYS, daysText, decode, encode, options, read, timeOf, timeText } from './lazy/value.ts'

const [weekly, simple] = examples
if (!weekly || !simple) throw new Error('There are examples')
const week = options(weekly.placed.value, weekly.placed)
const time = options(simple.placed.value, simple.placed)
const set = { active: true, hour: 6, minute: 30, second: 0, days: DAYS.slice(0, 5) }

const shown = fc.record({
  active: fc.boolean(),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
  days: fc.subarray([...DAYS]),
})

describe('time trigger', () => {
  test('has hour, minute, second, a flag per weekday and whether it is active', () => {
    expect(decode(Object.values(weekly.values)[0], week)).toEqual(set)
    expect(encode(set, week)).toEqual(Object.values(weekly.values)[0])
  })

  // 2.5-023
  test('clamps hours to 0 to 23, minutes and seconds to 0 to 59', () => {
    expect(encode({ ...set, hour: 31, minute: -4, second: 99 }, week)).toMatchObject({
      hour: 23,
      minute: 0,
      second: 59,
    })
    expect(decode({ hour: '25', minute: 61 }, week)).toMatchObject({ hour: 23, minute: 59, second: 0 })
  })

  test('sends only fields that the device describes', () => {
    expect(encode(set, time)).toEqual({ hour: 6, minute: 30 })
  })

  test('a device without a switch is always on', () => {
    expect(decode({ hour: 1, minute: 2 }, time)?.active).toBe(true)
  })

  test('tells days that follow each other as one stretch', () => {
    expect(daysText(DAYS, plainWords)).toBe('daily')
    expect(daysText([], plainWords)).toBe('once')
    expect(daysText(['monday', 'tuesday', 'wednesday', 'saturday', 'sunday'], plainWords)).toBe(
      'Mon–Wed, Sat, Sun',
    )
  })

  test('reads as time and days, or as off', () => {
    expect(read(set, week, plainWords).text).toBe('06:30:00 Mon–Fri')
    expect(read({ ...set, active: false }, week, plainWords).text).toBe('off')
    expect(read(undefined, week, plainWords).text).toBe('–')
  })

  test('what a time field gives is what it shows', () => {
    fc.assert(
      fc.property(shown, (one) => {
        expect({ ...one, ...timeOf(timeText(one, week)) }).toEqual(one)
      }),
    )
    expect(timeOf('6:30')).toEqual({ hour: 6, minute: 30, second: 0 })
    expect(timeOf('06.30.15')).toEqual({ hour: 6, minute: 30, second: 15 })
    for (const text of ['soon', '24:00', '6:60', '6:30:60', '6', '']) expect(timeOf(text)).toBeUndefined()
  })

  test('what went out comes back as itself', () => {
    fc.assert(
      fc.property(shown, (one) => {
        expect(decode(encode(one, week), week)).toEqual(one)
      }),
    )
  })

  test('nothing throws whatever comes, and what goes out fits', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        for (const raw of [a, { hour: b ?? null, minute: a ?? null, monday: b ?? null }]) {
          const one = decode(raw, week)
          expect(read(one, week, plainWords).text.length).toBeLessThanOrEqual(120)
          const { hour, minute } = encode(one, week) as { hour: number; minute: number }
          expect(Number.isInteger(hour) && hour >= 0 && hour <= 23).toBe(true)
          expect(Number.isInteger(minute) && minute >= 0 && minute <= 59).toBe(true)
        }
      }),
    )
  })
})
