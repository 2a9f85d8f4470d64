import { describe, expect, test } from 'vitest'
import { homeZone } from './zone.ts'

describe('the zone that rules go by', () => {
  test.each([
    ['Europe/Lisbon', 'Europe/Lisbon'],
    ['UTC', 'Europe/Zurich'],
    ['Etc/UTC', 'Europe/Zurich'],
    ['', 'Europe/Zurich'],
  ])('of a machine in %j is %s', (zone, wanted) => expect(homeZone(zone)).toBe(wanted))
})
