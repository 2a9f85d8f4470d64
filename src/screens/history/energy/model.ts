import { type Day, dayAfter, dayOf, type Range, rangeOfDays } from '#engine/charts/model/range.ts'
import { localOf } from '#gateway/lib/times/zone.ts'
import type { Energy, EnergyMeter, OwnUse } from '#schemas/generated/entities/energy.ts'

export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Steps of a period. */
export const STEPS = { day: 'hour', week: 'day', month: 'day', year: 'month' } as const

export interface Days {
  first: Day
  last: Day
}

const dateOf = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const dayFrom = (year: number, month: number, date: number): Day =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** The day, week, month or year of the calendar that a day is in; weeks begin on Monday. */
export function daysOf(period: Period, day: Day): Days {
  const date = dateOf(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (period === 'day') return { first: day, last: day }
  if (period === 'week') {
    const first = dayAfter(day, -((date.getUTCDay() + 6) % 7))
    return { first, last: dayAfter(first, 6) }
  }
  return period === 'month'
    ? { first: dayFrom(year, month, 1), last: dayFrom(year, month + 1, 0) }
    : { first: dayFrom(year, 0, 1), last: dayFrom(year, 11, 31) }
}

/** The same kind of period right before. */
export const periodBefore = (period: Period, day: Day): Days =>
  daysOf(period, dayAfter(daysOf(period, day).first, -1))
export const periodAfter = (period: Period, day: Day): Days =>
  daysOf(period, dayAfter(daysOf(period, day).last, 1))

export const rangeOf = ({ first, last }: Days, zone: string): Range => rangeOfDays(first, last, zone)

/** As much of the period before as has passed of this one: what still runs is not compared with a whole one. */
export function sameOf(before: Range, { from, to }: Range, now: number): Range {
  return now >= to ? before : { from: before.from, to: Math.min(before.to, before.from + (now - from)) }
}

/** A meter with what is known of its device. */
export interface Shown {
  id: string
  name: string
  icon: string
  room: { id: string; name: string } | undefined
  meter: EnergyMeter
}

/** A part of each step, from below. */
export interface Layer {
  id: string
  /** Undefined: what is left over. */
  name: string | undefined
  amounts: readonly number[]
  /** What a kWh of it costs, where it is divided by that. */
  price?: number
  /** What the home produced itself, where it is divided by price. */
  own?: true
}

export interface Summed {
  /** Rooms or devices, those that used most first, or tariffs, the dearest first; then the rest. */
  layers: readonly Layer[]
  used: readonly number[]
  costs: readonly number[]
  produced: readonly number[]
  earned: readonly number[]
  /** What the home used of its own; undefined where its meters can't tell. */
  own: Own | undefined
  largest: readonly Alone[]
}

const MOST_LAYERS = 4
const plus = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((one, place) => one + (b[place] ?? 0))
const sumOf = (all: readonly (readonly number[])[], length: number): number[] =>
  all.reduce<number[]>(
    plus,
    Array.from({ length }, () => 0),
  )
export const totalOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

export const GROUPS = ['room', 'device', 'tariff'] as const
export type Group = (typeof GROUPS)[number]

/** What a home used of its own, by step. */
export interface Own {
  amounts: readonly number[]
  /** How much of what it produced it used itself, and how much of what it used it produced, 0 to 1; undefined: nothing of it. */
  ofProduced: Share
  ofUsed: Share
}

/** Of a step, or of all. */
type Share = (place?: number) => number | undefined

function ownUse({ amounts, produced, used }: OwnUse): Own {
  const shareOf =
    (whole: readonly number[] | undefined): Share =>
    (place) => {
      const at = (all: readonly number[]): number => (place === undefined ? totalOf(all) : (all[place] ?? 0))
      return whole && at(whole) >= LEAST_OF_SHARES ? Math.min(1, at(amounts) / at(whole)) : undefined
    }
  return { amounts, ofProduced: shareOf(produced), ofUsed: shareOf(used) }
}
/** Of less kWh a share says nothing. */
const LEAST_OF_SHARES = 0.005

/** A meter without what others behind it count as well. */
interface Alone extends Shown {
  /** How many do. */
  without: number
}

/** Each meter of what is used by itself: so all of them together count nothing twice. */
export function ownOf(shown: readonly Shown[]): readonly Alone[] {
  const behind = Map.groupBy(shown, ({ meter }) => meter.behind)
  const less = (all: readonly number[], others: readonly (readonly number[])[]): number[] =>
    all.map((one, place) => Math.max(0, one - totalOf(others.map((other) => other[place] ?? 0))))
  return shown.map((one) => {
    const others = one.meter.flow === 'used' ? (behind.get(one.id) ?? []).map(({ meter }) => meter) : []
    if (others.length === 0) return { ...one, without: 0 }
    const { amounts, costs, standby } = one.meter
    const meter = {
      ...one.meter,
      amounts: less(
        amounts,
        others.map((other) => other.amounts),
      ),
      costs: less(
        costs,
        others.map((other) => other.costs),
      ),
      standby: Math.max(0, standby - totalOf(others.map((other) => other.standby))),
    }
    return { ...one, meter, without: others.length }
  })
}

/** So many of the dearest prices have a layer of their own. */
const bandLayers = (bands: Energy['bands'], by: 'amounts' | 'costs', most: number): Layer[] =>
  bands.slice(0, most).map(({ price, amounts }) => ({
    ...{ id: `price ${price}`, name: undefined, price },
    amounts: by === 'costs' ? amounts.map((amount) => amount * price) : amounts,
  }))

const partLayers = (
  parts: readonly Shown[],
  by: 'amounts' | 'costs',
  group: 'room' | 'device',
  length: number,
): Layer[] =>
  [...Map.groupBy(parts, group === 'room' ? ({ room }) => room?.id ?? '' : ({ id }) => id)]
    .filter(([id]) => id !== '')
    .map(([id, those]): Layer => {
      const [first] = those
      const amounts = sumOf(
        those.map(({ meter }) => meter[by]),
        length,
      )
      return { id, name: group === 'room' ? first?.room?.name : first?.name, amounts }
    })
    .toSorted((a, b) => totalOf(b.amounts) - totalOf(a.amounts))
    .slice(0, MOST_LAYERS)

/** What a home used: by its main meter where it has one, whose rest nobody else counts, else by all that count. */
export function summed(
  { steps, bands = [], own }: Pick<Energy, 'steps'> & Partial<Pick<Energy, 'bands' | 'own'>>,
  shown: readonly Shown[],
  by: 'amounts' | 'costs',
  group: Group = 'room',
): Summed {
  const length = Math.max(0, steps.length - 1)
  const of = (all: readonly Shown[], what: 'amounts' | 'costs'): number[] =>
    sumOf(
      all.map(({ meter }) => meter[what]),
      length,
    )
  const used = shown.filter(({ meter }) => meter.flow === 'used')
  const produced = shown.filter(({ meter }) => meter.flow === 'produced')
  const fedIn = shown.filter(({ meter }) => meter.flow === 'fed_in')
  const whole = shown.filter(({ meter }) => meter.whole)
  const first = used.filter(({ meter }) => !meter.whole && meter.behind === undefined)
  const parts = ownOf(used.filter(({ meter }) => !meter.whole))
  // What is drawn from the grid is not all that was used.
  const besides = own && whole.some(({ meter }) => meter.flow === 'drawn') ? own.amounts : []
  const total = (what: 'amounts' | 'costs'): number[] => {
    const counted = of(whole.length > 0 ? whole : first, what)
    return what === 'costs' ? counted : plus(counted, besides)
  }
  const ownLayer: Layer[] =
    own && by === 'amounts' ? [{ id: 'own', name: undefined, own: true, amounts: own.amounts }] : []
  const byTariff = (): Layer[] => [...bandLayers(bands, by, MOST_LAYERS - ownLayer.length), ...ownLayer]
  const layers = (group === 'tariff' ? byTariff() : partLayers(parts, by, group, length)).filter(
    ({ amounts }) => totalOf(amounts) > 0,
  )
  const counted = sumOf(
    layers.map(({ amounts }) => amounts),
    length,
  )
  const rest = total(by).map((one, place) => Math.max(0, one - (counted[place] ?? 0)))
  return {
    layers: totalOf(rest) > 0.0005 ? [...layers, { id: '', name: undefined, amounts: rest }] : layers,
    used: total('amounts'),
    costs: total('costs'),
    produced: of(produced, 'amounts'),
    earned: of([...produced, ...fedIn], 'costs'),
    own: own && ownUse(own),
    largest: parts
      .filter(({ meter }) => totalOf(meter.amounts) > 0)
      .toSorted((a, b) => totalOf(b.meter.amounts) - totalOf(a.meter.amounts)),
  }
}

/**
 * What each step still to come will probably use: the mean of the same weekdays, where there are some, else of all that are
 * over. Undefined for what is over, and all of it while nothing is.
 */
export function expected(
  { steps }: Pick<Energy, 'steps'>,
  used: readonly number[],
  now: number,
  zone: string,
): readonly (number | undefined)[] {
  const over = used.flatMap((amount, place) =>
    (steps[place + 1] ?? Infinity) <= now ? [{ amount, weekday: weekdayOf(steps[place] ?? 0, zone) }] : [],
  )
  const meanOf = (some: readonly { amount: number }[]): number =>
    totalOf(some.map(({ amount }) => amount)) / some.length
  return used.map((amount, place) => {
    const [from = 0, to = 0] = [steps[place], steps[place + 1]]
    if (to <= now || over.length === 0) return undefined
    const alike = over.filter(({ weekday }) => weekday === weekdayOf(from, zone))
    const whole = meanOf(alike.length > 0 && alike.length < over.length ? alike : over)
    // The one that runs now has used some of it.
    return from < now ? Math.max(0, whole - amount) : whole
  })
}

const weekdayOf = (at: number, zone: string): number => localOf(at, zone).weekday

/** How much more or less than before, as a share; undefined where nothing is to be compared with. */
export const change = (now: number, before: number | undefined): number | undefined =>
  before === undefined || before < 0.05 ? undefined : (now - before) / before

/** Round numbers for an axis, from nothing to above the most. */
export function axisOf(most: number): number[] {
  const rough = Math.max(most, 1e-3) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10)
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, place) =>
    Number((place * step).toPrecision(6)),
  )
}

