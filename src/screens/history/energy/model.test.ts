import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EnergyMeter } from '#schemas/generated/entities/energy.ts'
import {
  axisOf,
  daysOf,
  expected,
  gathered,
  idleDays,
  ownOf,
  PERIODS,
  periodAfter,
  periodBefore,
  type Shown,
  sameOf,
  steepest,
  summed,
  totalOf,
} from './model.ts'

const ZONE = 'Europe/Zurich'
const days = fc
  .integer({ min: Date.parse('2024-01-01'), max: Date.parse('2028-12-31') })
  .map((at) => new Date(at).toISOString().slice(0, 10))

const shown = (id: string, amounts: number[], more: Partial<EnergyMeter> = {}, room?: string): Shown => ({
  id,
  name: id,
  icon: 'plug',
  room: room === undefined ? undefined : { id: room, name: room },
  meter: {
    device_id: id,
    flow: 'used',
    from: 'counter',
    amounts,
    costs: amounts.map((one) => one * 0.3),
    standby: 0,
    nights: { ran: 0, known: 0 },
    doubts: [],
    ...more,
  },
})
const STEPS = { steps: [0, 1, 2] }

describe('periods of the calendar', () => {
  test('hold the day, and follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), days, (period, day) => {
        const { first, last } = daysOf(period, day)
        expect(first <= day && day <= last).toBe(true)
        expect(periodAfter(period, periodBefore(period, day).first)).toEqual({ first, last })
        expect(daysOf(period, first)).toEqual(daysOf(period, last))
      }),
    )
    expect(daysOf('week', '2026-11-22')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
    expect(daysOf('month', '2028-02-10')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  })

  test('one that runs is compared with as much of the one before', () => {
    expect(sameOf({ from: 0, to: 100 }, { from: 100, to: 200 }, 130)).toEqual({ from: 0, to: 30 })
    expect(sameOf({ from: 0, to: 100 }, { from: 100, to: 200 }, 500)).toEqual({ from: 0, to: 100 })
  })
})

