import differences from '#catalogue/rules/differences.json'
import { standing } from '#engine/charts/Bands.tsx'
import { lengthOf } from '#engine/charts/model/bands.ts'
import { type Day, dayAfter, type Range } from '#engine/charts/model/range.ts'
import type { Track } from '#engine/charts/model/track.ts'
import type { BandSeries } from '#engine/charts/series.ts'
import type { RawValue } from '#engine/widget.ts'
import { momentOf } from '#gateway/lib/times/zone.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import type { DifferenceRules } from '#schemas/generated/definitions/rules-differences.ts'
import { idOf } from '../recordable.ts'
import type { HomeThen } from './past-home.ts'

const { hours, leastMinutes } = differences as DifferenceRules

export const HOURS = ['day', 'night', 'own'] as const
export type Hours = (typeof HOURS)[number]

/** From one hour of the clock to another; without any they are those of the night. */
export interface OwnHours {
  from: number
  to: number
}

/** "07:30" as hours; undefined of what is no time. */
export function hourOf(clock: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? []
  return hour === undefined ? undefined : Number(hour) + Number(minute) / 60
}

export function clockOf(hour: number): string {
  const minutes = Math.round(hour * 60) % 1440
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** What somebody typed into the address; the same hour twice is a whole day. */
export const ownHours = (from: string, to: string): OwnHours => ({
  from: hourOf(from) ?? hours.night.from,
  to: hourOf(to) ?? hours.night.to,
})

/** A day, the night that ends in it, or its own hours, by the clocks of the home. */
export function stretchOf(day: Day, which: Hours, zone: string, own: OwnHours = hours.night): Range {
  const { from, to } = which === 'own' ? own : hours[which]
  const wall = (one: Day, hour: number): number =>
    momentOf(Date.parse(`${one}T00:00:00Z`) + hour * 3_600_000, zone)
  return { from: wall(from < to ? day : dayAfter(day, -1), from), to: wall(day, to) }
}

/** What the states of a home did in a stretch: what held when it began, and what changed. */
export function statesOf(
  begin: HomeThen,
  { changes }: AnswerOf<'homeChanges'>,
  { from }: Range,
): ReadonlyMap<string, Track> {
  const tracks = new Map<string, { times: number[]; values: RawValue[] }>()
  for (const { device_id: device, values } of begin.devices)
    for (const { service_name: service, property_name: property, value } of values)
      tracks.set(idOf({ device, service, property }), { times: [from], values: [value] })
  for (const { at, device_id: device, service_name: service, property_name: property, value } of changes) {
    if (service === undefined || property === undefined) continue
    const id = idOf({ device, service, property })
    const track = tracks.get(id) ?? { times: [], values: [] }
    track.times.push(at)
    track.values.push(value)
    tracks.set(id, track)
  }
  return tracks
}

/** One state on both days. */
export interface Pair {
  device: string
  /** Of the value. */
  id: string
  days: readonly [BandSeries, BandSeries]
  /** How much longer it was on, open, there on the second day, ms. */
  longer: number
}

const standingTime = (series: BandSeries, range: Range): number => lengthOf(standing(series.bands, range))

/** What differs first, and how many behaved alike. */
export function paired(
  series: readonly Pick<Pair, 'device' | 'days'>[],
  [first, second]: readonly [Range, Range],
  now: number,
): { different: readonly Pair[]; alike: number } {
  // One that still runs is compared with the same hours of the other.
  const elapsed = Math.min(now, second.to) - second.from
  const cut = ({ from, to }: Range): Range => ({ from, to: Math.min(to, from + elapsed) })
  const known = series.filter(({ days }) => days.every(({ bands }) => bands.length > 0))
  const pairs = known.map(
    ({ device, days }): Pair => ({
      device,
      id: days[0].id,
      days,
      longer: standingTime(days[1], cut(second)) - standingTime(days[0], cut(first)),
    }),
  )
  const different = pairs.filter(({ longer }) => Math.abs(longer) >= leastMinutes * 60_000)
  return {
    different: different.toSorted((a, b) => Math.abs(b.longer) - Math.abs(a.longer)),
    alike: pairs.length - different.length,
  }
}
