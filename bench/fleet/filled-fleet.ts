/** A store with a large fleet in it: owners, gateways in every state, groups, centres, what was counted, a large operation. */
import { dayOf, rules } from '#server/homes/fleet/rules.ts'
import type { NewGateway } from '../../server/store/gateways/gateways.ts'
import type { Repositories, Store } from '../../server/store/store.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
/** What the administrator is sent for an announcement. */
export const CODE = '123456'
export const GROUP = 'bench'
/** All but one of twenty are in it. */
export const MOST = 'bench-most'
export const JOB = 'bench-job'
/** Most of a fleet is of one model and in one group: nothing is easy for an index. */
export const MODELS = ['DOC400', 'DOC400', 'DOC400', 'VOC200', 'HA101', 'HA102', 'LIV100'] as const
export const REGIONS = Array.from({ length: 20 }, (_none, at) => `region-${at}`)
const STATES = 10
const CENTRES = 5
const AT_ONCE = 2000
const FAILURES = ['NO_ANSWER', 'HOME_FULL', 'GATEWAY_REFUSED'] as const

export const numberOf = (at: number): string => `SN${String(at).padStart(7, '0')}`
const centreOf = (at: number): string => `centre-${at % (REGIONS.length * STATES * CENTRES)}`

const gateway = (at: number): NewGateway => ({
  ...{
    _id: `g${at}`,
    serialNumber: numberOf(at),
    name: `Home ${at}`,
    model: MODELS[at % MODELS.length] ?? '',
  },
  ...(at % 9 === 0 && { type: 'vg' }),
  userId: at % 10 === 0 ? null : `u${at}`,
  connectionStatus: at % 30 === 0 ? 'offline' : 'online',
  connectionStatusSince: new Date(NOW - at * 1000).toISOString(),
  currentFWVersion: `4.${at % 30}.${at % 11}`,
  ...{ operationMode: 0, subscriptionLockMode: at % 997 === 0 ? 1 : 0 },
  ...(at % 1009 === 0 && { replacementInProgress: true }),
  ...(at % 1013 === 0 && { firmwareUpgradeInProgress: true }),
  ...(at % 1019 === 0 && { backupRestoreInProgress: true }),
  ...(at % 1021 === 0 && { lockStatus: 2_147_483_649 }),
  ...(at % 1031 === 0 && { privileged: true }),
})

async function people(store: Repositories, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1)
    await store.accounts.create(
      {
        ...{
          id: `u${at}`,
          username: `person${at}@bench.test`,
          firstName: `First ${at}`,
          lastName: `Last ${at}`,
        },
        ...{ groups: ['users'], preferredLanguage: 'ch_DE' },
        contact: [{ _id: `c${at}`, contact: `person${at}@bench.test`, contactType: 'email', verified: true }],
      },
      { passwordHash: null, at: NOW - at, activated: at % 50 !== 0 },
    )
}

export async function fill(store: Store, size: number): Promise<void> {
  await store.groups.create({ _id: GROUP, groupName: 'Bench', description: 'Bench', at: NOW })
  await store.groups.create({ _id: MOST, groupName: 'Most', description: 'Bench', at: NOW })
  await store.centres.put(
    Array.from({ length: REGIONS.length * STATES * CENTRES }, (_none, at) => ({
      ...{ code: `centre-${at}`, name: `Centre ${at}`, region: REGIONS[at % REGIONS.length] ?? '' },
      state: `state-${Math.floor(at / REGIONS.length) % STATES}`,
    })),
    [],
  )
  for (let from = 0; from < size; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_none, place) => from + place)
    await store.atomically((inside) => people(inside, from, from + some.length))
    await store.gateways.createMany(some.map(gateway))
    await store.centres.put(
      [],
      some
        .filter((at) => at % 25 !== 0)
        .map((at) => ({ serialNumber: numberOf(at), centre: centreOf(at), point: `${at % 90}` })),
    )
    for (const [group, members] of [
      [GROUP, some],
      [MOST, some.filter((at) => at % 20 !== 0)],
    ] as const)
      await store.groups.add(
        group,
        members.flatMap((at) => [
          { kind: 'gateway' as const, id: numberOf(at) },
          { kind: 'user' as const, id: `u${at}` },
        ]),
      )
    await store.statistics.countMany(
      new Map(
        some.map((at) => [
          numberOf(at),
          {
            ...{ at: NOW - (at % 40) * 1000, devices: at % 90, scenes: (at * 7) % 70 },
            classes: new Map(rules.classes.slice(0, 4).map(({ id }, place) => [id, (at + place) % 12])),
          },
        ]),
      ),
    )
    await store.statistics.fail(
      some
        .filter((at) => at % 10 === 0)
        .map((at) => ({
          ...{ serialNumber: numberOf(at), kind: rules.failures[at % 5]?.id ?? '' },
          ...{ day: dayOf(NOW) - (at % 60), times: 1 },
        })),
    )
  }
  await operation(store, size)
}

async function operation(store: Store, size: number): Promise<void> {
  await store.jobs.begin(
    {
      ...{ id: JOB, kind: 'bench', title: 'Bench', facts: {}, begunBy: 'u1', createdAt: NOW },
      plan: { concurrency: 1, retries: 0, waveGap: 0 },
    },
    Array.from({ length: size }, (_none, at) => ({
      ...{ id: `t${String(at).padStart(7, '0')}`, subject: numberOf(at), wave: at < size / 100 ? 0 : 1 },
    })),
  )
  for (let left = Math.floor(size / 2); left > 0; left -= AT_ONCE) {
    const some = await store.jobs.claim(JOB, {
      ...{ wave: 1, now: NOW, until: NOW + 1, limit: Math.min(AT_ONCE, left) },
    })
    await store.atomically(async (inside) => {
      for (const [at, task] of some.entries())
        await inside.jobs.end(
          task,
          at % 20 === 0
            ? { state: 'failed', code: FAILURES[at % FAILURES.length] ?? '', at: NOW }
            : { state: 'done', at: NOW },
        )
    })
  }
}
