import rulesFile from '#catalogue/rules/energy.json' with { type: 'json' }
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import type { EnergyRules } from '#schemas/generated/definitions/rules-energy.ts'
import type { Energy, EnergyMeter } from '#schemas/generated/entities/energy.ts'
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

/** What of a device counts energy: of what is used and of what is produced one each, a counter before a power. */
export function metersOf(device: string, layout: DeviceLayout): Meter[] {
  const found = new Map<EnergyMeter['flow'], Meter & { partly: boolean }>()
  for (const [path, { unit = '', scale = 1 }] of recordableOf(layout)) {
    const counter = rules.counters[unit]
    const factor = counter ?? rules.powers[unit]
    if (factor === undefined) continue
    const name = path.toLowerCase()
    const flow = rules.production.some((part) => name.includes(part)) ? 'produced' : 'used'
    const from = counter === undefined ? 'power' : 'counter'
    const partly = rules.parts.some((end) => name.endsWith(end))
    const known = found.get(flow)
    if (known && !isBetter({ from, partly }, known)) continue
    const mayBeWhole = rules.whole.includes(layout.type)
    found.set(flow, {
      ...{ series: `${device}/${path}`, device, flow, from, factor: factor * scale },
      ...{ mayBeWhole, partly },
    })
  }
  return [...found.values()].map(({ partly: _, ...meter }) => meter)
}

type Rank = Pick<Meter, 'from'> & { partly: boolean }

/** What counts all comes before what counts a part of it, then a counter before a power. */
const isBetter = (one: Rank, other: Rank): boolean =>
  one.partly === other.partly ? one.from === 'counter' && other.from === 'power' : other.partly

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

/** What these meters counted, in steps, with what it cost. */
export function energyOf(
  meters: readonly Meter[],
  readings: ReadonlyMap<string, Readings>,
  tariffs: Pick<EnergyTariffs, 'currency' | 'tariffs'>,
  { range, step, zone, now }: Asked,
): Energy {
  const steps = stepsIn(range, step, zone)
  const prices = pricesIn(tariffs, range, zone)
  const known = Math.min(range.to, now)
  const shown = meters.flatMap((meter): EnergyMeter[] => {
    const told = readings.get(meter.series)
    if (!told || told.times.length === 0) return []
    const scaled = { times: told.times, values: told.values.map((value) => value * meter.factor) }
    const flow = meter.from === 'counter' ? counted(scaled, rules) : integrated(scaled, known, rules)
    return [
      {
        device_id: meter.device,
        flow: meter.flow,
        from: meter.from,
        amounts: amounts(flow, steps).map(fine),
        costs: costsOf(flow, steps, prices, meter.flow).map(fine),
        standby: fine(standbyOf(flow, { from: range.from, to: known }, zone)),
        doubts: flow.doubts.filter(({ from, to }) => to > range.from && from < range.to).slice(0, 20),
      },
    ]
  })
  const whole = wholeOf(meters, shown)
  return {
    steps,
    currency: tariffs.currency,
    priced: tariffs.tariffs.length > 0,
    meters: shown.map((meter) => (meter === whole ? { ...meter, whole: true as const } : meter)),
  }
}

/** The meter behind which all others are: it has counted no less than they have together. */
function wholeOf(meters: readonly Meter[], shown: readonly EnergyMeter[]): EnergyMeter | undefined {
  const candidates = new Set(meters.filter(({ mayBeWhole }) => mayBeWhole).map(({ device }) => device))
  const used = shown
    .filter(({ flow }) => flow === 'used')
    .map((meter) => ({ meter, total: meter.amounts.reduce((sum, one) => sum + one, 0) }))
    .toSorted((a, b) => b.total - a.total)
  const [most] = used.filter(({ meter }) => candidates.has(meter.device_id))
  if (!most || most.total <= 0) return undefined
  const others = used.reduce((sum, { meter, total }) => (meter === most.meter ? sum : sum + total), 0)
  return most.total >= others * NEARLY ? most.meter : undefined
}
/** Meters round, each for itself. */
const NEARLY = 0.97

/** More digits than a meter has are noise. */
const fine = (value: number): number => Number(value.toPrecision(9))

function costsOf(
  flow: Flow,
  steps: readonly number[],
  prices: readonly Priced[],
  way: EnergyMeter['flow'],
): number[] {
  const costs = steps.slice(1).map(() => 0)
  for (const { from, to, price, feedIn } of prices) {
    const each = way === 'used' ? price : feedIn
    if (each === 0) continue
    for (let place = 0; place < costs.length; place++) {
      const start = Math.max(from, steps[place] ?? 0)
      const end = Math.min(to, steps[place + 1] ?? 0)
      if (end > start)
        costs[place] = (costs[place] ?? 0) + (flowedAt(flow, end) - flowedAt(flow, start)) * each
    }
  }
  return costs
}

/** Watts that run while everybody sleeps: the mean of the nights that are known as a whole. */
function standbyOf(flow: Flow, { from, to }: { from: number; to: number }, zone: string): number {
  const { night } = rules
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
  return mean >= rules.standbyLeast ? mean : 0
}
