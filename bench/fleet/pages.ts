/** Every list of a large fleet: each filter, search and order, first page, one in the midst and the last. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import analyticsRules from '#catalogue/rules/analytics.json' with { type: 'json' }
import type { AnalyticsRules } from '#schemas/generated/definitions/rules-analytics.ts'
import type { Engine } from '../../server/store/database.ts'
import { openEngine } from '../../server/store/open-engine.ts'
import { type Store, storeOn } from '../../server/store/store.ts'
import { type Figure, median, percentile } from '../support/figures.ts'
import { fill, GROUP, JOB, MODELS, MOST, numberOf, REGIONS } from './filled-fleet.ts'

const LIMIT = 10
const RUNS = 3
const TARGET_MS = 50
/** Nobody jumps on before having looked at the first page. */
const LOOK_MS = 200

type Page = (page: number) => Promise<{ count: number }>

/** What each list can be asked: its name, and a page of it. */
function asked(store: Store, size: number): readonly (readonly [list: string, what: string, page: Page])[] {
  const orders = ['connectionStatus', 'name', 'serialNumber', 'model', 'currentFWVersion'] as const
  const conditions = [
    'online',
    'offline',
    'privileged',
    'pinLocked',
    'subscriptionLocked',
    'restoring',
    'upgrading',
    'replacing',
  ] as const
  const filters: readonly (readonly [string, Parameters<Store['gateways']['counts']>[0]])[] = [
    ['all', {}],
    ...conditions.map((condition) => [condition, { condition }] as const),
    ...[...new Set(MODELS)].map((model) => [model, { model }] as const),
    ['a group', { group: GROUP }],
    ['most', { group: MOST }],
    ['unassigned', { unassigned: true }],
    ['assigned', { unassigned: false }],
    ['type', { type: 'vg' }],
    ['a region', { places: [{ region: REGIONS[3] ?? '' }] }],
    ['status', { connectionStatus: 'offline' }],
    ['search, many', { searchText: 'home 1', owners: true }],
    ['search, two words', { searchText: 'home doc4', owners: true }],
    ['search, one', { searchText: numberOf(size - 2), owners: true }],
    ['search, an owner', { searchText: `person${size - 3}@`, owners: true }],
    ['search, many owners', { searchText: 'first', owners: true }],
    ['search, nothing', { searchText: 'nowhere', owners: true }],
    ['a model, offline, in a group', { model: 'DOC400', condition: 'offline', group: GROUP }],
    ['a group and a search', { group: GROUP, searchText: 'home 1', owners: true }],
    ['most and a search', { group: MOST, searchText: 'home 1', owners: true }],
  ]
  return [
    ...filters.flatMap(([what, filter]) =>
      orders.flatMap((order) =>
        ([order, `-${order}`] as const).map(
          (orderBy) =>
            [
              'gateways',
              `${what}, by ${orderBy}`,
              (page: number) => store.gateways.query({ ...filter, orderBy, page, limit: LIMIT }),
            ] as const,
        ),
      ),
    ),
    ...filters.map(
      ([what, filter]) => ['figures of gateways', what, () => store.gateways.counts(filter)] as const,
    ),
    ...(
      [
        ['all', {}],
        ['a region', { places: [{ region: REGIONS[3] ?? '' }] }],
        [
          'two areas',
          { places: [{ region: REGIONS[3] ?? '' }, { region: REGIONS[4] ?? '', state: 'state-1' }] },
        ],
        ['a group', { group: GROUP }],
        ['a region and a search', { places: [{ region: REGIONS[3] ?? '' }], searchText: 'home 1' }],
      ] as const
    ).map(
      ([what, filter]) =>
        [
          'places',
          what,
          (page: number) => store.centres.gateways({ ...filter, page, limit: LIMIT }),
        ] as const,
    ),
    ...(['all', 'waiting', 'done', 'failed', 'canceled'] as const).map(
      (filter) =>
        ['tasks', filter, (page: number) => store.jobs.tasks(JOB, { filter, page, limit: LIMIT })] as const,
    ),
    [
      'tasks',
      'a cause',
      (page) => store.jobs.tasks(JOB, { filter: 'failed', code: 'HOME_FULL', page, limit: LIMIT }),
    ],
    ['tasks', 'a search', (page) => store.jobs.tasks(JOB, { searchText: '99', page, limit: LIMIT })],
    ['figures of an operation', 'causes', async () => ({ count: (await store.jobs.causes(JOB)).length })],
    ['figures of an operation', 'waves', async () => ({ count: (await store.jobs.waves(JOB)).length })],
    ...(
      [
        ['all', {}],
        ['a role', { role: 'users' }],
        ...(['active', 'inactive', 'disabled', 'deleted', 'invited'] as const).map(
          (state) => [state, { state }] as const,
        ),
        ['a group', { group: GROUP }],
        ['most', { group: MOST }],
        ['a search', { searchText: 'first 1' }],
      ] as const
    ).map(
      ([what, filter]) =>
        ['accounts', what, (page: number) => store.people.list({ ...filter, page, limit: LIMIT })] as const,
    ),
    ...(['name', '-name'] as const).map(
      (order) =>
        [
          'members of a group',
          order,
          (page: number) => store.groups.members(GROUP, { order, page, limit: LIMIT }),
        ] as const,
    ),
    ...(analyticsRules as AnalyticsRules).engines.flatMap((engine) =>
      [
        ...engine.columns.map(({ field, named = field }) => [`by ${named}`, named, {}] as const),
        ['a group', engine.orderBy, { group: GROUP }] as const,
        ['most', engine.orderBy, { group: MOST }] as const,
        ['a model', engine.orderBy, { model: 'DOC400' }] as const,
      ].map(
        ([what, orderBy, parameters]) =>
          [
            `analytics, ${engine.id}`,
            what,
            (page: number) => store.analytics.query(engine, { page, limit: LIMIT, orderBy, parameters }),
          ] as const,
      ),
    ),
  ]
}