describe('what a home used', () => {
  test('is what its main meter says; what no other counts is the rest', () => {
    const all = [
      shown('main', [10, 8], { whole: true }),
      shown('oven', [4, 1], {}, 'kitchen'),
      shown('tv', [1, 1], {}, 'living'),
    ]
    const { layers, used, largest } = summed(STEPS, all, 'amounts')
    expect(used).toEqual([10, 8])
    expect(layers.map(({ id, amounts }) => [id, ...amounts])).toEqual([
      ['kitchen', 4, 1],
      ['living', 1, 1],
      ['', 5, 6],
    ])
    expect(largest.map(({ id }) => id)).toEqual(['oven', 'tv'])
  })

  test('is without one what all count; layers are never more than that, and never less than nothing', () => {
    const meters = fc.array(
      fc.record({
        room: fc.integer({ min: 0, max: 7 }),
        a: fc.double({ min: 0, max: 50, noNaN: true }),
        b: fc.double({ min: 0, max: 50, noNaN: true }),
        whole: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(meters, (all) => {
        const { layers, used } = summed(
          STEPS,
          all.map(({ room, a, b, whole }, n) =>
            shown(`m${n}`, [a, b], whole ? { whole: true } : {}, room === 0 ? undefined : `r${room}`),
          ),
          'amounts',
        )
        expect(layers.length).toBeLessThanOrEqual(5)
        for (const { amounts } of layers) for (const one of amounts) expect(one).toBeGreaterThanOrEqual(0)
        const stacked = layers.map(({ amounts }) => totalOf(amounts)).reduce((sum, one) => sum + one, 0)
        expect(stacked).toBeGreaterThanOrEqual(totalOf(used) - 0.01)
        if (!all.some(({ whole }) => whole)) expect(Math.abs(stacked - totalOf(used))).toBeLessThan(0.01)
      }),
    )
  })

  test('is told by device as well as by room', () => {
    const meter = (amount: number) => ({ flow: 'used', amounts: [amount], costs: [0] }) as never
    const [room, name] = [{ id: 'k', name: 'Küche' }, 'x']
    const shown = [1, 2, 3, 4, 5].map((each) => ({
      ...{ id: `d${each}`, name: `${name}${each}`, icon: 'plug', room, meter: meter(each) },
    }))
    const layersOf = (group: 'room' | 'device') =>
      summed({ steps: [0, 1] }, shown, 'amounts', group).layers.map((layer) => [layer.name, layer.amounts[0]])
    expect(layersOf('room')).toEqual([['Küche', 15]])
    expect(layersOf('device')).toEqual([
      ['x5', 5],
      ['x4', 4],
      ['x3', 3],
      ['x2', 2],
      [undefined, 1],
    ])
  })

  test('counts nothing twice of what stands behind another meter', () => {
    const all = [
      shown('strip', [10, 8], { standby: 9 }, 'living'),
      shown('tv', [6, 9], { behind: 'strip', standby: 4 }, 'living'),
      shown('box', [1, 0], { behind: 'tv', standby: 1 }, 'living'),
      shown('oven', [4, 1], {}, 'kitchen'),
    ]
    const { used, layers, largest } = summed(STEPS, all, 'amounts')
    expect(used).toEqual([14, 9])
    expect(layers.map(({ id, amounts }) => [id, ...amounts])).toEqual([
      ['living', 10, 9],
      ['kitchen', 4, 1],
    ])
    expect(largest.map(({ id, without, meter }) => [id, without, ...meter.amounts])).toEqual([
      ['tv', 1, 5, 9],
      ['oven', 0, 4, 1],
      ['strip', 1, 4, 0],
      ['box', 0, 1, 0],
    ])
    expect(ownOf(all).map(({ meter }) => meter.standby)).toEqual([5, 3, 1, 0])
  })

  test('is divided by tariffs, the dearest first, in kWh and in money', () => {
    const energy = {
      ...STEPS,
      bands: [
        { price: 0.3, amounts: [6, 5] },
        { price: 0.2, amounts: [4, 3] },
      ],
    }
    const layers = (by: 'amounts' | 'costs') =>
      summed(energy, [shown('main', [10, 8], { whole: true })], by, 'tariff').layers.map(
        ({ price, amounts }) => [price, ...amounts.map((one) => Math.round(one * 100) / 100)],
      )
    expect(layers('amounts')).toEqual([
      [0.3, 6, 5],
      [0.2, 4, 3],
    ])
    expect(layers('costs').slice(0, 2)).toEqual([
      [0.3, 1.8, 1.5],
      [0.2, 0.8, 0.6],
    ])
  })

  test('what is produced stands apart', () => {
    const { used, produced } = summed(
      STEPS,
      [shown('roof', [3, 2], { flow: 'produced' }), shown('oven', [1, 1])],
      'amounts',
    )
    expect([used, produced]).toEqual([
      [1, 1],
      [3, 2],
    ])
  })
})

describe('what has come together', () => {
  test('rises from step to step and ends now', () => {
    expect(gathered({ steps: [0, 10, 20, 30] }, [1, 2, 0], 15)).toEqual([
      { at: 0, sum: 0 },
      { at: 10, sum: 1 },
      { at: 15, sum: 3 },
    ])
  })
})

describe('days without use', () => {
  const steps = Array.from({ length: 8 }, (_, day) => day * 86_400_000)
  const meter = (...amounts: number[]) => ({ amounts, standby: 10 })

  test('are those up to the last that is over, with hardly more than what always runs', () => {
    // 10 W are 0.24 kWh a day.
    expect(idleDays({ steps }, meter(1, 0.24, 0.25, 0.23, 0.24, 0.24, 9), 6 * 86_400_000)).toBe(5)
    expect(idleDays({ steps }, meter(1, 0.24, 0.25, 0.23, 0.24, 0.24, 9), 7 * 86_400_000)).toBe(0)
    expect(idleDays({ steps }, meter(0.24, 0.24, 0.24), 3 * 86_400_000)).toBe(3)
  })
})

describe('what is expected', () => {
  const DAY = 86_400_000
  const monday = Date.parse('2026-11-02T00:00:00+01:00')
  const steps = Array.from({ length: 15 }, (_, n) => monday + n * DAY)

  test('is the mean of the same weekdays; the day that runs has used some of it', () => {
    const used = steps.slice(1).map((_, n) => (n < 7 ? 10 + n : n === 7 ? 4 : 0))
    const told = expected({ steps }, used, monday + 7 * DAY + 1000, ZONE)
    expect(told.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => undefined))
    expect(told.slice(7)).toEqual([6, 11, 12, 13, 14, 15, 16])
  })

  test('is nothing while nothing is over', () => {
    expect(expected({ steps }, [1], monday + 1000, ZONE)).toEqual([undefined])
  })
})

describe('a device that began to use more', () => {
  const steps = Array.from({ length: 31 }, (_, place) => place * 86_400_000)
  const of = (id: string, amounts: number[]) => ({ id, meter: { amounts } }) as never
  const days = (...parts: (readonly [number, number])[]) =>
    parts.flatMap(([count, each]) => Array.from({ length: count }, () => each))

  test('is named with the day on which it did, the one that adds most', () => {
    const freezer = of('freezer', days([6, 1], [24, 1.4]))
    const oven = of('oven', days([20, 1], [10, 1.5]))
    const rise = steepest({ steps }, [oven, freezer], Infinity)
    expect(rise).toMatchObject({ device: { id: 'freezer' }, since: 6 * 86_400_000 })
    expect(rise?.by).toBeCloseTo(0.4)
  })

  test('is none that uses a little more, hardly anything, less, or of which too few days are over', () => {
    const none = [days([15, 1], [15, 1.2]), days([15, 0.01], [15, 0.05]), days([15, 2], [15, 1])]
    for (const amounts of none) expect(steepest({ steps }, [of('a', amounts)], Infinity)).toBeUndefined()
    const late = of('a', days([10, 1], [2, 9], [18, 0]))
    expect(steepest({ steps }, [late], 12 * 86_400_000)).toBeUndefined()
    expect(steepest({ steps }, [of('new', days([10, 0], [20, 3]))], Infinity)).toBeUndefined()
  })
})

test('an axis begins at nothing, ends above the most, in few round steps', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (most) => {
      const ticks = axisOf(most)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - 1e-6)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})
