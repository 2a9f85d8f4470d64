import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import rules from '#catalogue/rules/energy.json' with { type: 'json' }
import { energyOf, type Meter } from './energy.ts'
import { amounts, counted, type Flow, flowedAt, type Readings } from './flow.ts'
import { ownFlows, stayed } from './own-use.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Zurich'
const T0 = Date.parse('2026-11-01T00:00:00+01:00')
const HOURS = 48
const SPAN = { from: T0, to: T0 + HOURS * HOUR }

/** What was produced and used in each hour of two days, kWh. */
const homes = fc
  .array(
    fc.record({
      produced: fc.double({ min: 0, max: 8, noNaN: true }),
      used: fc.double({ min: 0, max: 8, noNaN: true }),
    }),
    { minLength: HOURS, maxLength: HOURS },
  )
  .map((hours) =>
    hours.map((hour) => ({
      ...hour,
      fedIn: Math.max(0, hour.produced - hour.used),
      drawn: Math.max(0, hour.used - hour.produced),
      own: Math.min(hour.produced, hour.used),
    })),
  )
type Hour = { produced: number; used: number; fedIn: number; drawn: number; own: number }

/** A counter that tells itself at some of the full hours, and as it was, only this much later. */
const readingsOf = (
  hours: readonly Hour[],
  what: keyof Hour,
  tells: (place: number) => boolean = () => true,
  late = 0,
): Readings => {
  const [times, values] = [[T0], [0]]
  let sum = 0
  for (const [place, hour] of hours.entries()) {
    sum += hour[what]
    if (!tells(place) && place < hours.length - 1) continue
    times.push(T0 + (place + 1) * HOUR + (place < hours.length - 1 ? late : 0))
    values.push(sum)
  }
  return { times, values }
}
const flowOf = (...all: Parameters<typeof readingsOf>): Flow => counted(readingsOf(...all), rules)
const totalOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
const sumOf = (hours: readonly Hour[], what: keyof Hour): number => totalOf(hours.map((hour) => hour[what]))
const hourly = Array.from({ length: HOURS + 1 }, (_, place) => T0 + place * HOUR)
const daily = [T0, T0 + 24 * HOUR, T0 + 48 * HOUR]
const DUST = 1e-6

