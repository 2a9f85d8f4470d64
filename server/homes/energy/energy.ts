import rulesFile from '#catalogue/rules/energy.json' with { type: 'json' }
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import type { EnergyRules } from '#schemas/generated/definitions/rules-energy.ts'
import type { Energy, EnergyBand, EnergyMeter } from '#schemas/generated/entities/energy.ts'
import type { MeterPlace } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { recordableOf } from '../history/recordable.ts'
import { amounts, counted, type Flow, flowedAt, integrated, type Readings } from './flow.ts'
import { type Priced, pricesIn } from './prices.ts'

const rules: EnergyRules = rulesFile
const HOUR = 3_600_000

/** A series that says how much energy flows. */
export interface Meter {
  series: string
  device: string
  flow: EnergyMeter['flow']
  from: EnergyMeter['from']
  /** What makes kWh or kW of its values. */
  factor: number
  /** It may count the whole home. */
  mayBeWhole: boolean
}

/**
 * What of a device counts energy: of what is used and of what is produced one each, what its model says before what its
 * name and unit make likely, a counter before a power.
 */
export function metersOf(device: string, layout: DeviceLayout): Meter[] {
  const found = new Map<EnergyMeter['flow'], Meter & Rank>()
  for (const [path, { meaning, energy }] of recordableOf(layout)) {
    const { unit = '', scale = 1 } = meaning
    const counter = rules.counters[unit]
    const factor = counter ?? rules.powers[unit]
    if (factor === undefined || energy === 'none') continue
    const name = path.toLowerCase()
    const flow = energy ?? (rules.production.some((part) => name.includes(part)) ? 'produced' : 'used')
    const said = energy !== undefined
    const from = counter === undefined ? 'power' : 'counter'
    const partly = rules.parts.some((end) => name.endsWith(end))
    const known = found.get(flow)
    if (known && !isBetter({ said, from, partly }, known)) continue
    const mayBeWhole = rules.whole.includes(layout.type)
    found.set(flow, {
      ...{ series: `${device}/${path}`, device, flow, from, factor: factor * scale },
      ...{ mayBeWhole, partly, said },
    })
  }
  return [...found.values()].map(({ partly: _, said: __, ...meter }) => meter)
}

interface Rank extends Pick<Meter, 'from'> {
  /** Its model says that it counts. */
  said: boolean
  /** It counts a part of what another does. */
  partly: boolean
}

const isBetter = (one: Rank, other: Rank): boolean => {
  if (one.said !== other.said) return one.said
  return one.partly === other.partly ? one.from === 'counter' && other.from === 'power' : other.partly
}

export type EnergyStep = 'hour' | 'day' | 'month'

