import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { brief, clock, decode, encode, leftAfter, options, read, typedTime } from './lazy/value.ts'

const of = (value: Partial<Value>) => {
  const whole: Value = { kind: 'range', access: ['read', 'write'], ...value }
  return options(whole, placedOf('countdownTimer', 'T', 'countdown', whole))
}
const seconds = of({ unit: 's', min: 0, max: 43_200 })
const minutes = of({ unit: 'min', min: 0, max: 240 })

describe('countdown timer', () => {
  // 2.5-053
  test('offers 10 s, 30 s, 1, 5 and 30 minutes where the device names no times', () => {
    expect(seconds.presets).toEqual([10, 30, 60, 300, 1800])
  })

  test('offers no time that the device cannot count', () => {
    expect(minutes.presets).toEqual([60, 300, 1800])
    expect(of({ unit: 's', max: 45 }).presets).toEqual([10, 30])
  })

  test('counts in seconds whatever the wire counts in', () => {
    expect(decode(5, minutes)).toBe(300)
    expect(encode(300, minutes)).toBe(5)
    expect(decode(1500, of({ unit: 'ms', max: 60_000 }))).toBe(2)
  })

  test('a time between two steps becomes the longer one rather than none', () => {
    expect(encode(61, minutes)).toBe(2)
    expect(encode(1, minutes)).toBe(1)
    expect(encode(0, minutes)).toBe(0)
  })

  test('never counts below nothing', () => {
    expect(leftAfter(10, 3.2)).toBe(7)
    expect(leftAfter(10, 30)).toBe(0)
  })

  test.each([
    [5, '0:05'],
    [300, '5:00'],
    [3900, '1:05:00'],
  ])('%i s are %s', (time, text) => {
    expect(clock(time)).toBe(text)
  })

  test('keys say times as briefly as they can', () => {
    const said = [10, 300, 3600, 5400, 3661].map((time) => brief(time, plainWords).replaceAll('\u00a0', ' '))
    expect(said).toEqual(['10 s', '5 min', '1 h', '1 h 30 min', '1 h 1 min 1 s'])
  })

  // 2.5-052
  test.each([
    ['90', 5400],
    ['1:30', 90],
    ['1:05:00', 3900],
    ['1:60', undefined],
    ['1:60:00', undefined],
    ['1:2:3:4', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('typed %s is %s', (text, time) => {
    expect(typedTime(text)).toBe(time)
  })

  test('what is typed is what the clock shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_399 }), (time) => {
        expect(typedTime(clock(time))).toBe(time)
      }),
    )
  })

  test('what goes out is a whole step within the range, and comes back as itself', () => {
    fc.assert(
      fc.property(
        wild,
        fc.constantFrom(seconds, minutes, of({ unit: 's', max: 100, step: 30 })),
        (raw, timer) => {
          const sent = Number(encode(decode(raw, timer), timer))
          const { step = 1, max = 0 } = timer.value
          expect(sent >= 0 && sent <= max && sent % step === 0).toBe(true)
          expect(encode(decode(sent, timer), timer)).toBe(sent)
        },
      ),
    )
  })

  test('nothing throws, and a reading is never long', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        expect(read(decode(raw, seconds), seconds, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