describe('what a home used of its own', () => {
  test('1 is what it produced and did not feed in, hour by hour, while its counters speak together', () => {
    fc.assert(
      fc.property(homes, (hours) => {
        const own = stayed([flowOf(hours, 'produced')], [flowOf(hours, 'fedIn')], SPAN)
        for (const [place, amount] of amounts(own, hourly).entries())
          expect(amount).toBeCloseTo(hours[place]?.own ?? 0, 6)
      }),
    )
  })

  const uneven = fc.tuple(homes, fc.infiniteStream(fc.boolean()), fc.integer({ min: 0, max: HOUR / 2 }))

  test('2 is in no step less than nothing nor more than was produced, however unevenly the counters speak', () => {
    fc.assert(
      fc.property(uneven, ([hours, dice, late]) => {
        const produced = flowOf(hours, 'produced')
        const fedIn = flowOf(hours, 'fedIn', () => dice.next().value === true, late)
        const own = stayed([produced], [fedIn], SPAN)
        for (const bounds of [hourly, daily]) {
          const came = amounts(produced, bounds)
          for (const [place, amount] of amounts(own, bounds).entries()) {
            expect(amount).toBeGreaterThanOrEqual(-DUST)
            expect(amount).toBeLessThanOrEqual((came[place] ?? 0) + DUST)
          }
        }
      }),
    )
  })

  test('3 is in all exactly what was produced less what was fed in, and hours add up to days', () => {
    fc.assert(
      fc.property(uneven, ([hours, dice, late]) => {
        const fedIn = flowOf(hours, 'fedIn', () => dice.next().value === true, late)
        const own = stayed([flowOf(hours, 'produced')], [fedIn], SPAN)
        expect(totalOf(amounts(own, hourly))).toBeCloseTo(sumOf(hours, 'own'), 5)
        expect(totalOf(amounts(own, daily))).toBeCloseTo(totalOf(amounts(own, hourly)), 6)
      }),
    )
  })

  test('4 is nothing where all was fed in, and all where nothing was', () => {
    fc.assert(
      fc.property(homes, (hours) => {
        const produced = flowOf(hours, 'produced')
        expect(totalOf(amounts(stayed([produced], [produced], SPAN), hourly))).toBeCloseTo(0, 6)
        expect(totalOf(amounts(stayed([produced], [], SPAN), hourly))).toBeCloseTo(
          sumOf(hours, 'produced'),
          6,
        )
      }),
    )
  })

  test('5 never is less than nothing, even where more was fed in than ever was produced', () => {
    fc.assert(
      fc.property(homes, homes, (hours, others) => {
        const [produced, fedIn] = [flowOf(hours, 'produced'), flowOf(others, 'produced')]
        const own = amounts(stayed([produced], [fedIn], SPAN), hourly)
        for (const amount of own) expect(amount).toBeGreaterThanOrEqual(-DUST)
        expect(totalOf(own)).toBeCloseTo(Math.max(0, sumOf(hours, 'produced') - sumOf(others, 'produced')), 5)
      }),
    )
  })

  test('6 counts on when one of the counters begins anew', () => {
    fc.assert(
      fc.property(homes, fc.integer({ min: 1, max: HOURS - 2 }), (hours, where) => {
        const { times, values } = readingsOf(hours, 'fedIn')
        const before = values[where] ?? 0
        // One that hardly moved yet can't be told from one that trembles.
        fc.pre(before > 1 && (values[where + 1] ?? 0) - before < before / 2)
        const anew = { times, values: values.map((value, place) => (place > where ? value - before : value)) }
        const own = stayed([flowOf(hours, 'produced')], [counted(anew, rules)], SPAN)
        expect(totalOf(amounts(own, hourly))).toBeCloseTo(sumOf(hours, 'own'), 5)
      }),
    )
  })

  test('7 does not mind in which order readings arrive', () => {
    fc.assert(
      fc.property(homes, fc.infiniteStream(fc.nat()), (hours, dice) => {
        const { times, values } = readingsOf(hours, 'fedIn')
        const order = times
          .map((time, place) => ({ time, value: values[place] ?? 0, key: dice.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
        const late = counted(
          { times: order.map(({ time }) => time), values: order.map(({ value }) => value) },
          rules,
        )
        const produced = flowOf(hours, 'produced')
        expect(stayed([produced], [late], SPAN)).toEqual(stayed([produced], [flowOf(hours, 'fedIn')], SPAN))
      }),
    )
  })

  test('8 is told from the moment on at which all of them counted', () => {
    fc.assert(
      fc.property(homes, fc.integer({ min: 1, max: HOURS - 2 }), (hours, first) => {
        const { times, values } = readingsOf(hours, 'fedIn')
        const later = counted({ times: times.slice(first), values: values.slice(first) }, rules)
        const found = ownFlows(
          { produced: [flowOf(hours, 'produced')], fedIn: [later], drawn: [], whole: undefined },
          SPAN,
        )
        expect(found?.since).toBe(times[first])
        expect(flowedAt(found?.own ?? later, SPAN.to)).toBeCloseTo(sumOf(hours.slice(first), 'own'), 5)
      }),
    )
  })
})

test('13 of what a counter tells only now and then the middle is taken between the most and the least', () => {
  const eight = Array.from({ length: 8 }, () => ({ produced: 2, used: 1, fedIn: 1, drawn: 0, own: 1 }))
  const fedIn = flowOf(eight, 'fedIn', (place) => place % 4 === 3)
  const own = stayed([flowOf(eight, 'produced')], [fedIn], { from: T0, to: T0 + 8 * HOUR })
  // After four hours 4 of 8 had left, after three nobody knew: at most 6 had stayed, at least 4.
  expect(flowedAt(own, T0 + 3 * HOUR)).toBe(5)
  expect(flowedAt(own, T0 + 8 * HOUR)).toBe(8)
})

describe('the energy of a home that produces', () => {
  const NOON = ['produced', 'fed_in', 'drawn', 'used'] as const
  const told = { produced: 'produced', fed_in: 'fedIn', drawn: 'drawn', used: 'used' } as const
  const energyIn = (
    hours: readonly Hour[],
    ways: readonly (typeof NOON)[number][],
    step: 'hour' | 'day' = 'hour',
  ) => {
    const meters = ways.map(
      (flow): Meter => ({ series: flow, device: flow, flow, from: 'counter', factor: 1, mayBeWhole: true }),
    )
    return energyOf(
      meters,
      new Map(meters.map(({ flow }) => [flow as string, readingsOf(hours, told[flow])])),
      { currency: 'CHF', tariffs: [{ from: '2026-01-01', price: 0.3, feedIn: 0.1 }], places: [] },
      { range: SPAN, step, zone: ZONE, now: SPAN.to },
    )
  }
  const ways = fc.constantFrom(
    ['produced', 'fed_in', 'used'] as const,
    ['produced', 'fed_in', 'drawn'] as const,
    ['produced', 'drawn', 'used'] as const,
    NOON,
  )

  test('9 shares lie between nothing and all; own and drawn are what was used, whatever was counted', () => {
    fc.assert(
      fc.property(homes, ways, fc.constantFrom('hour' as const, 'day' as const), (hours, those, step) => {
        fc.pre(sumOf(hours, 'used') > 1 && sumOf(hours, 'drawn') > 1 && sumOf(hours, 'produced') > 1)
        const { own, bands } = energyIn(hours, those, step)
        expect(own).toBeDefined()
        for (const [place, amount] of (own?.amounts ?? []).entries()) {
          expect(amount).toBeGreaterThanOrEqual(-DUST)
          expect(amount).toBeLessThanOrEqual((own?.produced[place] ?? 0) + DUST)
          expect(amount).toBeLessThanOrEqual((own?.used?.[place] ?? 0) + DUST)
        }
        expect(totalOf(own?.amounts ?? [])).toBeCloseTo(sumOf(hours, 'own'), 4)
        expect(totalOf(own?.used ?? [])).toBeCloseTo(sumOf(hours, 'used'), 4)
        // Only what was drawn is paid.
        expect(totalOf(bands.flatMap(({ amounts: each }) => each))).toBeCloseTo(sumOf(hours, 'drawn'), 4)
      }),
    )
  })

  test('10 what is fed in is paid, and what is produced only where nobody counts what is fed in', () => {
    fc.assert(
      fc.property(homes, (hours) => {
        const paid = (those: readonly (typeof NOON)[number][]) =>
          totalOf(
            energyIn(hours, those).meters.flatMap(({ flow, costs }) =>
              flow === 'produced' || flow === 'fed_in' ? costs : [],
            ),
          )
        expect(paid(['produced', 'fed_in'])).toBeCloseTo(sumOf(hours, 'fedIn') * 0.1, 5)
        expect(paid(['produced'])).toBeCloseTo(sumOf(hours, 'produced') * 0.1, 5)
      }),
    )
  })

  test('11 where counters are lacking nothing is told', () => {
    fc.assert(
      fc.property(
        homes,
        fc.constantFrom(
          ['produced'],
          ['produced', 'used'],
          ['fed_in', 'used'],
          ['drawn', 'used'],
          ['produced', 'drawn'],
        ),
        (hours, those) => {
          expect(energyIn(hours, those).own).toBeUndefined()
        },
      ),
    )
  })

  test('12 what is drawn counts the whole home only together with what it used of its own', () => {
    fc.assert(
      fc.property(homes, (hours) => {
        fc.pre(sumOf(hours, 'used') > 1 && sumOf(hours, 'drawn') > 1)
        const { meters } = energyIn(hours, ['produced', 'fed_in', 'drawn'])
        expect(meters.filter(({ whole }) => whole).map(({ flow }) => flow)).toEqual(['drawn'])
      }),
    )
  })
})
