import { describe, expect, test } from 'vitest'
import { opensAt } from './window.ts'

const at = (iso: string): number => Date.parse(iso)
const told = (window: string, now: string, zone: string): string | undefined => {
  const opens = opensAt(window, at(now), zone)
  return opens === undefined ? undefined : new Date(opens).toISOString()
}

describe('a maintenance window opens by the clocks of each home', () => {
  test.each([
    ['before it', '22:00-05:00', '2026-11-25T20:59:59Z', 'Europe/Zurich', '2026-11-25T21:00:00.000Z'],
    ['in it', '22:00-05:00', '2026-11-25T21:00:00Z', 'Europe/Zurich', undefined],
    ['in it, after midnight', '22:00-05:00', '2026-11-26T03:59:59Z', 'Europe/Zurich', undefined],
    ['after it', '22:00-05:00', '2026-11-26T04:00:00Z', 'Europe/Zurich', '2026-11-26T21:00:00.000Z'],
    ['elsewhere at the same moment', '22:00-05:00', '2026-11-26T04:00:00Z', 'America/New_York', undefined],
    [
      'within a day, after it',
      '02:00-04:00',
      '2026-11-25T12:00:00Z',
      'Asia/Kolkata',
      '2026-11-25T20:30:00.000Z',
    ],
    [
      'a window that the clocks skip opens after the gap',
      '02:30-04:00',
      '2026-03-29T00:30:00Z',
      'Europe/Zurich',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'one that lies in the gap waits for the next day',
      '02:10-02:40',
      '2026-03-29T01:00:00Z',
      'Europe/Zurich',
      '2026-03-30T00:10:00.000Z',
    ],
    [
      'an hour that the clocks show twice',
      '02:30-03:00',
      '2026-10-25T00:00:00Z',
      'Europe/Zurich',
      '2026-10-25T00:30:00.000Z',
    ],
  ])('%s', (_what, window, now, zone, opens) => {
    expect(told(window, now, zone)).toBe(opens)
  })
})
