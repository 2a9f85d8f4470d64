import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, BAR, BARS, begin, meansOf } from './hour.ts'

const start = 1000 * BAR
const means = (...told: readonly (readonly [number, number | undefined])[]) => {
  const [first, ...later] = told
  const seen = later.reduce(
    (before, [at, value]) => advance(before, at, value),
    begin(...(first ?? [start, 0])),
  )
  return meansOf(seen).map(({ mean }) => mean)
}

describe('the last hour of a meter', () => {
  test('a reading counts for as long as it stood', () => {
    const all = means([start, 100], [start + BAR / 4, 500], [start + BAR, 500])
    expect(all.at(-2)).toBe(400)
    expect(all.at(-1)).toBe(500)
    expect(all.slice(0, -2)).toEqual(Array(BARS - 2).fill(undefined))
  })

  test('what nobody vouched for counts for nothing', () => {
    expect(means([start, 100], [start + BAR / 2, undefined], [start + BAR - 1, 900]).at(-1)).toBe(100)
    expect(means([start, undefined], [start + 3 * BAR, undefined])).toEqual(Array(BARS).fill(undefined))
  })

  test('what is older than an hour is forgotten', () => {
    const all = means([start, 100], [start + BAR, 0], [start + 40 * BAR, 7])
    expect(all.slice(0, -1)).toEqual(Array(BARS - 1).fill(0))
  })

  test('a clock that is set back begins anew', () => {
    expect(
      means([start, 100], [start + BAR, 200], [start - BAR, 300]).filter((one) => one !== undefined),
    ).toEqual([300])
  })

  test('a mean lies between what was reported, and no more is kept than an hour', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * BAR }), fc.integer({ min: -100, max: 4000 })), {
          minLength: 1,
        }),
        (told) => {
          let [at, seen] = [start, begin(start, told[0]?.[1])]
          for (const [after, value] of told) {
            at += after
            seen = advance(seen, at, value)
          }
          expect(seen.bars.size).toBeLessThanOrEqual(BARS)
          const values = told.map(([, value]) => value)
          for (const { mean } of meansOf(seen))
            if (mean !== undefined) {
              expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6)
              expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
            }
        },
      ),
    )
  })
})
