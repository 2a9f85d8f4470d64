import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import rules from '#catalogue/rules/energy.json' with { type: 'json' }
import { amounts, counted, flowedAt, integrated, ordered, type Readings } from './flow.ts'

const HOUR = 3_600_000
const T0 = Date.parse('2026-11-01T00:00:00Z')

/** Steps of minutes with how much was drawn in each, never faster than a home can. */
const draws = fc.array(
  fc.record({ minutes: fc.integer({ min: 1, max: 110 }), kw: fc.double({ min: 0, max: 40, noNaN: true }) }),
  { minLength: 1, maxLength: 60 },
)
type Draws = { minutes: number; kw: number }[]

function counterOf(all: Draws, start = 0): Readings {
  const [times, values] = [[T0], [start]]
  for (const { minutes, kw } of all) {
    times.push((times.at(-1) ?? T0) + minutes * 60_000)
    values.push((values.at(-1) ?? 0) + (kw * minutes) / 60)
  }
  return { times, values }
}
const sumOf = (all: Draws): number => all.reduce((sum, { minutes, kw }) => sum + (kw * minutes) / 60, 0)
const totalOf = ({ totals }: { totals: readonly number[] }): number => totals.at(-1) ?? 0
const close = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThan(1e-6 * Math.max(1, Math.abs(b)))
const at = (place: number, of: readonly unknown[]): number => place % Math.max(1, of.length)