/** Where steps begin, by the clocks of the home, and where the last one ends. */
export function stepsIn(range: { from: number; to: number }, step: EnergyStep, zone: string): number[] {
  const next = (wall: number): number => {
    if (step === 'hour') return wall + HOUR
    if (step === 'day') return wall + DAY
    const date = new Date(wall)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  const steps = [range.from]
  // A day of 25 hours has an hour twice: hours are counted by time, days and months by the calendar.
  if (step === 'hour') for (let at = range.from + HOUR; at < range.to; at += HOUR) steps.push(at)
  else
    for (
      let wall = next(Math.floor(wallOf(range.from, zone) / DAY) * DAY);
      momentOf(wall, zone) < range.to;
      wall = next(wall)
    )
      steps.push(momentOf(wall, zone))
  return [...steps, range.to]
}

interface Asked {
  range: { from: number; to: number }
  step: EnergyStep
  zone: string
  now: number
}

/** What a home says of its energy: what it costs, and how its meters stand to each other. */
interface Said extends Pick<EnergyTariffs, 'currency' | 'tariffs'> {
  places: readonly MeterPlace[]
}

/** What these meters counted, in steps, with what it cost. */
export function energyOf(
  meters: readonly Meter[],
  readings: ReadonlyMap<string, Readings>,
  said: Said,
  { range, step, zone, now }: Asked,
): Energy {
  const steps = stepsIn(range, step, zone)
  const prices = pricesIn(said, range, zone)
  const known = Math.min(range.to, now)
  const counting = meters.filter(({ series }) => (readings.get(series)?.times.length ?? 0) > 0)
  const places = new Map(said.places.map((place) => [place.device_id, place]))
  const behind = standingBehind(
    said.places,
    new Set(counting.filter(({ flow }) => flow === 'used').map(({ device }) => device)),
  )
  const shown = counting.map((meter) => {
    const told = readings.get(meter.series) ?? { times: [], values: [] }
    const scaled = { times: told.times, values: told.values.map((value) => value * meter.factor) }
    const flow = meter.from === 'counter' ? counted(scaled, rules) : integrated(scaled, known, rules)
    const isUsed = meter.flow === 'used'
    const byPrice = priced(flow, steps, prices, isUsed ? 'price' : 'feedIn')
    const above = isUsed ? behind.get(meter.device) : undefined
    const one: EnergyMeter = {
      device_id: meter.device,
      ...{ flow: meter.flow, from: meter.from },
      ...(above !== undefined && { behind: above }),
      ...(isUsed && places.get(meter.device)?.needed && { needed: true }),
      amounts: amounts(flow, steps).map(fine),
      costs: costsOf(byPrice, steps.length - 1).map(fine),
      ...standbyOf(flow, { from: range.from, to: known }, zone),
      doubts: flow.doubts.filter(({ from, to }) => to > range.from && from < range.to).slice(0, 20),
    }
    return { meter: one, byPrice, mayBeWhole: meter.mayBeWhole }
  })
  const whole = wholeOf(shown)
  const isPriced = said.tariffs.length > 0
  return {
    steps,
    currency: said.currency,
    priced: isPriced,
    bands: isPriced ? bandsOf(whole ? [whole] : shown.filter(isFirst), steps.length - 1) : [],
    meters: shown.map(({ meter }) => (meter === whole?.meter ? { ...meter, whole: true as const } : meter)),
  }
}

/** Whose meter counts what a device's counts, of those that count at all. Whoever would stand behind himself stands behind nobody. */
export function standingBehind(
  places: readonly MeterPlace[],
  counting: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const above = new Map<string, string>()
  for (const { device_id: device, behind } of places)
    if (behind !== undefined && counting.has(device) && counting.has(behind)) above.set(device, behind)
  for (const device of [...above.keys()]) {
    const passed = new Set([device])
    for (let at = above.get(device); at !== undefined; at = above.get(at)) {
      if (passed.has(at)) {
        above.delete(device)
        break
      }
      passed.add(at)
    }
  }
  return above
}

interface Told {
  meter: EnergyMeter
  /** kWh by step, by what a kWh of them cost. */
  byPrice: ReadonlyMap<number, readonly number[]>
  mayBeWhole: boolean
}

/** What no other meter counts. */
const isFirst = ({ meter }: Told): boolean => meter.flow === 'used' && meter.behind === undefined
const sumOf = ({ meter }: Told): number => meter.amounts.reduce((sum, one) => sum + one, 0)

/** The meter behind which all others are: it has counted no less than they have together. */
function wholeOf(shown: readonly Told[]): Told | undefined {
  const first = shown.filter(isFirst).toSorted((a, b) => sumOf(b) - sumOf(a))
  const most = first.find(({ mayBeWhole }) => mayBeWhole)
  if (!most || sumOf(most) <= 0) return undefined
  const others = first.reduce((sum, one) => (one === most ? sum : sum + sumOf(one)), 0)
  return sumOf(most) >= others * NEARLY ? most : undefined
}
/** Meters round, each for itself. */
const NEARLY = 0.97

/** More digits than a meter has are noise. */
const fine = (value: number): number => Number(value.toPrecision(9))

/** What flowed in each step at each price; both lie in the order of time. */
function priced(
  flow: Flow,
  steps: readonly number[],
  prices: readonly Priced[],
  way: 'price' | 'feedIn',
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  let first = 0
  for (const { from, to, [way]: price } of prices) {
    while (first + 1 < steps.length && (steps[first + 1] ?? Infinity) <= from) first += 1
    for (let place = first; place + 1 < steps.length && (steps[place] ?? Infinity) < to; place++) {
      const start = Math.max(from, steps[place] ?? 0)
      const end = Math.min(to, steps[place + 1] ?? 0)
      const flowed = flowedAt(flow, end) - flowedAt(flow, start)
      if (flowed <= 0) continue
      const amounts = found.get(price) ?? steps.slice(1).map(() => 0)
      amounts[place] = (amounts[place] ?? 0) + flowed
      found.set(price, amounts)
    }
  }
  return found
}

function costsOf(byPrice: Told['byPrice'], length: number): number[] {
  const costs = Array.from({ length }, () => 0)
  for (const [price, amounts] of byPrice)
    for (const [place, amount] of amounts.entries()) costs[place] = (costs[place] ?? 0) + amount * price
  return costs
}

function bandsOf(first: readonly Told[], length: number): EnergyBand[] {
  const all = Map.groupBy(
    first.flatMap(({ byPrice }) => [...byPrice]),
    ([price]) => price,
  )
  return [...all]
    .toSorted(([a], [b]) => b - a)
    .map(([price, those]) => ({
      price,
      amounts: Array.from({ length }, (_, place) =>
        fine(those.reduce((sum, [, amounts]) => sum + (amounts[place] ?? 0), 0)),
      ),
    }))
}

/** Watts that run while everybody sleeps: the mean of the nights that are known as a whole, and in how many of them it ran. */
function standbyOf(
  flow: Flow,
  { from, to }: { from: number; to: number },
  zone: string,
): Pick<EnergyMeter, 'standby' | 'nights'> {
  const { night, standbyLeast } = rules
  const watts: number[] = []
  const first = Math.floor(wallOf(from, zone) / DAY) * DAY
  for (let day = first; day <= wallOf(to, zone); day += DAY) {
    const start = momentOf(day + night.from * HOUR, zone)
    const end = momentOf(day + night.to * HOUR, zone)
    if (start < Math.max(from, flow.times[0] ?? Infinity) || end > to) continue
    if (flow.doubts.some((doubt) => doubt.from < end && doubt.to > start)) continue
    watts.push(((flowedAt(flow, end) - flowedAt(flow, start)) / ((end - start) / HOUR)) * 1000)
  }
  const mean = watts.reduce((sum, one) => sum + one, 0) / Math.max(1, watts.length)
  return {
    standby: mean >= standbyLeast ? fine(mean) : 0,
    nights: { ran: watts.filter((one) => one >= standbyLeast).length, known: watts.length },
  }
}
