import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, wallOf } from './zone.ts'

const ZONES = [
  'Europe/Zurich',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

/** What the zone's own clock shows, read for this very moment. */
function shown(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at)
  const of = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

const moment = fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2040, 0) })

test('clocks show what their zone says, in whatever order they are asked', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
      expect(wallOf(at, zone)).toBe(shown(at, zone))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Europe/Zurich', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Zurich', Date.UTC(2026, 9, 25, 1)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  // A day that was left out.
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
])('to the millisecond where %s changes its clocks', (zone, change) => {
  const around = [-21_600_000, -3_600_001, -1001, -1000, -1, 0, 1, 999, 1000, 3_600_000, 21_600_000]
  for (const away of around)
    expect(wallOf(change + away, zone), `${away}`).toBe(
      shown(Math.floor((change + away) / 1000) * 1000, zone),
    )
})

test('what clocks show leads back to its moment, except in the hour that they show twice', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (zone, found) => {
      const at = Math.floor(found / 1000) * 1000
      const back = momentOf(wallOf(at, zone), zone)
      expect(back).toBeLessThanOrEqual(at)
      expect(wallOf(back, zone)).toBe(wallOf(at, zone))
    }),
    { numRuns: 500 },
  )
})