export const todayIn = (now: number, zone: string): Day => dayOf(now, zone)

/** Up to the end of each step that is over, and of the one that runs until now: what had come together by then. */
export function gathered(
  { steps }: Pick<Energy, 'steps'>,
  amounts: readonly number[],
  now: number,
): readonly { at: number; sum: number }[] {
  const [from = 0] = steps
  let sum = 0
  return [
    { at: from, sum },
    ...amounts.flatMap((amount, place) => {
      if ((steps[place] ?? Infinity) >= now) return []
      sum += amount
      return [{ at: Math.min(now, steps[place + 1] ?? now), sum }]
    }),
  ]
}

/** So much more than what always runs is still not used. */
const IDLE = { share: 1.15, kwh: 0.005 }

/** For how many days, up to the last that is over, a meter has counted hardly more than what always runs. */
export function idleDays(
  { steps }: Pick<Energy, 'steps'>,
  { amounts, standby }: Pick<EnergyMeter, 'amounts' | 'standby'>,
  now: number,
): number {
  const over = steps.slice(1).filter((end) => end <= now).length
  const most = (standby / 1000) * 24 * IDLE.share + IDLE.kwh
  return over - 1 - amounts.slice(0, over).findLastIndex((amount) => amount > most)
}

/** What changed by more stands out. */
export const STRIKING = 0.25
/** Of so few days nothing can be said. */
const FEW_DAYS = 3
/** Less than that is not worth a word. */
const LEAST_KWH = 1

