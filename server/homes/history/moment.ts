import { setImmediate } from 'node:timers/promises'
import { keyFigures } from '#gateway/lib/values/figures.ts'
import type { DeviceThen, HomeThen, StatusThen } from '#schemas/generated/entities/home-then.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import type { Store } from '#server/store/store.ts'
import { toldIn } from './days.ts'
import {
  DAY,
  dayOf,
  type HistoryValue,
  merged,
  NONE,
  type Points,
  spread,
  statusIn,
  unpackPoints,
  within,
} from './points.ts'

interface Change {
  at: number
  device_id: string
  service_name?: string
  property_name?: string
  value: HistoryValue
}

export interface Changes {
  counts: number[]
  changes: Change[]
}

type Entry = readonly [at: number, value: HistoryValue]

/** How many days are read before somebody else has his turn. */
const AT_A_TIME = 250
const QUARTER = 15 * 60_000
const OF_A_QUARTER = 20

/** What held at a moment, of a whole home: each series is read no further back than its last day. */
export async function readMoment(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  at: number,
  match: (series: string) => boolean,
): Promise<HomeThen> {
  const found = new Map<string, Entry>()
  const last = await history.lastDays(serialNumber, dayOf(at))
  const later = await entered(last, at, match, found)
  // They changed later on that day, and hold from an earlier one.
  if (later.size > 0)
    await entered(
      await history.lastDays(serialNumber, dayOf(at) - 1),
      at,
      (series) => later.has(series),
      found,
    )
  for (const { series, points } of (await history.waiting(serialNumber)).flatMap(({ entries }) =>
    toldIn(entries),
  )) {
    const told = match(series) ? entryAt(points, at) : undefined
    if (told && told[0] >= (found.get(series)?.[0] ?? 0)) found.set(series, told)
  }
  const first = found.size === 0 ? await history.firstDay(serialNumber) : undefined
  return { ...thenOf(found), ...(first !== undefined && { since: first * DAY }) }
}

/** Enters what held; answers which series begin later. */
async function entered(
  days: readonly HistoryDay[],
  at: number,
  match: (series: string) => boolean,
  found: Map<string, Entry>,
): Promise<ReadonlySet<string>> {
  const later = new Set<string>()
  let read = 0
  for (const { series, points } of days) {
    if (!match(series)) continue
    const entry = entryAt(unpacked(points), at)
    if (entry) found.set(series, entry)
    else later.add(series)
    if (++read % AT_A_TIME === 0) await setImmediate()
  }
  return later
}

/** Whoever goes through a day asks for the same days again and again. */
const recent = new Map<string, Points>()
/** Some megabytes. */
const MOST_RECENT = 500_000
let held = 0

function unpacked(text: string): Points {
  const known = recent.get(text)
  if (known) return known
  const points = spread(unpackPoints(text))
  if (held > MOST_RECENT) {
    recent.clear()
    held = 0
  }
  held += points.times.length
  recent.set(text, points)
  return points
}

function entryAt({ times, values }: Points, at: number): Entry | undefined {
  const place = times.findLastIndex((time) => time <= at)
  const [time, value] = [times[place], values[place]]
  return time === undefined || value === undefined ? undefined : [time, value]
}

function thenOf(found: ReadonlyMap<string, Entry>): HomeThen {
  const devices = new Map<string, DeviceThen>()
  const statuses: StatusThen[] = []
  let online: boolean | undefined
  for (const [series, [at, value]] of found) {
    if (series === '') {
      online = value === 1
      continue
    }
    const resource_id = statusIn(series)
    if (resource_id !== undefined) {
      statuses.push({ resource_id, state: value === true, since: at })
      continue
    }
    const { device_id, service_name, property_name } = partsOf(series)
    const device: DeviceThen = devices.get(device_id) ?? { device_id, values: [] }
    devices.set(device_id, device)
    if (service_name !== undefined && property_name !== undefined)
      device.values.push({ service_name, property_name, value, at })
    else if (typeof value === 'number') Object.assign(device, { status: value, status_since: at })
  }
  return { devices: [...devices.values()], statuses, ...(online !== undefined && { online }) }
}

function partsOf(series: string): Pick<Change, 'device_id' | 'service_name' | 'property_name'> {
  const [device_id = '', service_name, property_name] = series.split('/')
  return {
    device_id,
    ...(service_name !== undefined && property_name !== undefined && { service_name, property_name }),
  }
}

/** When the states of a home changed: all of them counted, of each quarter of an hour the first ones named. */
export async function readChanges(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  states: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Changes> {
  const tracks = await tracksOf(history, serialNumber, states, { first: dayOf(from), last: dayOf(to) })
  const quarters = Array.from({ length: Math.ceil((to - from) / QUARTER) }, (): Change[] => [])
  for (const [series, { times, values }] of tracks)
    for (const [place, at] of times.entries()) {
      const value = values[place]
      if (value !== undefined && at >= from && at < to)
        quarters[Math.floor((at - from) / QUARTER)]?.push({ at, ...partsOf(series), value })
    }
  return {
    counts: quarters.map(({ length }) => length),
    changes: quarters.flatMap((some) => some.toSorted((a, b) => a.at - b.at).slice(0, OF_A_QUARTER)),
  }
}

/** What a number of a home came to in a range, as it is told on the wire. */
export interface NumberThen {
  device_id: string
  service_name: string
  property_name: string
  /** Weighted by how long each value held. */
  mean: number
  min: number
  max: number
  /** What a counter went up by. */
  gained: number
}

/** Key figures of each of these numbers over the part of a range that is over. Of what held when it began the day before tells. */
export async function readNumbers(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  numbers: readonly string[],
  range: { from: number; to: number },
  now: number,
): Promise<NumberThen[]> {
  const days = { first: dayOf(range.from) - 1, last: dayOf(range.to) }
  const tracks = await tracksOf(history, serialNumber, numbers, days)
  return [...tracks].flatMap(([series, points]): NumberThen[] => {
    const { device_id, service_name, property_name } = partsOf(series)
    const { times, values } = within(points, { from: range.from, to: range.to - 1 })
    const known = values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null))
    const figures = keyFigures({ times, values: known }, range, now)
    if (!figures || service_name === undefined || property_name === undefined) return []
    const { mean, min, max, gained } = figures
    return [{ device_id, service_name, property_name, mean, min: min.value, max: max.value, gained }]
  })
}

/** What was told on some days, also what waits to be sorted into them. */
async function tracksOf(
  history: Store['history'],
  serialNumber: string,
  series: readonly string[],
  range: { first: number; last: number },
): Promise<ReadonlyMap<string, Points>> {
  const wanted = new Set(series)
  const tracks = new Map<string, Points>()
  const add = (one: string, points: Points): void =>
    void tracks.set(one, merged(tracks.get(one) ?? NONE, points))
  const days = await history.days(serialNumber, series, range)
  for (const [place, { series: one, points }] of days.entries()) {
    add(one, spread(unpackPoints(points)))
    if (place % AT_A_TIME === 0) await setImmediate()
  }
  for (const { entries } of await history.waiting(serialNumber))
    for (const { series: one, points } of toldIn(entries)) if (wanted.has(one)) add(one, points)
  return tracks
}
