import { describe, expect, test } from 'vitest'
import { Conduct } from './conduct.ts'

const MINUTE = 60_000
const BAN = 300_000

describe('M-08 too much within a minute', () => {
  const does = (conduct: Conduct, times: number, now: number, who = 'anna', what = 'denials'): boolean[] =>
    Array.from({ length: times }, () => conduct.overdoes(who, what, 3, now))

  test('M-08 so many are borne, and the one more is a ban that lasts exactly so long', () => {
    const conduct = new Conduct(BAN)
    expect(does(conduct, 4, 1000)).toEqual([false, false, false, true])
    expect(conduct.bannedUntil('anna', 1000)).toBe(1000 + BAN)
    expect(conduct.banned('anna', 1000 + BAN - 1)).toBe(true)
    expect(conduct.banned('anna', 1000 + BAN)).toBe(false)
    // It is forgotten, not only over.
    expect(conduct.banned('anna', 1000)).toBe(false)
  })

  test('M-08 the minute begins with the first, and the next minute counts from nought', () => {
    const conduct = new Conduct(BAN)
    does(conduct, 1, 0)
    expect(does(conduct, 2, MINUTE - 1)).toEqual([false, false])
    expect(does(conduct, 4, MINUTE)).toEqual([false, false, false, true])
    const other = new Conduct(BAN)
    does(other, 1, 0)
    expect(does(other, 3, MINUTE - 1)).toEqual([false, false, true])
  })

  test('M-08 after a ban the count begins anew', () => {
    const conduct = new Conduct(BAN)
    does(conduct, 4, 0)
    expect(does(conduct, 4, 0)).toEqual([false, false, false, true])
  })

  test('M-08 each is counted by himself, and each thing by itself', () => {
    const conduct = new Conduct(BAN)
    does(conduct, 3, 0)
    expect(does(conduct, 3, 0, 'beat')).toEqual([false, false, false])
    expect(does(conduct, 3, 0, 'anna', 'haste')).toEqual([false, false, false])
    expect(does(conduct, 1, 0)).toEqual([true])
    expect([conduct.banned('anna', 0), conduct.banned('beat', 0)]).toEqual([true, false])
  })

  test('M-08 ten thousand are remembered, the one that was counted longest ago is forgotten first', () => {
    const conduct = new Conduct(BAN)
    does(conduct, 3, 0, 'first')
    does(conduct, 3, 0, 'second')
    for (let other = 0; other < 9_998; other++) does(conduct, 1, 0, `other ${other}`)
    does(conduct, 1, 0, 'one more')
    expect(does(conduct, 1, 0, 'second')).toEqual([true])
    expect(does(conduct, 1, 0, 'first')).toEqual([false])
  })
})

describe('M-08 pages that open one after another', () => {
  const STEP = MINUTE / 15
  const took = (conduct: Conduct, times: number, now: number): void => {
    for (let time = 0; time < times; time++) conduct.took('anna', 15, now)
  }

  test('M-08 fifteen come at once, the next waits for a fifteenth of a minute, the one after it for two', () => {
    const conduct = new Conduct(BAN)
    expect(conduct.freeAt('anna', 15, 1000)).toBe(1000)
    took(conduct, 14, 1000)
    expect(conduct.freeAt('anna', 15, 1000)).toBe(1000)
    took(conduct, 1, 1000)
    expect(conduct.freeAt('anna', 15, 1000)).toBe(1000 + STEP)
    took(conduct, 1, 1000)
    expect(conduct.freeAt('anna', 15, 1000)).toBe(1000 + 2 * STEP)
    expect(conduct.freeAt('beat', 15, 1000)).toBe(1000)
  })

  test('M-08 whoever was away for long may open fifteen again, and no more', () => {
    const conduct = new Conduct(BAN)
    took(conduct, 1, 0)
    took(conduct, 15, 10 * MINUTE)
    expect(conduct.freeAt('anna', 15, 10 * MINUTE)).toBe(10 * MINUTE + STEP)
  })
})
