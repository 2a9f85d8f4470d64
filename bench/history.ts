/** What homes did: how fast it is kept, how much room and memory it takes, how long six months of it and the energy of a year take to be read; on SQLite, and on PostgreSQL where there is one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { energyOf, type Meter } from '#server/homes/energy/energy.ts'
import { readReadings } from '#server/homes/energy/read.ts'
import { readHistory } from '#server/homes/history/looking-back.ts'
import { readMoment } from '#server/homes/history/moment.ts'
import { Recorder } from '#server/homes/history/recorder.ts'
import type { Home } from '#server/homes/home.ts'
import { startPostgres, WITHOUT } from '../scripts/postgres.ts'
import { openStore, type Store } from '../server/store/store.ts'
import { type Figure, median, percentile } from './support/figures.ts'

const DEVICES = 1000
const PROPERTIES = ['a', 'b', 'c', 'd', 'e']
const QUICK = process.argv.includes('--quick')
const ROUNDS = 10
const METERS = QUICK ? 20 : 200
/** The first of them fill what is kept in memory for good. */
const [WARM, MINUTES] = QUICK ? [5, 15] : [10, 60]
const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.parse('2026-03-01T00:00:00Z')
const READS = 40
const SN = 'SN0000000'

const layout = {
  tile: {},
  sections: {
    sensory: PROPERTIES.map((property) => ({
      service: 'S',
      property,
      value: { kind: 'number', history: 'area' },
    })),
  },
} as unknown as DeviceLayout

const homeOf = (devices: number): Home => {
  const all = Array.from(
    { length: devices },
    (_, n) => ({ id: `d${n}`, service_list: [] }) as unknown as Device,
  )
  return {
    serialNumber: SN,
    devices: () => all,
    device: (id) => all[Number(id.slice(1))],
    floors: () => [],
    bridges: () => [],
    zone: () => undefined,
    rules: () => [],
    seq: () => 0,
    online: () => true,
  }
}

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const postgres = await startPostgres()
  if (!postgres) console.error(WITHOUT)
  try {
    const figures = await benchOn(join(folder, 'data'), 6, async () => sizeOf(join(folder, 'data')))
    if (!postgres) return figures
    return [...figures, ...(await benchOn(postgres.url, 16, () => tablesOf(postgres.url)))]
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchOn(location: string, mostBytes: number, size: () => Promise<number>): Promise<Figure[]> {
  const store = await openStore(location)
  const figures: Figure[] = []
  const note = (name: string, value: number, unit: string, target: number, atLeast = false): void =>
    void figures.push({ name: `history on ${store.engine}: ${name}`, value, unit, target, atLeast })
  try {
    await store.gateways.create({
      _id: 'bench',
      serialNumber: SN,
      name: 'Home',
      model: 'HA101',
      userId: null,
      connectionStatus: 'offline',
      operationMode: 0,
      subscriptionLockMode: 0,
    })
    note('changes kept, 1,000 devices × 5', await ingest(store), '/s', 10_000, true)
    await store.history.clear(SN)
    await hours(store)
    const { first, later } = await moments(store)
    note('a home of 1,000 × 5 at a moment, p95', later, 'ms', 100)
    note('the same, the first of a day', first, 'ms', 100)
    await store.history.clear(SN)
    const before = await size()
    const values = await week(store)
    note('a stored value, table and index', ((await size()) - before) / values, 'bytes', mostBytes)
    await store.history.clear(SN)
    await months(store)
    const { p95, kilobytes, points } = await read(store)
    note('six months, a value a minute, p95', p95, 'ms', 50)
    note('the same, compressed', kilobytes, 'kB', 60)
    note('the same, points', points, '', 2000)
    await store.history.clear(SN)
    note(`memory after ${MINUTES} minutes of 1,000 × 5 a minute, above ${WARM}`, await grown(store), 'MB', 20)
    await store.history.clear(SN)
    await meters(store)
    for (const step of ['day', 'month'] as const)
      note(`energy of ${METERS} meters in a year, by ${step}`, await counted(store, step), 'ms', 1500)
  } finally {
    await store.close()
  }
  return figures
}

/** A recorder whose clock stands where it is put, and whose timers never come. */
function recorderAt(store: Store): { recorder: Recorder; time: { now: number } } {
  const time = { now: START }
  const log = { info() {}, warn() {}, error: (facts: object) => console.error(facts) }
  const recorder = new Recorder({
    store,
    clock: { now: () => time.now, after: () => () => undefined },
    catalogue: { layoutOf: () => ({ hash: 'h', layout }) },
    log: log as unknown as ConstructorParameters<typeof Recorder>[0]['log'],
  })
  return { recorder, time }
}

function tell(
  recorder: Recorder,
  home: Home,
  device: string,
  property: string,
  value: number,
  at: number,
): void {
  recorder.event(home, {
    event: `device_${device}_property_changed`,
    at: new Date(at).toISOString(),
    data: { device_id: device, service_name: 'S', property_name: property, property_value: value },
  })
}

/** Changes a second, sorted into days and all. */
async function ingest(store: Store): Promise<number> {
  const { recorder, time } = recorderAt(store)
  const home = homeOf(DEVICES)
  const begun = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    time.now += 5000
    for (let n = 0; n < DEVICES; n++)
      for (const property of PROPERTIES) tell(recorder, home, `d${n}`, property, reading(round, n), time.now)
    await recorder.flush()
  }
  await recorder.sort()
  return (ROUNDS * DEVICES * PROPERTIES.length) / ((performance.now() - begun) / 1000)
}

