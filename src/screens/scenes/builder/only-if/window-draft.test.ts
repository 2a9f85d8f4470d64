import { describe, expect, test } from 'vitest'
import type { TimeWindow, Week } from '#schemas/generated/entities/rule.ts'
import { dateOfText, overMidnight, spanOf, windowDraftOf, windowOf } from './window-draft.ts'

const PRESETS = [900_000, 1_800_000]
const daily: Week = [true, true, true, true, true, true, true]
const never: Week = [false, false, false, false, false, false, false]

describe('a time of the day as it is filled in', () => {
  test.each<[string, TimeWindow]>([
    ['two times', { from: { hour: 22, minute: 0 }, to: { hour: 6, minute: 30 }, repeating: daily }],
    ['whole days', { repeating: [true, false, false, false, false, false, true] }],
    [
      'a while before a moment of the sun, and exactly one',
      {
        from: { sun: { event: 'sunset', offset: -1_800_000 } },
        to: { sun: { event: 'sunrise' } },
        repeating: daily,
      },
    ],
    [
      'a distance that is no preset',
      {
        from: { sun: { event: 'dusk', offset: 4_000_000 } },
        to: { hour: 23, minute: 0 },
        repeating: daily,
      },
    ],
  ])('%s come back as they were', (_, window) => {
    expect(windowOf(windowDraftOf(window, PRESETS))).toEqual(window)
  })

  test('begins as the night', () => {
    expect(windowOf(windowDraftOf(undefined, PRESETS))).toEqual({
      from: { hour: 22, minute: 0 },
      to: { hour: 6, minute: 0 },
      repeating: daily,
    })
  })

  test('says what is wrong with it', () => {
    const draft = windowDraftOf(undefined, PRESETS)
    const empty = { hour: undefined, minute: undefined, second: undefined }
    expect(windowOf({ ...draft, from: { ...draft.from, clock: empty } })).toEqual({ faults: ['from'] })
    expect(windowOf({ ...draft, to: draft.from })).toEqual({ faults: ['same'] })
    expect(windowOf({ ...draft, days: never })).toEqual({ faults: ['days'] })
    const far = { chosen: 'custom' as const, clock: { hour: 12, minute: 0, second: 1 } }
    expect(windowOf({ ...draft, to: { ...draft.to, by: 'sunrise', way: 'after', distance: far } })).toEqual({
      faults: ['to'],
    })
  })

  test('ends on the next day where its end comes first on the clock', () => {
    expect(overMidnight({ hour: 22, minute: 0 }, { hour: 6, minute: 0 })).toBe(true)
    expect(overMidnight({ hour: 6, minute: 0 }, { hour: 22, minute: 0 })).toBe(false)
    expect(overMidnight({ sun: { event: 'sunset' } }, { hour: 6, minute: 0 })).toBe(false)
  })
})

describe('days between two dates', () => {
  test('are days that there are', () => {
    expect(spanOf({ month: 12, day: 1 }, { month: 1, day: 6 })).toEqual({
      from: { month: 12, day: 1 },
      to: { month: 1, day: 6 },
    })
    expect(spanOf({ month: 2, day: 30 }, { month: 3, day: 0 })).toEqual({ faults: ['from', 'to'] })
    expect(spanOf({ month: 2, day: 29 }, undefined)).toEqual({ faults: ['to'] })
  })

  test('of a year are in their order', () => {
    const [first, last] = [dateOfText('2026-07-11'), dateOfText('2026-07-25')]
    expect(spanOf(first, last)).toEqual({ from: first, to: last })
    expect(spanOf(last, first)).toEqual({ faults: ['order'] })
    expect(dateOfText('11.7.2026')).toBeUndefined()
  })
})
