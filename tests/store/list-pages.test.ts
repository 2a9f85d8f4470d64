import { describe, expect, test } from 'vitest'
import questions from '#catalogue/rules/analytics.json' with { type: 'json' }
import type { AnalyticsEngine, AnalyticsRules } from '#schemas/generated/definitions/rules-analytics.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()
const SIZE = 620
const LIMIT = 7

const engine = (id: string): AnalyticsEngine => {
  const found = (questions as AnalyticsRules).engines.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}

interface One {
  number: string
  name: string
  model: string
  version: string | undefined
  online: boolean
  devices: number | undefined
  scenes: number | undefined
}

/** Some have not said their software, some were never counted, of some the scenes are not known. */
const fleet: readonly One[] = Array.from({ length: SIZE }, (_none, at) => ({
  number: `SN${String((at * 7919) % 10_000).padStart(5, '0')}`,
  name: `Home ${(at * 31) % 400}`,
  model: ['DOC400', 'DOC400', 'HA101'][at % 3] ?? '',
  version: at % 11 === 0 ? undefined : `4.${at % 12}.0`,
  online: at % 7 !== 0,
  devices: at % 5 === 0 ? undefined : (at * 13) % 90,
  scenes: at % 5 === 0 || at % 6 === 0 ? undefined : at % 40,
}))

async function filled(store: Store): Promise<void> {
  await store.gateways.createMany(
    fleet.map(({ number, name, model, version, online }) =>
      gateway(number, {
        ...{ name, model, connectionStatus: online ? 'online' : 'offline' },
        ...(version !== undefined && { currentFWVersion: version }),
      }),
    ),
  )
  await store.statistics.countMany(
    new Map(
      fleet.flatMap(({ number, devices, scenes }) =>
        devices === undefined
          ? []
          : [[number, { at: devices * 7, devices, scenes, classes: new Map() }] as const],
      ),
    ),
  )
  await store.groups.create({ _id: 'some', groupName: 'Some', description: 'Some', at: 1 })
  await store.groups.add(
    'some',
    fleet.filter(isIn).map(({ number }) => ({ kind: 'gateway' as const, id: number })),
  )
}

const isIn = (one: One): boolean => fleet.indexOf(one) % 8 !== 0
const padded = (version: string | undefined): string | undefined =>
  version?.replace(/\d+/g, (digits) => digits.padStart(10, '0'))
const KEY: Readonly<Record<string, (one: One) => string | number | undefined>> = {
  serialNumber: ({ number }) => number,
  name: ({ name }) => name.toLowerCase(),
  model: ({ model }) => model,
  version: ({ version }) => padded(version),
  connectionStatus: ({ online }) => (online ? 'online' : 'offline'),
  devices: ({ devices }) => devices,
  scenes: ({ scenes }) => scenes,
  countedAt: ({ devices }) => devices && devices * 7,
}
const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** Those of which it is known in its order, ties in the same direction; the others by number. */
function ordered(all: readonly One[], by: string, turned: boolean): readonly string[] {
  const key = KEY[by]
  if (!key) throw new Error(by)
  const known = all.flatMap((one) => {
    const value = key(one)
    return value === undefined ? [] : [{ value, number: one.number }]
  })
  const others = all.filter((one) => key(one) === undefined).map(({ number }) => number)
  const way = turned ? -1 : 1
  return [
    ...known
      .toSorted((a, b) => way * (compare(a.value, b.value) || compare(a.number, b.number)))
      .map(({ number }) => number),
    ...others.toSorted(),
  ]
}

