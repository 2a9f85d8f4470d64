import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bandsOf, condensed, lengthOf } from './bands.ts'
import { figuresOf } from './figures.ts'
import { joined, lineOf, numbersOf, partsOf } from './lines.ts'
import { later, placeAt, trackOf, valueAt, within, withValue } from './track.ts'

const tracks = fc
  .uniqueArray(fc.integer({ min: 0, max: 10_000 }), { maxLength: 60 })
  .chain((at) =>
    fc.tuple(
      fc.constant(at.toSorted((a, b) => a - b)),
      fc.array(fc.integer({ min: -50, max: 50 }), { minLength: at.length, maxLength: at.length }),
    ),
  )
  .map(([times, values]) => ({ times, values }))
const ranges = fc
  .tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 5000 }))
  .map(([from, length]) => ({ from, to: from + length }))

/** The slow way: what held at each moment. */
const heldAt = ({ times, values }: { times: number[]; values: number[] }, at: number) =>
  values[times.findLastIndex((one) => one <= at)]

describe('a track', () => {
  test('2.3-170 is made of a map from epoch ms to value, in the order of time', () => {
    expect(trackOf({ 30: 'b', 4: 'a', nonsense: 'x', 100: null })).toEqual({
      times: [4, 30, 100],
      values: ['a', 'b', null],
    })
  })

  test('says what held at any moment', () => {
    fc.assert(
      fc.property(tracks, fc.integer({ min: -10, max: 11_000 }), (track, at) => {
        expect(valueAt(track, at)).toBe(heldAt(track, at))
        expect(placeAt(track.times, at)).toBe(track.times.filter((one) => one <= at).length - 1)
      }),
    )
  })

  test('cut to a range still says so everywhere in it', () => {
    fc.assert(
      fc.property(tracks, ranges, (track, range) => {
        const cut = within(track, range)
        for (const at of [range.from, range.to - 1, (range.from + range.to) >> 1])
          expect(valueAt(cut, at)).toBe(heldAt(track, at))
      }),
    )
  })

  test('takes what comes live once, and nothing that is older than what it has', () => {
    const known = { times: [10], values: [1] }
    expect(withValue(known, 10, 2)).toBe(known)
    expect(withValue(known, 11, 2)).toEqual({ times: [10, 11], values: [1, 2] })
    expect(later(known, 5).times).toEqual([15])
  })
})

describe('bands', () => {
  test('cover what is known of a range once, and nothing after now', () => {
    fc.assert(
      fc.property(tracks, ranges, fc.integer({ min: 0, max: 15_000 }), (track, range, now) => {
        const bands = bandsOf(track, range, now)
        const first = Math.max(range.from, track.times[0] ?? Infinity)
        expect(lengthOf(bands)).toBe(Math.max(0, Math.min(range.to, now) - first))
        for (const [place, { from, to, value }] of bands.entries()) {
          expect(value).toBe(heldAt(track, from))
          expect(value).toBe(heldAt(track, to - 1))
          const next = bands[place + 1]
          if (next) expect([next.from, next.value === value]).toEqual([to, false])
        }
      }),
    )
  })
})

test('however often something changes, few stretches are drawn, and none of them is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 2000 }), (steps) => {
      let at = 0
      const bands = steps.map((length, place) => {
        const from = at + length
        at = from + length
        return { from, to: at, tone: place % 7 === 0 ? 'a' : 'b' }
      })
      const seen = condensed(bands, 50)
      for (const { from, tone } of bands)
        expect(seen.some((one) => one.tone === tone && one.from <= from && one.to > from)).toBe(true)
      const all = condensed(
        bands.map((band) => ({ ...band, tone: 'a' })),
        50,
      )
      expect(all.length).toBeLessThanOrEqual(Math.ceil(at / 50) + 1)
    }),
  )
})

describe('figures', () => {
  test('are those of counting millisecond by millisecond', () => {
    fc.assert(
      fc.property(tracks, ranges, (track, { from, to: end }) => {
        const to = Math.min(end, from + 300)
        const held = Array.from({ length: to - from }, (_, place) => heldAt(track, from + place)).filter(
          (value) => value !== undefined,
        )
        const figures = figuresOf(track, { from, to }, Infinity)
        if (held.length === 0) {
          expect(figures).toBeUndefined()
          return
        }
        expect(figures?.mean).toBeCloseTo(held.reduce((sum, value) => sum + value, 0) / held.length, 6)
        expect(figures?.min.value).toBe(Math.min(...held))
        expect(figures?.max.value).toBe(Math.max(...held))
        expect(figures?.last).toBe(held.at(-1))
      }),
    )
  })

  test('a counter that was reset has gained what it counted, before and after', () => {
    const track = { times: [0, 10, 20, 30], values: [100, 103, 1, 4] }
    expect(figuresOf(track, { from: 0, to: 40 }, 40)?.gained).toBe(6)
  })
})

describe('lines', () => {
  test('2.9-027 2.9-028 are as the screen shows the value: times its factor, and what is no number is unknown', () => {
    const raw = { times: [1, 2, 3, 4, 5, 6], values: ['1.5', 2, true, 'x', 1e308, Number.NaN] }
    expect(numbersOf(raw, { scale: 1000 }).values).toEqual([1500, 2000, 1000, null, null, null])
  })

  test('a value that held for long is level and then rises; within a gap nothing is drawn', () => {
    const track = { times: [0, 1000], values: [20, 30] }
    expect(lineOf(track, { from: 0, to: 2000 }, 1500, [])).toEqual({
      times: [0, 990, 1000, 1500],
      values: [20, 20, 30, 30],
    })
    expect(lineOf(track, { from: 0, to: 2000 }, 2000, [{ from: 500, to: 1200 }])).toEqual({
      times: [0, 500, 2000],
      values: [20, null, 30],
    })
  })

  test('a line goes through each point that was recorded in its range, and no further than now', () => {
    fc.assert(
      fc.property(tracks, ranges, (track, range) => {
        const now = range.from + 2000
        const line = lineOf(track, range, now, [])
        expect(line.times).toEqual(line.times.toSorted((a, b) => a - b))
        for (const [place, at] of track.times.entries())
          if (at >= range.from && at < range.to)
            expect(line.values[line.times.indexOf(at)]).toBe(track.values[place])
      }),
    )
  })

  test('several share one axis of times; where one has no point the others go on', () => {
    expect(
      joined([
        { times: [1, 3], values: [10, null] },
        { times: [2, 3], values: [5, 6] },
      ]),
    ).toEqual([
      [1, 2, 3],
      [10, undefined, null],
      [undefined, 5, 6],
    ])
  })

  test('the rows of a table cover the range', () => {
    expect(partsOf({ from: 0, to: 25 }, 10)).toEqual([
      { from: 0, to: 10 },
      { from: 10, to: 20 },
      { from: 20, to: 25 },
    ])
  })
})
