import { describe, expect, test } from 'vitest'
import { todayAndBefore } from './today.ts'

const at = (text: string): number => Date.parse(text)
const hours = ({ from, to }: { from: number; to: number }): number => (to - from) / 3_600_000

describe('today, and as much of the day before', () => {
  test('end with the hour that runs, by the clocks of the home', () => {
    const { today, before } = todayAndBefore(at('2026-11-20T12:10:00Z'), 'Europe/Zurich')
    expect(today).toEqual({ from: at('2026-11-19T23:00:00Z'), to: at('2026-11-20T23:00:00Z') })
    expect(before).toEqual({ from: at('2026-11-18T23:00:00Z'), to: at('2026-11-19T13:00:00Z') })
  })

  test('are never of another day: in the last hour all of it is the day before', () => {
    const { today, before } = todayAndBefore(at('2026-11-20T22:40:00Z'), 'Europe/Zurich')
    expect(before).toEqual({ from: at('2026-11-18T23:00:00Z'), to: today.from })
  })

  test('have 23 or 25 hours where clocks change', () => {
    expect(hours(todayAndBefore(at('2026-03-29T12:00:00Z'), 'Europe/Zurich').today)).toBe(23)
    expect(hours(todayAndBefore(at('2026-10-25T12:00:00Z'), 'Europe/Zurich').today)).toBe(25)
    // Of a longer day before no more than it had by then.
    expect(hours(todayAndBefore(at('2026-10-26T22:30:00Z'), 'Europe/Zurich').before)).toBe(25)
    expect(hours(todayAndBefore(at('2026-10-26T11:00:00Z'), 'Europe/Zurich').before)).toBe(12)
  })
})
