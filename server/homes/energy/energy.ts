import rulesFile from '#catalogue/rules/energy.json' with { type: 'json' }
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import type { EnergyRules } from '#schemas/generated/definitions/rules-energy.ts'
import type { Energy, EnergyBand, EnergyMeter, OwnUse } from '#schemas/generated/entities/energy.ts'
import type { MeterPlace } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { recordableOf } from '../history/recordable.ts'
import { amounts, counted, type Flow, flowedAt, integrated, type Readings } from './flow.ts'
import { type OwnFlows, ownFlows } from './own-use.ts'
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
 * What of a device counts energy: one each of what is used, produced, fed in and drawn, what its model says before what
 * its name and unit make likely, a counter before a power.
 */
export function metersOf(device: string, layout: DeviceLayout): Meter[] {
  const found = new Map<EnergyMeter['flow'], Meter & Rank>()
  for (const [path, { meaning, energy }] of recordableOf(layout)) {
    const { unit = '', scale = 1 } = meaning
    const counter = rules.counters[unit]
    const factor = counter ?? rules.powers[unit]
    if (factor === undefined || energy === 'none') continue
    const mayBeWhole = rules.whole.includes(layout.type)
    const flow = energy ?? likelyFlow(path.toLowerCase(), mayBeWhole)
    const said = energy !== undefined
    const from = counter === undefined ? 'power' : 'counter'
    const partly = rules.parts.some((end) => path.toLowerCase().endsWith(end))
    const known = found.get(flow)
    if (known && !isBetter({ said, from, partly }, known)) continue
    found.set(flow, {
      ...{ series: `${device}/${path}`, device, flow, from, factor: factor * scale },
      ...{ mayBeWhole, partly, said },
    })
  }
  return [...found.values()].map(({ partly: _, said: __, ...meter }) => meter)
}

function likelyFlow(name: string, mayBeWhole: boolean): Meter['flow'] {
  const says = (parts: readonly string[]): boolean => parts.some((part) => name.includes(part))
  if (says(rules.fedIn)) return 'fed_in'
  if (says(rules.production)) return 'produced'
  return mayBeWhole && says(rules.drawn) ? 'drawn' : 'used'
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
  const flows = counting.map((meter): Flowing => {
    const told = readings.get(meter.series) ?? { times: [], values: [] }
    const scaled = { times: told.times, values: told.values.map((value) => value * meter.factor) }
    const flow = meter.from === 'counter' ? counted(scaled, rules) : integrated(scaled, known, rules)
    const above = meter.flow === 'used' ? behind.get(meter.device) : undefined
    const here = amounts(flow, steps)
    return { meter, flow, behind: above, amounts: here, sum: here.reduce((sum, one) => sum + one, 0) }
  })
  const of = (way: Meter['flow']): Flow[] =>
    flows.flatMap(({ meter, flow }) => (meter.flow === way ? [flow] : []))
  const usedByAll = wholeOf(flows)
  const span = { from: range.from, to: known }
  const own = ownFlows(
    { produced: of('produced'), fedIn: of('fed_in'), drawn: of('drawn'), whole: usedByAll?.flow },
    span,
  )
  const whole = usedByAll ? [usedByAll] : drawnByAll(flows, own)
  const isPriced = said.tariffs.length > 0
  const byPrice = (flow: Flow, way: 'price' | 'feedIn') => priced(flow, steps, prices, way)
  const shown = flows.map((one) => {
    const { meter, flow } = one
    const isWhole = whole.includes(one)
    // One that counts what is drawn without counting the whole home is a meter like any other.
    const way = meter.flow === 'drawn' && !isWhole ? 'used' : meter.flow
    const isUsed = way === 'used'
    const bought = isWhole && isUsed ? (own?.drawn ?? flow) : flow
    const paid = byPrice(bought, isUsed || way === 'drawn' ? 'price' : 'feedIn')
    const isPaid = way !== 'produced' || of('fed_in').length === 0
    const told: EnergyMeter = {
      device_id: meter.device,
      ...{ flow: way, from: meter.from },
      ...(isWhole && { whole: true as const }),
      ...(one.behind !== undefined && { behind: one.behind }),
      ...(isUsed && places.get(meter.device)?.needed && { needed: true as const }),
      amounts: one.amounts.map(fine),
      costs: costsOf(isPaid ? paid : new Map(), steps.length - 1).map(fine),
      ...standbyOf(flow, span, zone),
      doubts: flow.doubts.filter(({ from, to }) => to > range.from && from < range.to).slice(0, 20),
    }
    return { meter: told, byPrice: paid }
  })
  const costing = shown.filter(
    whole.length > 0 ? ({ meter }) => meter.whole : ({ meter }) => meter.flow === 'used' && !meter.behind,
  )
  return {
    steps,
    currency: said.currency,
    priced: isPriced,
    bands: isPriced ? bandsOf(costing, steps.length - 1) : [],
    ...(own && { own: ownUseOf(own, of('produced'), usedByAll?.flow, steps, known) }),
    meters: shown.map(({ meter }) => meter),
  }
}

