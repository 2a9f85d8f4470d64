import { describe, expect, test } from 'vitest'
import { BanList } from './ban-list.ts'

const MINUTE = 60_000
const BAN = 300_000

describe('M-08 too much within a minute', () => {
  const does = (banList: BanList, times: number, now: number, who = 'anna', what = 'denials'): boolean[] =>
    Array.from({ length: times }, () => banList.overdoes(who, what, 3, now))

  test('M-08 so many are borne, and the one more is a ban that lasts exactly so long', () => {
    const banList = new BanList(BAN)
    expect(does(banList, 4, 1000)).toEqual([false, false, false, true])
    expect(banList.bannedUntil('anna', 1000)).toBe(1000 + BAN)
    expect(banList.banned('anna', 1000 + BAN - 1)).toBe(true)
    expect(banList.banned('anna', 1000 + BAN)).toBe(false)
    // It is forgotten, not only over.
    expect(banList.banned('anna', 1000)).toBe(false)
  })

  test('M-08 the minute begins with the first, and the next minute counts from nought', () => {
    const banList = new BanList(BAN)
    does(banList, 1, 0)
    expect(does(banList, 2, MINUTE - 1)).toEqual([false, false])
    expect(does(banList, 4, MINUTE)).toEqual([false, false, false, true])
    const other = new BanList(BAN)
    does(other, 1, 0)
    expect(does(other, 3, MINUTE - 1)).toEqual([false, false, true])
  })

  test('M-08 after a ban the count begins anew', () => {
    const banList = new BanList(BAN)
    does(banList, 4, 0)
    expect(does(banList, 4, 0)).toEqual([false, false, false, true])
  })

  test('M-08 each is counted by himself, and each thing by itself', () => {
    const banList = new BanList(BAN)
    does(banList, 3, 0)
    expect(does(banList, 3, 0, 'beat')).toEqual([false, false, false])
    expect(does(banList, 3, 0, 'anna', 'haste')).toEqual([false, false, false])
    expect(does(banList, 1, 0)).toEqual([true])
    expect([banList.banned('anna', 0), banList.banned('beat', 0)]).toEqual([true, false])
  })

  test('M-08 ten thousand are remembered, the one that was counted longest ago is forgotten first', () => {
    const banList = new BanList(BAN)
    does(banList, 3, 0, 'first')
    does(banList, 3, 0, 'second')
    for (let other = 0; other < 9_998; other++) does(banList, 1, 0, `other ${other}`)
    does(banList, 1, 0, 'one more')
    expect(does(banList, 1, 0, 'second')).toEqual([true])
    expect(does(banList, 1, 0, 'first')).toEqual([false])
  })
})

describe('M-08 pages that open one after another', () => {
  const STEP = MINUTE / 15
  const took = (banList: BanList, times: number, now: number): void => {
    for (let time = 0; time < times; time++) banList.took('anna', 15, now)
  }

  test('M-08 fifteen come at once, the next waits for a fifteenth of a minute, the one after it for two', () => {
    const banList = new BanList(BAN)
    expect(banList.freeAt('anna', 15, 1000)).toBe(1000)
    took(banList, 14, 1000)
    expect(banList.freeAt('anna', 15, 1000)).toBe(1000)
    took(banList, 1, 1000)
    expect(banList.freeAt('anna', 15, 1000)).toBe(1000 + STEP)
    took(banList, 1, 1000)
    expect(banList.freeAt('anna', 15, 1000)).toBe(1000 + 2 * STEP)
    expect(banList.freeAt('beat', 15, 1000)).toBe(1000)
  })

  test('M-08 whoever was away for long may open fifteen again, and no more', () => {
    const banList = new BanList(BAN)
    took(banList, 1, 0)
    took(banList, 15, 10 * MINUTE)
    expect(banList.freeAt('anna', 15, 10 * MINUTE)).toBe(10 * MINUTE + STEP)
  })
})