describe.each(engines)('S-10 on $name, lists of a large fleet', ({ fresh }) => {
  test('gateways in analytics: every column in both directions gives the pages that sorting all of it gives', async () => {
    const store = await fresh()
    await filled(store)
    const narrowed = [
      [{}, () => true],
      [{ model: 'DOC400' }, ({ model }: One) => model === 'DOC400'],
      [{ group: 'some' }, isIn],
      [{ group: 'none' }, () => false],
    ] as const
    for (const [parameters, holds] of narrowed)
      for (const column of Object.keys(KEY))
        for (const turned of [false, true]) {
          const all = ordered(fleet.filter(holds), column, turned)
          const last = Math.max(1, Math.ceil(all.length / LIMIT))
          // The one in which those begin of which it is not known is among them.
          const turns = Array.from({ length: 9 }, (_none, at) => Math.ceil((last * (at + 1)) / 9))
          for (const page of new Set([1, ...turns, last + 1])) {
            const orderBy = turned ? `-${column}` : column
            const asked = { page, limit: LIMIT, orderBy, parameters }
            const { data, count } = await store.analytics.query(engine('Gateways'), asked)
            expect(
              data.map(({ serialNumber }) => serialNumber),
              JSON.stringify(asked),
            ).toEqual(all.slice((page - 1) * LIMIT, page * LIMIT))
            expect(count).toBe(all.length)
          }
        }
  }, 120_000)

  test('what is gathered has as many pages as there are rows, each row once, in each order', async () => {
    const store = await fresh()
    await filled(store)
    const versions = async (orderBy: string) => {
      const asked = { limit: 5, orderBy, parameters: {} }
      const first = await store.analytics.query(engine('Versions'), { ...asked, page: 1 })
      const rows = [...first.data]
      for (let page = 2; rows.length < first.count; page += 1)
        rows.push(...(await store.analytics.query(engine('Versions'), { ...asked, page })).data)
      return rows
    }
    const most = await versions('-gateways')
    expect(new Set(most.map(({ id }) => id)).size).toBe(most.length)
    expect(most.reduce((sum, { gateways }) => sum + Number(gateways), 0)).toBe(SIZE)
    expect(most.map(({ gateways }) => Number(gateways))).toEqual(
      most.map(({ gateways }) => Number(gateways)).toSorted((a, b) => b - a),
    )
    const byVersion = (await versions('version')).map(({ version }) => version)
    expect(byVersion.slice(byVersion.indexOf(null)).every((version) => version === null)).toBe(true)
    expect(byVersion.indexOf(null)).toBeGreaterThan(0)
  })

  test('a gateway is found by whoever has it now, by the name that he has now', async () => {
    const store = await fresh()
    const found = async (searchText: string, owners = true) =>
      (await store.gateways.query({ searchText, owners, page: 1, limit: 9 })).data.map(
        (one) => one.serialNumber,
      )
    for (const id of ['anna', 'berta'])
      await store.accounts.create(account(id, { firstName: id, lastName: 'Meier' }), {
        passwordHash: 'h',
        at: 1,
      })
    await store.gateways.create(gateway('A1', { userId: 'anna' }))
    await store.gateways.createMany([gateway('A2'), gateway('A3', { userId: 'anna' })])
    expect(await found('meier')).toEqual(['A1', 'A3'])
    expect(await found('meier', false)).toEqual([])
    await store.gateways.assign('A2', 'berta', 'Cabin')
    expect(await found('berta')).toEqual(['A2'])
    await store.accounts.updateProfile('anna', { lastName: 'Çelik' })
    expect(await found('anna meier')).toEqual([])
    expect(await found('celik')).toEqual(['A1', 'A3'])
    await store.gateways.unassign('A1')
    expect(await found('anna')).toEqual(['A3'])
    await store.gateways.assign('A1', 'berta')
    expect(await found('anna')).toEqual(['A3'])
    expect(await found('berta')).toEqual(['A1', 'A2'])
    await store.accounts.remove('anna')
    expect(await found('anna')).toEqual([])
    await store.gateways.assign('A3', 'berta')
    expect(await found('celik')).toEqual([])
    expect(await found('berta')).toEqual(['A1', 'A2', 'A3'])
  })

  test('pages in the midst of a long list are the same whether somebody came to them step by step or at once', async () => {
    const store = await fresh()
    const size = 4700
    const long = Array.from(
      { length: size },
      (_none, at) => `SN${String((at * 7919) % 10_000).padStart(5, '0')}`,
    )
    for (let from = 0; from < size; from += 1000)
      await store.gateways.createMany(
        long.slice(from, from + 1000).map((number, at) =>
          gateway(number, {
            ...{ name: `Home ${at % 40}`, model: ['DOC400', 'HA101'][at % 2] ?? '' },
            ...{ currentFWVersion: `4.${at % 3}.0`, connectionStatus: at % 9 === 0 ? 'offline' : 'online' },
          }),
        ),
      )
    await store.groups.create({ _id: 'most', groupName: 'Most', description: 'Most', at: 1 })
    await store.groups.create({ _id: 'all', groupName: 'All', description: 'All', at: 1 })
    const most = long.filter((_one, at) => at % 20 !== 0)
    for (const [group, numbers] of [
      ['most', most],
      ['all', long],
    ] as const)
      await store.groups.add(
        group,
        numbers.map((id) => ({ kind: 'gateway' as const, id })),
      )
    /** Of the whole list both; of one group every other order forwards, of the other the rest. */
    const directionsOf = <Order extends string>(order: Order, forwards: boolean | undefined) =>
      forwards === undefined ? ([order, `-${order}`] as const) : [forwards ? order : (`-${order}` as const)]
    const orders = ['connectionStatus', 'name', 'serialNumber', 'model', 'currentFWVersion'] as const
    const jump = async (ask: (page: number, limit: number) => Promise<readonly unknown[]>, what: string) => {
      // The whole list at once, in which nobody turns pages.
      const whole = await ask(1, size)
      expect(new Set(whole).size, what).toBe(whole.length)
      for (const page of [150, 151, 152, 149, 160, 150, 165, 164])
        expect(await ask(page, LIMIT * 2), `${what}, page ${page}`).toEqual(
          whole.slice((page - 1) * LIMIT * 2, page * LIMIT * 2).filter((one) => one !== undefined),
        )
    }
    for (const group of [undefined, 'most', 'all'])
      for (const [at, order] of orders.entries())
        for (const orderBy of directionsOf(
          order,
          group === undefined ? undefined : (at % 2 === 0) === (group === 'most'),
        )) {
          const chosen = { ...(group !== undefined && { group }), orderBy }
          await jump(
            async (page, limit) =>
              (await store.gateways.query({ ...chosen, page, limit })).data.map((one) => one.serialNumber),
            `${group}, ${orderBy}`,
          )
        }
    for (const column of ['devices', 'version', 'name'])
      await jump(
        async (page, limit) =>
          (
            await store.analytics.query(engine('Gateways'), {
              ...{ page, limit, orderBy: `-${column}` },
              parameters: { group: 'most' },
            })
          ).data.map(({ serialNumber }) => serialNumber),
        `analytics, ${column}`,
      )
    await jump(
      async (page, limit) =>
        (await store.groups.members('most', { order: '-name', page, limit })).data.map(({ id }) => id),
      'members',
    )
    // Somebody who comes is not in a group that all were in.
    await store.gateways.create(gateway('ZZ1', { name: 'Zuoz' }))
    const last = async (group?: string) =>
      (
        await store.gateways.query({ ...(group && { group }), orderBy: '-serialNumber', page: 1, limit: 1 })
      ).data.map((one) => one.serialNumber)
    expect(await last()).toEqual(['ZZ1'])
    expect(await last('all')).not.toEqual(['ZZ1'])
  }, 120_000)

  test('a group lists people and gateways by the names that they have now, page by page from both ends', async () => {
    const store = await fresh()
    await store.groups.create({ _id: 'g', groupName: 'G', description: 'G', at: 1 })
    const letters = ['c', 'a', 'e', 'b', 'd']
    for (const id of letters) {
      await store.accounts.create(account(`${id}x`), { passwordHash: 'h', at: 1 })
      await store.gateways.create(gateway(id.toUpperCase(), { name: `${id}m` }))
    }
    await store.groups.add('g', [
      ...letters.map((id) => ({ kind: 'user' as const, id: `${id}x` })),
      ...letters.map((id) => ({ kind: 'gateway' as const, id: id.toUpperCase() })),
    ])
    const all = async (order: 'name' | '-name') => {
      const pages = []
      for (const page of [1, 2, 3, 4, 5])
        pages.push(await store.groups.members('g', { order, page, limit: 3 }))
      expect(pages.map(({ count }) => count)).toEqual([10, 10, 10, 10, 10])
      return pages.flatMap(({ data }) => data.map(({ id }) => id))
    }
    const inOrder = ['A', 'ax', 'B', 'bx', 'C', 'cx', 'D', 'dx', 'E', 'ex']
    expect(await all('name')).toEqual(inOrder)
    expect(await all('-name')).toEqual(inOrder.toReversed())
    await store.gateways.rename('A', 'Zuoz')
    expect(await all('name')).toEqual([...inOrder.slice(1), 'A'])
  })
})
