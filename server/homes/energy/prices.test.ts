import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EnergyTariff } from '#schemas/generated/entities/energy-tariffs.ts'
import { energyOf, type Meter, metersOf, standingBehind, stepsIn } from './energy.ts'
import type { Readings } from './flow.ts'
import { pricesIn } from './prices.ts'

const ZONE = 'Europe/Zurich'
const at = (text: string): number => Date.parse(text)
const day = (date: string, hours = 24) => ({
  from: at(`${date}T00:00:00+01:00`),
  to: at(`${date}T00:00:00+01:00`) + hours * 3_600_000,
})
const low: EnergyTariff = {
  from: '2026-01-01',
  price: 0.3,
  windows: [{ price: 0.2, start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4, 5, 6] }],
  feedIn: 0.08,
}
const hoursOf = (range: { from: number; to: number }, tariffs: EnergyTariff[], price: number): number =>
  pricesIn({ tariffs }, range, ZONE)
    .filter((one) => one.price === price)
    .reduce((sum, { from, to }) => sum + (to - from) / 3_600_000, 0)

describe('L-07 tariffs by the clocks of the home', () => {
  test('a window over midnight has eight hours of an ordinary day', () => {
    expect(hoursOf(day('2026-11-20'), [low], 0.2)).toBe(8)
    expect(hoursOf(day('2026-11-20'), [low], 0.3)).toBe(16)
  })

  test('and nine or seven on the days on which clocks change', () => {
    const autumn = { from: at('2026-10-25T00:00:00+02:00'), to: at('2026-10-26T00:00:00+01:00') }
    const spring = { from: at('2026-03-29T00:00:00+01:00'), to: at('2026-03-30T00:00:00+02:00') }
    expect([hoursOf(autumn, [low], 0.2), hoursOf(spring, [low], 0.2)]).toEqual([9, 7])
    expect([hoursOf(autumn, [low], 0.3), hoursOf(spring, [low], 0.3)]).toEqual([16, 16])
  })

  test('a window of weekdays that begins on Friday reaches into Saturday, none begins there', () => {
    const [window] = low.windows ?? []
    if (!window) throw new Error('no window')
    const work = { ...low, windows: [{ ...window, days: [0, 1, 2, 3, 4] }] }
    expect(hoursOf(day('2026-11-21'), [work], 0.2)).toBe(6)
    expect(hoursOf(day('2026-11-22'), [work], 0.2)).toBe(0)
  })

  test('another tariff holds from its first day on; before the first nothing is known', () => {
    const later = { from: '2026-11-21', price: 0.5 }
    expect(hoursOf(day('2026-11-20', 48), [later, low], 0.5)).toBe(18)
    expect(hoursOf(day('2026-11-20', 48), [later, low], 0.2)).toBe(14)
    expect(hoursOf(day('2025-11-20'), [low], 0)).toBe(24)
  })

  test('every moment of a range has one price', () => {
    const times = fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
    const tariffs = fc.array(
      fc.record({
        from: fc.integer({ min: 1, max: 28 }).map((date) => `2026-10-${String(date).padStart(2, '0')}`),
        price: fc.double({ min: 0, max: 1, noNaN: true }),
        windows: fc.array(
          fc.record({
            price: fc.double({ min: 0, max: 1, noNaN: true }),
            start: times,
            end: times,
            days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 4 },
    )
    const range = { from: at('2026-10-20T00:00:00Z'), to: at('2026-10-30T00:00:00Z') }
    fc.assert(
      fc.property(tariffs, (all) => {
        const priced = pricesIn({ tariffs: all }, range, ZONE)
        expect(priced[0]?.from).toBe(range.from)
        expect(priced.at(-1)?.to).toBe(range.to)
        for (const [place, one] of priced.entries()) {
          expect(one.to).toBeGreaterThan(one.from)
          if (place > 0) expect(one.from).toBe(priced[place - 1]?.to)
        }
      }),
    )
  })
})

describe('steps by the calendar of the home', () => {
  test('a day has 25 hours in autumn, a month its days, a year its months', () => {
    const autumn = { from: at('2026-10-25T00:00:00+02:00'), to: at('2026-10-26T00:00:00+01:00') }
    expect(stepsIn(autumn, 'hour', ZONE)).toHaveLength(26)
    const month = { from: at('2026-10-01T00:00:00+02:00'), to: at('2026-11-01T00:00:00+01:00') }
    const days = stepsIn(month, 'day', ZONE)
    expect(days).toHaveLength(32)
    expect((days[25] ?? 0) - (days[24] ?? 0)).toBe(25 * 3_600_000)
    const year = { from: at('2026-01-01T00:00:00+01:00'), to: at('2027-01-01T00:00:00+01:00') }
    expect(stepsIn(year, 'month', ZONE)).toHaveLength(13)
  })
})

describe('meters', () => {
  const placed = (property: string, unit: string, more: object = {}) => ({
    service: 'MeterService',
    property,
    section: 'sensory',
    grid: [0, 0, 1, 1],
    options: { propertyType: 'serviceWithUnit' },
    value: { kind: 'number', access: ['read'], unit, history: 'area', ...more },
  })
  const layoutOf = (...sensory: ReturnType<typeof placed>[]) =>
    ({
      model: 'M',
      type: 'Outlet',
      name: 'M',
      icon: 'plug',
      generated: false,
      tile: { footer: [] },
      sections: { sensory },
    }) as never

  test('are found by their units: a counter before a power, what is produced apart, and nothing else', () => {
    expect(
      metersOf(
        'd',
        layoutOf(
          placed('power', 'W'),
          placed('energy', 'kWh'),
          placed('voltage', 'V'),
          placed('energy_produced', 'Wh'),
        ),
      ),
    ).toMatchObject([
      { series: 'd/MeterService/energy', flow: 'used', from: 'counter', factor: 1 },
      { series: 'd/MeterService/energy_produced', flow: 'produced', from: 'counter', factor: 0.001 },
    ])
    expect(metersOf('d', layoutOf(placed('power', 'W')))).toMatchObject([{ from: 'power' }])
    // A day or a phase of it would be less than all, wherever it stands.
    const parts = ['energy_today', 'energy_a', 'energy', 'energy_yesterday'].map((name) =>
      placed(name, 'kWh'),
    )
    expect(metersOf('d', layoutOf(...parts)).map(({ series }) => series)).toEqual(['d/MeterService/energy'])
    expect(metersOf('d', layoutOf(placed('energy_a', 'kWh'), placed('power', 'W')))).toMatchObject([
      { from: 'power' },
    ])
    expect(metersOf('d', layoutOf(placed('energy_today', 'kWh')))).toHaveLength(1)
    expect(metersOf('d', layoutOf(placed('voltage', 'V')))).toEqual([])
  })

  test('count as their model says, whatever unit and name would say; what can be set counts nothing', () => {
    const flows = (...all: ReturnType<typeof placed>[]) =>
      metersOf('d', layoutOf(...all)).map(({ series, flow }) => [series.split('/').at(-1), flow])
    expect(flows(placed('energy', 'kWh', { energy: 'produced' }))).toEqual([['energy', 'produced']])
    expect(flows(placed('export_limit', 'kWh', { energy: 'used' }), placed('energy', 'kWh'))).toEqual([
      ['export_limit', 'used'],
    ])
    expect(flows(placed('energy', 'kWh', { energy: 'none' }), placed('power', 'W'))).toEqual([
      ['power', 'used'],
    ])
    expect(flows(placed('power_limit', 'W', { access: ['read', 'write'] }))).toEqual([])
  })

  test('what goes into the grid and comes from it is told by name; what comes from it by a meter of the house only', () => {
    const flows = (layout: ReturnType<typeof layoutOf>) => metersOf('d', layout).map(({ flow }) => flow)
    const all = ['energy_import', 'exported_energy', 'solar_energy'].map((name) => placed(name, 'kWh'))
    expect(flows(layoutOf(...all))).toEqual(['used', 'fed_in', 'produced'])
    expect(flows({ ...(layoutOf(...all) as object), type: 'Meter' } as never)).toEqual([
      'drawn',
      'fed_in',
      'produced',
    ])
    expect(flows(layoutOf(placed('energy', 'kWh', { energy: 'drawn' })))).toEqual(['drawn'])
  })

  test('cost by the hour in which it flowed, and run at night what always runs', () => {
    const [meter] = metersOf('d', layoutOf(placed('power', 'W')))
    if (!meter) throw new Error('no meter')
    const range = day('2026-11-20')
    const told = new Map([[meter.series, { times: [range.from], values: [100] }]])
    const { meters } = energyOf(
      [meter],
      told,
      { currency: 'CHF', tariffs: [low], places: [] },
      { range, step: 'day', zone: ZONE, now: range.to },
    )
    expect(meters).toMatchObject([{ device_id: 'd', amounts: [2.4], standby: 100, doubts: [] }])
    expect(meters[0]?.costs[0]).toBeCloseTo(0.8 * 0.2 + 1.6 * 0.3, 9)
  })
})

const used = (device: string, kwh: number, mayBeWhole = false) => ({
  meter: { series: device, device, flow: 'used' as const, from: 'counter' as const, factor: 1, mayBeWhole },
  told: [device, { times: [day('2026-11-20').from, day('2026-11-20').to], values: [0, kwh] }] as const,
})
const energyIn = (
  all: readonly { meter: Meter; told: readonly [string, Readings] }[],
  places: Parameters<typeof energyOf>[2]['places'] = [],
  tariffs: EnergyTariff[] = [],
) =>
  energyOf(
    all.map(({ meter }) => meter),
    new Map(all.map(({ told }) => told)),
    { currency: 'CHF', tariffs, places },
    { range: day('2026-11-20'), step: 'hour', zone: ZONE, now: day('2026-11-20').to },
  )

describe('a meter behind another', () => {
  test('is told, and what the home says of its night', () => {
    const { meters } = energyIn(
      [used('strip', 10), used('tv', 6), used('freezer', 2)],
      [
        { device_id: 'tv', behind: 'strip' },
        { device_id: 'freezer', needed: true },
      ],
    )
    expect(meters.map(({ device_id, behind, needed }) => [device_id, behind, needed])).toEqual([
      ['strip', undefined, undefined],
      ['tv', 'strip', undefined],
      ['freezer', undefined, true],
    ])
  })

  test('stands behind nobody that does not count, and never in a ring', () => {
    const places = fc.array(
      fc.record({
        device_id: fc.constantFrom('a', 'b', 'c', 'd'),
        behind: fc.constantFrom('a', 'b', 'c', 'd', 'gone'),
      }),
    )
    fc.assert(
      fc.property(places, (all) => {
        const above = standingBehind(all, new Set(['a', 'b', 'c', 'd']))
        for (const device of above.keys()) {
          const passed: string[] = []
          for (let at: string | undefined = device; at !== undefined; at = above.get(at)) {
            expect(passed).not.toContain(at)
            expect(at).not.toBe('gone')
            passed.push(at)
          }
        }
      }),
    )
  })

  test('does not keep the meter of the home from being that', () => {
    const all = [used('main', 12, true), used('pump', 7, true), used('fan', 6.5)]
    expect(energyIn(all).meters.find(({ whole }) => whole)).toBeUndefined()
    const { meters } = energyIn(all, [{ device_id: 'fan', behind: 'pump' }])
    expect(meters.find(({ whole }) => whole)?.device_id).toBe('main')
  })
})

describe('what a home used at each price', () => {
  test('is in all what its meters counted that stand behind no other, and costs as much', () => {
    const kwh = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 50, noNaN: true }))
    const drawing = (device: string, kw: number) => {
      const { meter, told } = used(device, kw)
      const all = { times: [day('2026-11-20').from], values: [kw] }
      return { meter: { ...meter, from: 'power' as const }, told: [told[0], all] as const }
    }
    fc.assert(
      fc.property(kwh, kwh, kwh, fc.boolean(), (a, b, c, behind) => {
        const { bands, meters } = energyIn(
          [drawing('a', a), drawing('b', b), drawing('c', c)],
          behind ? [{ device_id: 'c', behind: 'a' }] : [],
          [low],
        )
        const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
        const first = meters.filter((meter) => meter.behind === undefined)
        expect(sum(bands.map(({ amounts }) => sum(amounts)))).toBeCloseTo(
          sum(first.map(({ amounts }) => sum(amounts))),
          4,
        )
        expect(sum(bands.map(({ price, amounts }) => price * sum(amounts)))).toBeCloseTo(
          sum(first.map(({ costs }) => sum(costs))),
          4,
        )
        expect(bands.map(({ price }) => price)).toEqual(a + b + (behind ? 0 : c) > 0 ? [0.3, 0.2] : [])
      }),
    )
  })

  test('is nothing where nobody has said what it costs', () => {
    expect(energyIn([used('a', 3)]).bands).toEqual([])
  })
})

describe('the meter of the whole home', () => {
  const wholeOf = (...all: ReturnType<typeof used>[]): string[] =>
    energyIn(all).meters.flatMap(({ device_id, whole }) => (whole ? [device_id] : []))

  test('is one of its type that has counted no less than all others together', () => {
    expect(wholeOf(used('main', 12, true), used('pump', 7, true), used('oven', 4))).toEqual(['main'])
    expect(wholeOf(used('pump', 7, true), used('oven', 9))).toEqual([])
    expect(wholeOf(used('oven', 9), used('tv', 1))).toEqual([])
    expect(wholeOf(used('main', 0, true))).toEqual([])
  })
})
