import { describe, expect, test } from 'vitest'
import { conditionOf, GATEWAY_CONDITIONS } from '#gateway/lib/gateways/gateway-condition.ts'
import type { GatewayOrder } from '#server/store/gateways/gateway-choice.ts'
import type { NewGateway } from '#server/store/gateways/gateways.ts'
import { type GatewayChoice, NOWHERE } from '#server/store/gateways/matching-gateways.ts'
import { fold, versionOrder } from '#server/store/text.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

/** More than are found first and ordered then, so that both ways of looking are walked. */
const SIZE = 1300
const LIMIT = 7
const ORDERS = ['connectionStatus', 'name', 'serialNumber', 'model', 'currentFWVersion'].flatMap((field) => [
  field,
  `-${field}`,
]) as GatewayOrder[]

interface One extends NewGateway {
  at: number
  region: string | undefined
}

const numberOf = (at: number): string => `SN${String((at * 7919) % 10_000).padStart(5, '0')}`
const fleet: readonly One[] = Array.from({ length: SIZE }, (_none, at) => ({
  ...gateway(numberOf(at), {
    name: `Home ${(at * 31) % 400}`,
    model: ['DOC400', 'DOC400', 'HA101', 'VOC200'][at % 4] ?? '',
    ...(at % 9 === 0 && { type: 'vg' }),
    userId: at % 5 === 0 ? null : `u${at % 40}`,
    connectionStatus: at % 30 === 1 ? 'offline' : 'online',
    currentFWVersion: `4.${at % 12}.0`,
    subscriptionLockMode: at % 97 === 2 ? 1 : 0,
    replacementInProgress: at % 101 === 3,
  }),
  at,
  region: at % 6 === 0 ? undefined : `R${at % 3}`,
}))

const rank = (one: One): number => {
  const condition = conditionOf(one)
  return condition === undefined ? GATEWAY_CONDITIONS.length : GATEWAY_CONDITIONS.indexOf(condition)
}
const KEY: Readonly<Record<string, (one: One) => string | number>> = {
  connectionStatus: rank,
  name: ({ name }) => fold(name),
  serialNumber: ({ serialNumber }) => serialNumber,
  model: ({ model }) => model,
  currentFWVersion: ({ currentFWVersion }) => versionOrder(currentFWVersion),
}
const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)
const ordered = (all: readonly One[], order: GatewayOrder): readonly string[] => {
  const key = KEY[order.replace('-', '')]
  if (!key) throw new Error(order)
  const way = order.startsWith('-') ? -1 : 1
  // Ties go with the index: of what they are shown as, it begins with those that are well, by their numbers.
  const ties = order.replace('-', '') === 'connectionStatus' ? -way : way
  return all
    .toSorted((a, b) => way * compare(key(a), key(b)) || ties * compare(a.serialNumber, b.serialNumber))
    .map(({ serialNumber }) => serialNumber)
}