describe('a counter in kWh', () => {
  test('1 counts what was drawn, wherever it began', () => {
    fc.assert(
      fc.property(draws, fc.double({ min: 0, max: 1e6, noNaN: true }), (all, start) => {
        close(totalOf(counted(counterOf(all, start), rules)), sumOf(all))
      }),
    )
  })

  test('2 never falls', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1e9), fc.double())), (all) => {
        const { totals } = counted(
          { times: all.map(([time]) => T0 + time), values: all.map(([, v]) => v) },
          rules,
        )
        for (const [place, total] of totals.entries())
          expect(total).toBeGreaterThanOrEqual(totals[place - 1] ?? 0)
      }),
    )
  })

  test('3 that begins anew at nothing loses nothing that it shows afterwards', () => {
    fc.assert(
      fc.property(draws, draws, (before, after) => {
        const first = counterOf(before, 1000)
        const second = counterOf(after)
        const shift = (first.times.at(-1) ?? T0) - T0 + HOUR
        const flow = counted(
          {
            times: [...first.times, ...second.times.map((time) => time + shift)],
            values: [...first.values, ...second.values],
          },
          rules,
        )
        close(totalOf(flow), sumOf(before) + sumOf(after))
        expect(flow.doubts.some(({ why }) => why === 'replaced')).toBe(true)
      }),
    )
  })

  test('4 that is replaced by one with a higher stand adds nothing of that stand', () => {
    fc.assert(
      fc.property(draws, draws, fc.integer({ min: 10_000, max: 1e6 }), (before, after, stand) => {
        const first = counterOf(before)
        const second = counterOf(after, (first.values.at(-1) ?? 0) + stand)
        const shift = (first.times.at(-1) ?? T0) - T0 + HOUR
        const flow = counted(
          {
            times: [...first.times, ...second.times.map((time) => time + shift)],
            values: [...first.values, ...second.values],
          },
          rules,
        )
        close(totalOf(flow), sumOf(before) + sumOf(after))
      }),
    )
  })

  test('5 that trembles backwards has not begun anew', () => {
    fc.assert(
      fc.property(
        draws,
        fc.array(fc.double({ min: 0, max: 0.049, noNaN: true }), { maxLength: 60 }),
        (all, jitter) => {
          const { times, values } = counterOf(all, 500)
          const trembling = values.map(
            (value, place) => value - (place === values.length - 1 ? 0 : (jitter[place] ?? 0)),
          )
          const flow = counted({ times, values: trembling }, rules)
          // What trembles at the very first stand is all that may be counted too much.
          expect(totalOf(flow)).toBeLessThanOrEqual(sumOf(all) + 0.05 + 1e-6)
          expect(totalOf(flow)).toBeGreaterThanOrEqual(sumOf(all) - 1e-6)
        },
      ),
    )
  })

  test('6 does not mind in which order its readings arrive', () => {
    fc.assert(
      fc.property(draws, fc.infiniteStream(fc.nat()), (all, dice) => {
        const { times, values } = counterOf(all)
        const shuffled = times
          .map((time, place) => ({ time, value: values[place] ?? 0, key: dice.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
        const late = { times: shuffled.map(({ time }) => time), values: shuffled.map(({ value }) => value) }
        expect(counted(late, rules)).toEqual(counted({ times, values }, rules))
      }),
    )
  })

  test('7 told twice is counted once', () => {
    fc.assert(
      fc.property(draws, (all) => {
        const { times, values } = counterOf(all)
        const twice = { times: [...times, ...times], values: [...values, ...values] }
        expect(counted(twice, rules)).toEqual(counted({ times, values }, rules))
      }),
    )
  })

  test('8 says nothing by what is no number', () => {
    fc.assert(
      fc.property(draws, fc.nat(), (all, where) => {
        const { times, values } = counterOf(all)
        const place = at(where, times)
        const broken = {
          times: times.toSpliced(place, 0, (times[place] ?? T0) + 1),
          values: values.toSpliced(place, 0, Number.NaN),
        }
        expect(counted(broken, rules)).toEqual(counted({ times, values }, rules))
      }),
    )
  })

  test('9 of which single readings were lost counts the same in all', () => {
    fc.assert(
      fc.property(draws, fc.nat(), (all, where) => {
        const { times, values } = counterOf(all)
        const place = 1 + at(where, times.slice(2))
        if (times.length < 3) return
        close(
          totalOf(counted({ times: times.toSpliced(place, 1), values: values.toSpliced(place, 1) }, rules)),
          totalOf(counted({ times, values }, rules)),
        )
      }),
    )
  })

  test('10 that was silent for long is said to be estimated there, and nowhere else', () => {
    fc.assert(
      fc.property(draws, fc.integer({ min: 25, max: 90 }), (all, hours) => {
        const { times, values } = counterOf(all)
        const [last = T0, stand = 0] = [times.at(-1), values.at(-1)]
        const flow = counted(
          { times: [...times, last + hours * HOUR], values: [...values, stand + 1] },
          rules,
        )
        expect(flow.doubts).toEqual([{ from: last, to: last + hours * HOUR, why: 'estimated' }])
      }),
    )
  })

  test('11 that jumps to nonsense and back adds nothing for it', () => {
    fc.assert(
      fc.property(draws, fc.nat(), (all, where) => {
        const { times, values } = counterOf(all, 100)
        const place = 1 + at(where, times.slice(1))
        const spike = {
          times: times.toSpliced(place, 0, (times[place - 1] ?? T0) + 1000),
          values: values.toSpliced(place, 0, 1e300),
        }
        const flow = counted(spike, rules)
        expect(Number.isFinite(totalOf(flow))).toBe(true)
        expect(totalOf(flow)).toBeLessThanOrEqual(sumOf(all) + rules.mostKw * 2)
      }),
    )
  })
})

describe('a counter that misbehaves', () => {
  const falls = fc.array(fc.double({ min: 0, max: 0.45, noNaN: true }), { minLength: 1, maxLength: 40 })

  test('21 and runs backwards has used nothing meanwhile, and counts on from where it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 100, max: 1e6, noNaN: true }), falls, draws, (start, all, after) => {
        const times = [T0]
        const values = [start]
        for (const share of all) {
          times.push((times.at(-1) ?? T0) + HOUR)
          values.push((values.at(-1) ?? 0) * (1 - share))
        }
        expect(totalOf(counted({ times, values }, rules))).toBe(0)
        const reached = values.at(-1) ?? 0
        const next = counterOf(after, reached)
        const shift = (times.at(-1) ?? T0) - T0 + HOUR
        const flow = counted(
          {
            times: [...times, ...next.times.map((time) => time + shift)],
            values: [...values, ...next.values],
          },
          rules,
        )
        // What only trembled is made up for before anything counts again.
        expect(totalOf(flow)).toBeLessThanOrEqual(sumOf(after) + 1e-6 * Math.max(1, reached))
        expect(totalOf(flow)).toBeGreaterThanOrEqual(
          sumOf(after) - rules.jitterKwh - 1e-6 * Math.max(1, reached),
        )
      }),
    )
  })

  test('22 and begins anew again and again loses nothing that it shows', () => {
    fc.assert(
      fc.property(fc.array(draws, { minLength: 1, maxLength: 6 }), (lives) => {
        const times: number[] = []
        const values: number[] = []
        for (const life of lives) {
          // Before it is reset it has shown more than twice what it shows next.
          const shown = counterOf(life)
          const shift = (times.at(-1) ?? T0 - HOUR) - T0 + HOUR
          times.push(...shown.times.map((time) => time + shift))
          values.push(...shown.values)
        }
        const flow = counted({ times, values }, rules)
        const all = lives.reduce((sum, life) => sum + sumOf(life), 0)
        // A life so short that its end looks like trembling hides as much as that.
        expect(totalOf(flow)).toBeLessThanOrEqual(all + 1e-6 * Math.max(1, all))
        expect(totalOf(flow)).toBeGreaterThanOrEqual(all - lives.length * rules.jitterKwh - 1e-6 * all)
      }),
    )
  })

  test('23 and whose readings come late, in parts, ends with the same as one that told them at once', () => {
    fc.assert(
      fc.property(draws, fc.infiniteStream(fc.boolean()), (all, late) => {
        const { times, values } = counterOf(all, 7)
        const isLate = times.map(() => late.next().value === true)
        const pick = (those: boolean) => times.flatMap((_, place) => (isLate[place] === those ? [place] : []))
        const order = [...pick(false), ...pick(true)]
        const told = {
          times: order.map((place) => times[place] ?? 0),
          values: order.map((place) => values[place] ?? 0),
        }
        expect(counted(told, rules)).toEqual(counted({ times, values }, rules))
      }),
    )
  })
})