/** A meter with what flowed through it. */
interface Flowing {
  meter: Meter
  flow: Flow
  behind: string | undefined
  /** kWh by step, and in all. */
  amounts: readonly number[]
  sum: number
}

/** By step, as far as all that is needed counted. */
function ownUseOf(
  { since, own, drawn }: OwnFlows,
  produced: readonly Flow[],
  whole: Flow | undefined,
  steps: readonly number[],
  known: number,
): OwnUse {
  const bounds = steps.map((at) => Math.min(Math.max(at, since), known))
  const sumOf = (flows: readonly Flow[]): number[] =>
    flows
      .map((flow) => amounts(flow, bounds))
      .reduce(
        plus,
        bounds.slice(1).map(() => 0),
      )
  const made = sumOf(produced)
  // Where what was fed in is not counted, what was used of its own may seem more than came.
  const kept = sumOf([own]).map((amount, place) => Math.min(amount, made[place] ?? 0))
  const used = whole ? sumOf([whole]) : drawn && plus(sumOf([drawn]), kept)
  return {
    since,
    amounts: kept.map(fine),
    produced: made.map(fine),
    ...(used && { used: used.map((amount, place) => fine(Math.max(amount, kept[place] ?? 0))) }),
  }
}

const plus = (all: readonly number[], others: readonly number[]): number[] =>
  all.map((one, place) => one + (others[place] ?? 0))

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
}

/** Meters round, each for itself. */
const NEARLY = 0.97

/** What no other meter counts, added up. */
const othersOf = (flows: readonly Flowing[], than?: Flowing): number =>
  flows
    .filter((one) => one !== than && one.meter.flow === 'used' && one.behind === undefined)
    .reduce((sum, one) => sum + one.sum, 0)

/** The meter behind which all others are: it has counted no less than they have together. */
function wholeOf(flows: readonly Flowing[]): Flowing | undefined {
  const [most] = flows
    .filter(({ meter, behind }) => meter.flow === 'used' && meter.mayBeWhole && behind === undefined)
    .toSorted((a, b) => b.sum - a.sum)
  return most && most.sum > 0 && most.sum >= othersOf(flows, most) * NEARLY ? most : undefined
}

/** The same of what counts what is drawn from the grid, with what the home used of its own. */
function drawnByAll(flows: readonly Flowing[], own: OwnFlows | undefined): readonly Flowing[] {
  const drawn = flows.filter(({ meter }) => meter.flow === 'drawn')
  const sum = drawn.reduce((all, one) => all + one.sum, own?.own.totals.at(-1) ?? 0)
  return sum > 0 && sum >= othersOf(flows) * NEARLY ? drawn : []
}

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