/** Two days of a home, each value twice an hour. */
async function hours(store: Store): Promise<void> {
  const { recorder, time } = recorderAt(store)
  const home = homeOf(DEVICES)
  for (let half = 0; half < 96; half++) {
    time.now = START + half * 30 * MINUTE
    for (let n = 0; n < DEVICES; n++)
      for (const property of PROPERTIES)
        tell(recorder, home, `d${n}`, property, reading(half * 30, n), time.now)
    await recorder.flush()
  }
  await recorder.sort()
}

async function moments(store: Store): Promise<{ first: number; later: number }> {
  const took: number[] = []
  for (let n = 0; n < READS; n++) {
    const begun = performance.now()
    await readMoment(store, SN, START + DAY + n * 30 * MINUTE, () => true)
    took.push(performance.now() - begun)
  }
  return { first: took[0] ?? 0, later: percentile(took, 0.95) }
}

/** A week of 50 values, each once a minute; answers how many. */
async function week(store: Store): Promise<number> {
  const { recorder, time } = recorderAt(store)
  const home = homeOf(10)
  for (let minute = 0; minute < 7 * 1440; minute++) {
    time.now = START + minute * MINUTE
    for (let n = 0; n < 10; n++)
      for (const property of PROPERTIES)
        tell(recorder, home, `d${n}`, property, reading(minute, n), time.now + n * 317)
    if (minute % 60 === 59) await recorder.flush()
  }
  await recorder.sort()
  return 7 * 1440 * 50
}

async function months(store: Store): Promise<void> {
  const { recorder, time } = recorderAt(store)
  const home = homeOf(1)
  for (let minute = 0; minute < 182 * 1440; minute++) {
    time.now = START + minute * MINUTE
    tell(recorder, home, 'd0', 'a', reading(minute, 0), time.now)
    if (minute % 720 === 719) await recorder.flush()
    if (minute % 1440 === 1439) await recorder.sort()
  }
}

async function read(store: Store): Promise<{ p95: number; kilobytes: number; points: number }> {
  const range = { from: START, to: START + 182 * DAY }
  const took: number[] = []
  let [kilobytes, points] = [0, 0]
  for (let n = 0; n < READS; n++) {
    const begun = performance.now()
    const told = (await readHistory(store, SN, ['d0/S/a'], range)).get('d0/S/a')
    const text = JSON.stringify(
      Object.fromEntries(told?.times.map((at, place) => [at, told.values[place]]) ?? []),
    )
    took.push(performance.now() - begun)
    kilobytes = gzipSync(text).length / 1000
    points = told?.times.length ?? 0
  }
  return { p95: percentile(took, 0.95), kilobytes, points }
}

/** MB that are held longer than they are needed, if any are. */
async function grown(store: Store): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  const { recorder, time } = recorderAt(store)
  const home = homeOf(DEVICES)
  let warm = 0
  for (let minute = 0; minute < MINUTES; minute++) {
    time.now += MINUTE
    for (let n = 0; n < DEVICES; n++)
      for (const property of PROPERTIES) tell(recorder, home, `d${n}`, property, reading(minute, n), time.now)
    await recorder.flush()
    if (minute % 10 === 9) await recorder.sort()
    if (minute + 1 === WARM) warm = held()
  }
  return held() - warm
}

/** A year of counters that tell each hour, some faster than others. */
async function meters(store: Store): Promise<void> {
  const { recorder, time } = recorderAt(store)
  const home = homeOf(METERS)
  for (let hour = 0; hour < 365 * 24; hour++) {
    time.now = START + hour * 60 * MINUTE
    for (let n = 0; n < METERS; n++)
      tell(recorder, home, `d${n}`, 'a', Math.round(hour * (n + 1) * 0.3) / 100, time.now)
    if (hour % 24 === 23) {
      await recorder.flush()
      await recorder.sort()
    }
  }
}

async function counted(store: Store, step: 'day' | 'month'): Promise<number> {
  const all = Array.from(
    { length: METERS },
    (_, n): Meter => ({
      ...{ series: `d${n}/S/a`, device: `d${n}`, flow: 'used', from: 'counter', factor: 1 },
      mayBeWhole: false,
    }),
  )
  const range = { from: START, to: START + 365 * DAY }
  const tariffs = { currency: 'CHF' as const, tariffs: [{ from: '2026-01-01', price: 0.3 }], places: [] }
  const took: number[] = []
  for (let n = 0; n < 5; n++) {
    const begun = performance.now()
    const readings = await readReadings(
      store,
      SN,
      all.map(({ series }) => series),
      range,
    )
    energyOf(all, readings, tariffs, { range, step, zone: 'Europe/Zurich', now: range.to })
    took.push(performance.now() - begun)
  }
  return median(took)
}

/** A temperature as sensors tell it: slow, with some noise. */
const reading = (minute: number, n: number): number =>
  Math.round((20 + Math.sin(minute / 230 + n) * 4 + ((minute * 7919 + n * 31) % 7) / 10) * 10) / 10

/** What was deleted is used again. */
async function tablesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum full history_waiting')
    await client.query('vacuum full history_days')
    const { rows } = await client.query<{ size: string }>(
      `select pg_total_relation_size('history_waiting') + pg_total_relation_size('history_days') as size`,
    )
    return Number(rows[0]?.size)
  } finally {
    await client.end()
  }
}

/** Pages in use; those that are free are used again. */
function sizeOf(folder: string): number {
  const database = new DatabaseSync(join(folder, 'gatehouse.db'))
  const pragma = (name: string): number => Number(database.prepare(`pragma ${name}`).get()?.[name])
  const size = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  database.close()
  return size
}