describe('a power', () => {
  test('12 makes what it was times how long it was', () => {
    fc.assert(
      fc.property(draws, (all) => {
        const { times } = counterOf(all)
        const flow = integrated(
          { times: times.slice(0, -1), values: all.map(({ kw }) => kw) },
          times.at(-1) ?? T0,
          rules,
        )
        close(totalOf(flow), sumOf(all))
      }),
    )
  })

  test('13 that flows back makes nothing', () => {
    fc.assert(
      fc.property(draws, (all) => {
        const { times } = counterOf(all)
        const flow = integrated(
          { times: times.slice(0, -1), values: all.map(({ kw }) => -kw) },
          times.at(-1) ?? T0,
          rules,
        )
        expect(totalOf(flow)).toBe(0)
      }),
    )
  })

  test('14 that nobody reports any more is not known after a day', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 10, noNaN: true }),
        fc.integer({ min: 25, max: 400 }),
        (kw, hours) => {
          const flow = integrated({ times: [T0], values: [kw] }, T0 + hours * HOUR, rules)
          close(totalOf(flow), kw * 24)
          expect(flow.doubts).toEqual([{ from: T0 + 24 * HOUR, to: T0 + hours * HOUR, why: 'unknown' }])
        },
      ),
    )
  })

  test('15 beyond what a home can draw is no more than that', () => {
    const flow = integrated({ times: [T0], values: [1e300] }, T0 + HOUR, rules)
    close(totalOf(flow), rules.mostKw)
  })

  test('16 and a counter of the same agree', () => {
    fc.assert(
      fc.property(draws, (all) => {
        const counter = counterOf(all)
        const power = { times: counter.times.slice(0, -1), values: all.map(({ kw }) => kw) }
        close(totalOf(integrated(power, counter.times.at(-1) ?? T0, rules)), totalOf(counted(counter, rules)))
      }),
    )
  })
})

describe('what flowed in steps', () => {
  const flows = draws.map((all) => counted(counterOf(all), rules))
  const moments = fc.array(fc.integer({ min: -5 * HOUR, max: 200 * HOUR }), { minLength: 2, maxLength: 40 })

  test('17 is in all what flowed from the first to the last', () => {
    fc.assert(
      fc.property(flows, moments, (flow, offsets) => {
        const bounds = offsets.map((offset) => T0 + offset).toSorted((a, b) => a - b)
        const sum = amounts(flow, bounds).reduce((all, one) => all + one, 0)
        close(sum, flowedAt(flow, bounds.at(-1) ?? T0) - flowedAt(flow, bounds[0] ?? T0))
      }),
    )
  })

  test('18 is never less than nothing, and the same however finely it is cut', () => {
    fc.assert(
      fc.property(flows, moments, (flow, offsets) => {
        const bounds = offsets.map((offset) => T0 + offset).toSorted((a, b) => a - b)
        for (const amount of amounts(flow, bounds)) expect(amount).toBeGreaterThanOrEqual(-1e-9)
        const ends = [bounds[0] ?? T0, bounds.at(-1) ?? T0]
        close(
          amounts(flow, bounds).reduce((all, one) => all + one, 0),
          amounts(flow, ends)[0] ?? 0,
        )
      }),
    )
  })

  test('19 is nothing before the first reading and after the last', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const last = flow.times.at(-1) ?? T0
        expect(
          amounts(flow, [T0 - 5 * HOUR, T0, last, last + 5 * HOUR]).filter((_, place) => place !== 1),
        ).toEqual([0, 0])
      }),
    )
  })

  test('20 readings are in order, one a moment', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.double())), (all) => {
        const { times } = ordered({ times: all.map(([time]) => time), values: all.map(([, value]) => value) })
        expect([...new Set(times)].toSorted((a, b) => a - b)).toEqual([...times])
      }),
    )
  })
})