/** A device that began to use much more in the midst of a period, and when: where the means before and after differ most. */
export interface Rise {
  device: Shown
  /** When the first step began in which it used more, epoch ms. */
  since: number
  /** As a share. */
  by: number
}

/** The one that adds most, of those that used as much before as after would be expected to. */
export function steepest(
  { steps }: Pick<Energy, 'steps'>,
  devices: readonly Shown[],
  now: number,
): Rise | undefined {
  const over = steps.slice(1).filter((end) => end <= now).length
  const rises = devices.flatMap((device) => {
    const amounts = device.meter.amounts.slice(0, over)
    const means = amounts.flatMap((_, at) => {
      if (at < FEW_DAYS || over - at < FEW_DAYS) return []
      const [before, after] = [meanOf(amounts.slice(0, at)), meanOf(amounts.slice(at))]
      return [{ at, before, after }]
    })
    const [found] = means.toSorted((a, b) => b.after - b.before - (a.after - a.before))
    if (!found) return []
    const { at, before, after } = found
    const [least, more] = [before * (1 + STRIKING), (after - before) * (over - at)]
    // One day that stands out is no change of habits.
    const isStriking = before > 0 && (amounts[at] ?? 0) >= least && after >= least && more >= LEAST_KWH
    return isStriking ? [{ device, since: steps[at] ?? 0, by: after / before - 1, more }] : []
  })
  const [most] = rises.toSorted((a, b) => b.more - a.more)
  return most && { device: most.device, since: most.since, by: most.by }
}

const meanOf = (amounts: readonly number[]): number => totalOf(amounts) / Math.max(1, amounts.length)
