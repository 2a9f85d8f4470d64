/** What the store does in a second, and how long a page of a large fleet takes; on SQLite, and on PostgreSQL where there is one. */
import type { GatewayQuery } from '../server/store/gateways/gateway-choice.ts'
import type { NewGateway } from '../server/store/gateways/gateways.ts'
import { openStore, type Store } from '../server/store/store.ts'
import { onBothEngines } from './support/both-engines.ts'
import { type Figure, median, percentile } from './support/figures.ts'

const FLEET = Number(process.env.GATEHOUSE_BENCH_FLEET ?? 100_000)
const RUNS = 5

/** Medians of five runs. */
export const measure = (): Promise<Figure[]> => onBothEngines(benchOn)

async function benchOn(location: string): Promise<Figure[]> {
  const store = await openStore(location)
  const figures: Figure[] = []
  const note: Note = (name, value, unit, target) =>
    void figures.push({ name: `${store.engine}: ${name}`, value, unit, target })
  try {
    await store.gateways.create(gateway(0))
    await writes(store, note)
    await reads(store, note)
    await fleet(store, note)
  } finally {
    await store.close()
  }
  return figures
}

type Note = (name: string, value: number, unit: string, target?: number) => void

async function writes(store: Store, note: Note): Promise<void> {
  const home = store.homes.of('SN0000000')
  const one = (n: number) => home.put(new Map([[`k${n % 500}`, n]]))
  const waits: number[] = []
  note(
    'commits, one after the other',
    await perSecond(300, async () => {
      for (let n = 0; n < 300; n++) waits.push(await milliseconds(() => one(n)))
    }),
    '/s',
  )
  note('a commit, p50', median(waits), 'ms')
  note('a commit, p99', percentile(waits, 0.99), 'ms')
  note('writes, 100 waiting at a time', await perSecond(5000, () => crowd(5000, 100, one)), '/s')
  const batch = new Map(Array.from({ length: 1000 }, (_, n) => [`b${n}`, { n }]))
  note('rows, 1,000 to a batch', await perSecond(1000, () => home.put(batch)), '/s')
}

async function reads(store: Store, note: Note): Promise<void> {
  const find = () => store.gateways.secretHash('SN0000000')
  note(
    'look-ups by key, one after the other',
    await perSecond(2000, async () => {
      for (let n = 0; n < 2000; n++) await find()
    }),
    '/s',
  )
  note(
    'look-ups by key, 100 waiting at a time',
    await perSecond(10_000, () => crowd(10_000, 100, find)),
    '/s',
  )
  const role = () => store.memberships.roleFor('nobody', 'SN0000000')
  note(
    'rights look-ups, 100 waiting at a time',
    await perSecond(10_000, () => crowd(10_000, 100, role)),
    '/s',
  )
}

const PAGES: readonly [string, Partial<GatewayQuery>][] = [
  ['first page', {}],
  ['page 5,000', { page: 5000 }],
  ['by name', { orderBy: 'name' }],
  ['by version, downwards', { orderBy: '-currentFWVersion' }],
  ['search, many hits', { searchText: 'home 1' }],
  ['search, one hit', { searchText: 'SN0099998' }],
  ['search, no hit, owners too', { searchText: 'nowhere', owners: true }],
  ['filter: model and offline', { model: 'HA102', connectionStatus: 'offline' }],
]

async function fleet(store: Store, note: Note): Promise<void> {
  const took = await milliseconds(async () => {
    for (let n = 1; n < FLEET; n += 5000) {
      await store.gateways.createMany(
        Array.from({ length: Math.min(5000, FLEET - n) }, (_, k) => gateway(n + k)),
      )
    }
  })
  note('gateways created', FLEET / (took / 1000), '/s')
  for (const [name, query] of PAGES) {
    const times: number[] = []
    for (let n = 0; n < RUNS; n++) {
      times.push(await milliseconds(() => store.gateways.query({ page: 1, limit: 10, ...query })))
    }
    note(`${FLEET} gateways, ${name}`, median(times), 'ms', 50)
  }
  note(`${FLEET} gateways, counts`, await milliseconds(() => store.gateways.counts()), 'ms', 50)
}

const gateway = (n: number): NewGateway => ({
  _id: `g${n}`,
  serialNumber: `SN${String(n).padStart(7, '0')}`,
  name: `Home ${n}`,
  model: `HA10${n % 7}`,
  userId: null,
  connectionStatus: n % 5 ? 'online' : 'offline',
  currentFWVersion: `4.${n % 30}.${n % 11}`,
  operationMode: 0,
  subscriptionLockMode: 0,
})

/** `total` calls, `width` of them waiting at any time. */
async function crowd(total: number, width: number, call: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < total) await call(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

async function perSecond(count: number, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < RUNS; n++) times.push(await milliseconds(run))
  return count / (median(times) / 1000)
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
