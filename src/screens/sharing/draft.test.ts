import { describe, expect, test } from 'vitest'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { draftOf, isSame, lacksDays, limitsOf, toggled } from './draft.ts'

const limits: LinkLimits = {
  ...{ everything: false, rooms: ['kitchen'], devices: ['lamp', 'oven'] },
  hours: [{ days: [0, 1], from: '08:00', until: '18:00' }],
}

describe('what is chosen of a home', () => {
  test('comes back as it was stored', () => {
    expect(limitsOf(draftOf(limits))).toEqual(limits)
    expect(isSame(draftOf(limits), limits)).toBe(true)
    expect(isSame(draftOf(limits), undefined)).toBe(false)
  })

  test('everything at any time is no limit; one of the two is', () => {
    expect(limitsOf(draftOf(undefined))).toBeUndefined()
    expect(limitsOf({ ...draftOf(undefined), when: 'hours' })).toMatchObject({
      ...{ everything: true, rooms: [], devices: [] },
      hours: [{ days: [0, 1, 2, 3, 4], from: '08:00', until: '18:00' }],
    })
    // Nothing chosen gives nothing: it is never taken for everything.
    expect(limitsOf({ ...draftOf(undefined), what: 'part' })).toEqual({
      ...{ everything: false, rooms: [], devices: [], hours: [] },
    })
  })

  test('hours without any day are none', () => {
    const none = { ...draftOf(limits), week: Array(7).fill(null) }
    expect([lacksDays(none), lacksDays(draftOf(limits))]).toEqual([true, false])
    expect(lacksDays({ ...none, when: 'always' })).toBe(false)
  })

  test('a tick is set and taken back', () => {
    const one = toggled(new Set(['a']), 'b')
    expect([...one]).toEqual(['a', 'b'])
    expect([...toggled(one, 'a')]).toEqual(['b'])
  })
})