const FILTERS: readonly (readonly [string, GatewayChoice, (one: One) => boolean])[] = [
  ['nothing', {}, () => true],
  ['what many are shown as', { condition: 'online' }, (one) => conditionOf(one) === undefined],
  ['what few are shown as', { condition: 'replacing' }, (one) => conditionOf(one) === 'replacing'],
  [
    'several states at once',
    { condition: 'locked' },
    (one) => ['subscriptionLocked', 'pinLocked'].includes(conditionOf(one) ?? ''),
  ],
  ['what is under way', { condition: 'working' }, (one) => conditionOf(one) === 'replacing'],
  ['a model', { model: 'DOC400' }, ({ model }) => model === 'DOC400'],
  ['models', { models: ['HA101', 'VOC200'] }, ({ model }) => model !== 'DOC400'],
  ['a type', { type: 'vg' }, ({ type }) => type === 'vg'],
  ['status', { connectionStatus: 'online' }, ({ connectionStatus }) => connectionStatus === 'online'],
  ['that nobody has them', { unassigned: true }, ({ userId }) => userId === null],
  ['that somebody has them', { unassigned: false }, ({ userId }) => userId !== null],
  ['a large group', { group: 'large' }, ({ at }) => at < 900],
  ['a small group', { group: 'small' }, ({ at }) => at % 60 === 0],
  ['a group that is none', { group: 'none' }, () => false],
  ['a region', { places: [{ region: 'R1' }] }, ({ region }) => region === 'R1'],
  [
    'a state in a region',
    { places: [{ region: 'R1', state: 'S1' }] },
    ({ region, at }) => region === 'R1' && at % 2 === 1,
  ],
  [
    'regions',
    { places: [{ region: 'R1' }, { region: 'R2' }] },
    ({ region }) => region === 'R1' || region === 'R2',
  ],
  ['no place', { places: [{ region: NOWHERE }] }, ({ region }) => region === undefined],
  ['a text that many have', { searchText: 'home', owners: true }, () => true],
  [
    'a text that few have',
    { searchText: 'home 399', owners: true },
    ({ name, serialNumber }) => name.includes('399') || serialNumber.includes('399'),
  ],
  ['an owner', { searchText: 'u7@', owners: true }, ({ userId }) => userId === 'u7'],
  [
    'several of them',
    {
      searchText: 'home',
      owners: true,
      group: 'large',
      model: 'DOC400',
      condition: 'online',
      places: [{ region: 'R0' }],
      unassigned: false,
    },
    (one) =>
      one.at < 900 &&
      one.model === 'DOC400' &&
      conditionOf(one) === undefined &&
      one.region === 'R0' &&
      one.userId !== null,
  ],
]

const engines = await enginesUnderTest()

describe.each(engines)('S-10 3.1-009 on $name, of a fleet', ({ fresh }) => {
  test('every filter in every order gives the pages that sorting all of it gives, and their number', async () => {
    const store = await fresh()
    for (let at = 0; at < 40; at += 1)
      await store.accounts.create(account(`u${at}`), { passwordHash: 'h', at: 1 })
    await store.gateways.createMany(fleet.map(({ at: _, region: __, ...one }) => one))
    await store.centres.put(
      ['R0', 'R1', 'R2'].flatMap((region) =>
        ['S0', 'S1'].map((state) => ({ code: `${region}${state}`, name: 'Centre', region, state })),
      ),
      fleet.flatMap(({ serialNumber, region, at }) =>
        region === undefined ? [] : [{ serialNumber, centre: `${region}S${at % 2}`, point: 'p' }],
      ),
    )
    for (const [id, isIn] of [
      ['large', (at: number) => at < 900],
      ['small', (at: number) => at % 60 === 0],
    ] as const) {
      await store.groups.create({ _id: id, groupName: id, description: id, at: 1 })
      await store.groups.add(
        id,
        fleet.filter(({ at }) => isIn(at)).map(({ serialNumber }) => ({ kind: 'gateway', id: serialNumber })),
      )
    }
    for (const [what, choice, holds] of FILTERS) {
      const those = fleet.filter(holds)
      expect(await store.gateways.counts(choice), what).toEqual({
        count: those.length,
        assign: those.filter(({ userId }) => userId !== null).length,
        online: those.filter(({ connectionStatus }) => connectionStatus === 'online').length,
        conditions: Object.fromEntries(
          [...GATEWAY_CONDITIONS, 'online'].map((state) => [
            state,
            those.filter((one) => (conditionOf(one) ?? 'online') === state).length,
          ]),
        ),
      })
      for (const orderBy of ORDERS) {
        const all = ordered(those, orderBy)
        const last = Math.max(1, Math.ceil(all.length / LIMIT))
        for (const page of new Set([1, Math.ceil(last / 2) + 1, last, last + 1])) {
          const { data, count } = await store.gateways.query({ ...choice, orderBy, page, limit: LIMIT })
          const asked = `${what}, by ${orderBy}, page ${page}`
          expect(
            data.map(({ serialNumber }) => serialNumber),
            asked,
          ).toEqual(all.slice((page - 1) * LIMIT, page * LIMIT))
          expect(count, asked).toBe(all.length)
        }
      }
    }
  }, 240_000)
})
