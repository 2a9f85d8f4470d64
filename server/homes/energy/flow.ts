import type { EnergyRules } from '#schemas/generated/definitions/rules-energy.ts'

const HOUR = 3_600_000

/** What was measured when, ascending in time. */
export interface Readings {
  times: readonly number[]
  values: readonly number[]
}

export interface Doubt {
  from: number
  to: number
  /** Spread evenly over a time without reports; not known at all; a counter that began anew. */
  why: 'estimated' | 'unknown' | 'replaced'
}

/** How much has flowed up to each moment since the first, kWh; between them evenly. Never falls. */
export interface Flow {
  times: readonly number[]
  totals: readonly number[]
  doubts: readonly Doubt[]
}

type Believed = Pick<EnergyRules, 'mostKw' | 'jitterKwh' | 'anewShare' | 'riseMs' | 'gapMs' | 'holdMs'>

/** Readings in the order of time; of two at one moment the last counts, and what is no number says nothing. */
export function ordered({ times, values }: Readings): Readings {
  const all = times
    .map((at, place) => [at, values[place] ?? Number.NaN] as const)
    .filter(([at, value]) => Number.isFinite(at) && Number.isFinite(value))
    .toSorted(([a], [b]) => a - b)
    .filter(([at], place, sorted) => sorted[place + 1]?.[0] !== at)
  return { times: all.map(([at]) => at), values: all.map(([, value]) => value) }
}

/**
 * What a counter counted. One that goes back far began anew and has counted its present value since; one that goes back a
 * little ran backwards, which used nothing, unless it only trembles;
 * one that rises faster than a home can draw is another counter: what it shows was not used here.
 */
export function counted(readings: Readings, rules: Believed): Flow {
  const { times: at, values } = ordered(readings)
  const [times, totals]: [number[], number[]] = [[], []]
  const doubts: Doubt[] = []
  let total = 0
  let reached = values[0] ?? 0
  for (const [place, time] of at.entries()) {
    const value = values[place] ?? reached
    const before = at[place - 1]
    if (before !== undefined) {
      const most = (rules.mostKw * Math.max(time - before, 60_000)) / HOUR
      const trembles = value < reached && reached - value <= rules.jitterKwh
      const anew = value < reached * rules.anewShare && !trembles
      const more = trembles ? 0 : anew ? Math.max(0, value) : Math.max(0, value - reached)
      const believed = more <= most
      if (!trembles) reached = value
      if (anew || !believed) doubts.push({ from: before, to: time, why: 'replaced' })
      else if (more > 0 && time - before > rules.gapMs)
        doubts.push({ from: before, to: time, why: 'estimated' })
      else if (time - before > rules.riseMs) {
        times.push(time - rules.riseMs)
        totals.push(total)
      }
      if (believed) total += more
    }
    times.push(time)
    totals.push(total)
  }
  return { times, totals, doubts }
}

/** What a power of so many kW has made: each value holds until the next, but not for ever. What flows back is not counted. */
export function integrated(readings: Readings, end: number, rules: Believed): Flow {
  const { times: at, values } = ordered(readings)
  const times: number[] = []
  const totals: number[] = []
  const doubts: Doubt[] = []
  let total = 0
  for (const [place, from] of at.entries()) {
    const next = Math.max(from, at[place + 1] ?? end)
    const held = Math.min(next, from + rules.holdMs)
    times.push(from)
    totals.push(total)
    const power = Math.min(Math.max(0, values[place] ?? 0), rules.mostKw)
    total += (power * (held - from)) / HOUR
    if (held < next) {
      times.push(held)
      totals.push(total)
      doubts.push({ from: held, to: next, why: 'unknown' })
    }
  }
  if (at.length > 0 && (times.at(-1) ?? 0) < end) {
    times.push(end)
    totals.push(total)
  }
  return { times, totals, doubts }
}

/** How much had flowed at a moment: before the first nothing, after the last all. */
export function flowedAt({ times, totals }: Flow, moment: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= moment) low = middle + 1
    else high = middle
  }
  const [before, after] = [times[low - 1], times[low]]
  if (before === undefined) return 0
  const [had, has] = [totals[low - 1] ?? 0, totals[low] ?? 0]
  if (after === undefined) return had
  return had + ((has - had) * (moment - before)) / (after - before)
}

/** What flowed between each of these moments and the next, kWh. */
export function amounts(flow: Flow, bounds: readonly number[]): number[] {
  const at = bounds.map((moment) => flowedAt(flow, moment))
  return at.slice(1).map((total, place) => total - (at[place] ?? 0))
}
