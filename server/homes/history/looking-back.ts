import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { HomeThen } from '#schemas/generated/entities/home-then.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { Store } from '#server/store/store.ts'
import { type EnergyStep, energyOf, metersOf } from '../energy/energy.ts'
import { readReadings } from '../energy/read.ts'
import type { Home } from '../home.ts'
import { toldIn } from './days.ts'
import type { HandOvers } from './hand-overs.ts'
import { type Changes, type NumberThen, readChanges, readMoment, readNumbers } from './moment.ts'
import {
  continued,
  dayOf,
  fewer,
  type Meaning,
  merged,
  NONE,
  type Points,
  spread,
  unpackPoints,
  within,
} from './points.ts'
import { recordableOf } from './recordable.ts'
import type { Recorder } from './recorder.ts'

/** A chart needs no more. */
const MOST = 2000

/** What a series did in a range, and before it what still held; at most 2,000 points, in which no peak is lost. */
export async function readHistory(
  { history }: Pick<Store, 'history'>,
  serialNumber: string,
  wanted: readonly string[] | ((series: string) => boolean),
  range: { from: number; to: number },
): Promise<ReadonlyMap<string, Points>> {
  const rows = await history.waiting(serialNumber)
  const waiting = rows.flatMap(({ entries }) => toldIn(entries))
  const series =
    typeof wanted === 'function' ? [...new Set(waiting.map((told) => told.series).filter(wanted))] : wanted
  const days = await history.days(serialNumber, series, { first: dayOf(range.from), last: dayOf(range.to) })
  const found = new Map<string, Points>()
  for (const one of series) {
    const own = days.filter((day) => day.series === one)
    const before = await history.before(serialNumber, one, dayOf(range.from))
    const unpacked = [...(before ? [before] : []), ...own].map(({ points }) => unpackPoints(points))
    const buckets = unpacked.reduce((sum, { spans, times }) => sum + (spans ? times.length : 0), 0)
    const together = Math.max(1, Math.ceil((buckets * 3) / MOST))
    const known = unpacked.map((day) => spread(day, together))
    const fresh = waiting.filter((told) => told.series === one).map(({ points }) => points)
    const all = continued(concatenated(known), fresh.reduce(merged, NONE))
    found.set(one, fewer(within(all, range), range, MOST))
  }
  return found
}

/** Days in their order. */
const concatenated = (days: readonly Points[]): Points => ({
  times: days.flatMap(({ times }) => times),
  values: days.flatMap(({ values }) => values),
  ...(days.at(-1)?.meaning && { meaning: days.at(-1)?.meaning }),
})

interface Range {
  from: number
  to: number
}

/** What is asked of what homes did. */
export interface LookingBack {
  /** What series of a home did; of a device those that its layout records. */
  history(
    serialNumber: string,
    series: { device?: string; named?: readonly string[] },
    range: Range,
  ): Promise<ReadonlyMap<string, Points>>
  /** How a home was at a moment. */
  at(serialNumber: string, at: number, match: (series: string) => boolean): Promise<HomeThen>
  /** Which states of a home changed in a range. */
  changes(serialNumber: string, range: Range): Promise<Changes>
  /** What the numbers of a home came to in a range. */
  numbers(serialNumber: string, range: Range): Promise<NumberThen[]>
  /** What the meters of a home counted. */
  energy(serialNumber: string, asked: { range: Range; step: EnergyStep; zone: string }): Promise<Energy>
}

interface Parts {
  store: Pick<Store, 'history' | 'energyTariffs' | 'energyMeters'>
  catalogue: Pick<Catalogue, 'layoutOf'>
  recorder: Pick<Recorder, 'flush'>
  handOvers: Pick<HandOvers, 'done'>
  homeOf(serialNumber: string): Promise<Home | undefined>
  now(): number
}

export function lookingBack({ store, catalogue, recorder, handOvers, homeOf, now }: Parts): LookingBack {
  /** Its devices, once all that is known of it is on disk. */
  const devicesOf = async (serialNumber: string): Promise<ReturnType<Home['devices']>> => {
    const home = await homeOf(serialNumber)
    await handOvers.done(serialNumber)
    await recorder.flush()
    return home?.devices() ?? []
  }
  /** The series of what is recorded as lines or as steps. */
  const drawnAs = (draw: Meaning['draw'], devices: ReturnType<Home['devices']>): string[] =>
    devices.flatMap((device) =>
      [...recordableOf(catalogue.layoutOf(device).layout)].flatMap(([path, { meaning }]) =>
        meaning.draw === draw ? [`${device.id}/${path}`] : [],
      ),
    )
  return {
    async history(serialNumber, { device, named }, range) {
      const known = (await devicesOf(serialNumber)).find(({ id }) => id === device)
      const paths = known ? [...recordableOf(catalogue.layoutOf(known).layout).keys()] : []
      return readHistory(store, serialNumber, named ?? paths.map((path) => `${device}/${path}`), range)
    },
    async at(serialNumber, at, match) {
      await devicesOf(serialNumber)
      return readMoment(store, serialNumber, at, match)
    },
    async changes(serialNumber, range) {
      const devices = await devicesOf(serialNumber)
      const states = [...devices.map(({ id }) => id), ...drawnAs('step', devices)]
      return readChanges(store, serialNumber, states, range)
    },
    async numbers(serialNumber, range) {
      const numbers = drawnAs('area', await devicesOf(serialNumber))
      return readNumbers(store, serialNumber, numbers, range, now())
    },
    async energy(serialNumber, asked) {
      const meters = (await devicesOf(serialNumber)).flatMap((device) =>
        metersOf(device.id, catalogue.layoutOf(device).layout),
      )
      const [tariffs, places, readings] = await Promise.all([
        store.energyTariffs.of(serialNumber),
        store.energyMeters.of(serialNumber),
        readReadings(
          store,
          serialNumber,
          meters.map(({ series }) => series),
          asked.range,
        ),
      ])
      return energyOf(meters, readings, { ...tariffs, places: places.meters }, { ...asked, now: now() })
    },
  }
}
