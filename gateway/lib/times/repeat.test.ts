import { describe, expect, test } from 'vitest'
import { isDaily, isRepeat, nextOf } from './repeat.ts'

const ZURICH = 'Europe/Zurich'
/** The next times, as ISO 8601. */
function coming(text: string, from: string, count: number, zone = ZURICH): string[] {
  expect(isRepeat(text)).toBe(true)
  const found: string[] = []
  let at: number | undefined = Date.parse(from)
  while (found.length < count) {
    at = nextOf(text, at, zone)
    if (at === undefined) break
    found.push(new Date(at).toISOString())
  }
  return found
}

describe('3.3-082 a cron-like string', () => {
  test.each([
    ['every day', '30 9 * * *', ['2026-03-28T08:30', '2026-03-29T07:30']],
    ['on Mondays, over the change of the clocks', '0 9 * * 1', ['2026-03-30T07:00', '2026-04-06T07:00']],
    ['on Sundays, by either number', '0 9 * * 0,7', ['2026-03-29T07:00', '2026-04-05T07:00']],
    ['on the 31st, where there is one', '0 0 31 * *', ['2026-03-30T22:00', '2026-05-30T22:00']],
    ['on a leap day', '0 12 29 2 *', ['2028-02-29T11:00', '2032-02-29T11:00']],
    ['on the 1st and on Fridays', '0 9 1 * 5', ['2026-04-01T07:00', '2026-04-03T07:00']],
    ['from Monday to Friday', '0 9 * * 1-5', ['2026-03-30T07:00', '2026-03-31T07:00']],
    ['every twelve hours', '15 */12 * * *', ['2026-03-28T11:15', '2026-03-28T23:15']],
    ['from 5 past on, every 50 minutes', '5-59/50 9 * * *', ['2026-03-28T08:05', '2026-03-28T08:55']],
    ['at a time that the clocks leave out', '30 2 29 3 *', ['2026-03-29T01:00', '2027-03-29T00:30']],
  ])('comes %s', (_when, text, times) => {
    const full = times.map((time) => `${time}:00.000Z`)
    expect(coming(text, '2026-03-28T00:00:00Z', times.length)).toEqual(full)
  })

  test('comes by the clocks of its zone, and never at the moment that it is asked about', () => {
    expect(coming('0 9 * * *', '2026-01-01T09:00:00Z', 1, 'UTC')).toEqual(['2026-01-02T09:00:00.000Z'])
    expect(coming('0 9 * * *', '2026-01-01T08:59:59Z', 1, 'UTC')).toEqual(['2026-01-01T09:00:00.000Z'])
  })

  test('of a day that there is never does not come', () => {
    expect(coming('0 9 31 2 *', '2026-01-01T00:00:00Z', 1)).toEqual([])
  })

  test.each([
    '',
    '0 9 * *',
    '0 9 * * * *',
    '60 9 * * *',
    '0 24 * * *',
    '0 9 0 * *',
    '0 9 * 13 *',
    '0 9 * * 8',
  ])('is not %j', (text) => expect(isRepeat(text)).toBe(false))
  test.each([
    '0 9 5-3 * *',
    '*/0 9 * * *',
    'a 9 * * *',
    '0  9 * * *',
    '0 9 * * MON',
    '@daily',
    '0 9 L * *',
    '5/50 9 * * *',
  ])('is not %j either', (text) => expect(isRepeat(text)).toBe(false))

  test.each([
    ['30 9 * * *', true],
    ['0 9 1 * 5', true],
    ['0,30 9 * * *', false],
    ['0 */12 * * *', false],
    ['* 9 * * *', false],
  ])('%s comes once on a day: %s', (text, daily) => expect(isDaily(text)).toBe(daily))
})