/** What PostgreSQL does by itself within a minute: it learns how many there are of what, and which pages everybody sees. */
async function tidied(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

interface Asking {
  list: string
  what: string
  number: number
  first: number
  again: number
}

/** Every list is opened, gone to its midst and to its end, each time the first time and then again. */
async function measured(engine: Engine, size: number): Promise<readonly Asking[]> {
  const all: Asking[] = []
  for (const at of asked(storeOn(engine), size).keys()) {
    // Each list is asked of a store that remembers nothing of what the others were asked.
    const one = asked(storeOn(engine), size)[at]
    if (!one) continue
    const [list, what, page] = one
    const ask = async (number: number): Promise<{ ms: number; count: number }> => {
      const began = performance.now()
      const { count } = await page(number)
      return { ms: performance.now() - began, count }
    }
    const opened = await ask(1)
    await setTimeout(LOOK_MS)
    const last = Math.max(1, Math.ceil(opened.count / LIMIT))
    for (const number of new Set([1, Math.ceil(last / 2), last])) {
      const { ms: first } = number === 1 ? opened : await ask(number)
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) times.push((await ask(number)).ms)
      all.push({ list, what, number, first, again: median(times) })
    }
  }
  return all
}

const figuresOf = (when: string, times: readonly number[]): readonly Figure[] =>
  ([0.5, 0.95, 0.99, 1] as const).map((part) => ({
    ...{ name: `${when}: p${part * 100} of ${times.length} pages`, value: percentile(times, part) },
    ...{ unit: 'ms', target: TARGET_MS },
  }))

async function pagesOf(
  engine: Engine,
  size: number,
  told: (line: string) => void,
): Promise<readonly Figure[]> {
  const all = await measured(engine, size)
  for (const { list, what, number, first, again } of all)
    if (Math.max(first, again) > TARGET_MS)
      told(
        `${engine.kind}: ${list}, ${what}, page ${number}: ${first.toFixed(0)} ms, then ${again.toFixed(0)} ms`,
      )
  const slowest = [...Map.groupBy(all, ({ list }) => list).values()].flatMap((pages) =>
    pages.toSorted((a, b) => b.again - a.again).slice(0, 1),
  )
  const name = `${engine.kind}: lists of ${size}`
  return [
    ...figuresOf(
      `${name}, the first time`,
      all.map(({ first }) => first),
    ),
    ...figuresOf(
      `${name}, again`,
      all.map(({ again }) => again),
    ),
    ...slowest.map(({ list, what, number, again }) => ({
      ...{ name: `${name}, ${list}, the slowest again (${what}, page ${number})`, value: again },
      ...{ unit: 'ms', target: TARGET_MS },
    })),
  ]
}

export const pagesOn =
  (size: number, told: (line: string) => void) =>
  async (location: string): Promise<Figure[]> => {
    const engine = await openEngine(location)
    try {
      await fill(storeOn(engine), size)
      if (engine.kind === 'postgres') await tidied(location)
      return [...(await pagesOf(engine, size, told))]
    } finally {
      await engine.close()
    }
  }
