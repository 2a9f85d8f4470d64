/** The statistics report over 100,000 gateways, of all and of a group: on SQLite, and on PostgreSQL where there is one. */
import { FleetReports } from '#server/homes/fleet/reports.ts'
import { DAY, dayOf, rules } from '#server/homes/fleet/rules.ts'
import { openStore, type Store } from '../server/store/store.ts'
import { onBothEngines } from './support/both-engines.ts'
import { type Figure, percentile } from './support/figures.ts'

const GATEWAYS = 100_000
const IN_A_GROUP = 10_000
const AT_ONCE = 2000
const READS = 10
const NOW = Date.parse('2026-11-25T12:00:00Z')
const GROUP = 'bench'
/** One of so many gateways has failed at something on a day. */
const FAILS_EVERY = 50

export const measure = (): Promise<Figure[]> => onBothEngines(benchOn)

async function benchOn(location: string): Promise<Figure[]> {
  const store = await openStore(location)
  const name = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  try {
    await fill(store)
    const seconds = async (run: () => Promise<unknown>): Promise<number> => {
      const took: number[] = []
      for (let read = 0; read < READS; read += 1) {
        const begun = performance.now()
        await run()
        took.push((performance.now() - begun) / 1000)
      }
      return percentile(took, 0.95)
    }
    // Each asks anew: what is kept for others who look would be told in no time.
    const report = (group?: string) => () =>
      new FleetReports({ store, census: { counting: () => false }, now: () => NOW }).of(group, true)
    const target = { unit: 's', target: 2 }
    return [
      { name: `${name}: report over 100,000 gateways, p95`, value: await seconds(report()), ...target },
      { name: `${name}: of a group of 10,000, p95`, value: await seconds(report(GROUP)), ...target },
      {
        name: `${name}: who is online, noted, p95`,
        value: await seconds(() => store.statistics.sample(dayOf(NOW))),
        ...target,
      },
    ]
  } finally {
    await store.close()
  }
}

const numberOf = (at: number): string => `SN${String(at).padStart(7, '0')}`

async function fill(store: Store): Promise<void> {
  await store.groups.create({ _id: GROUP, groupName: 'Bench', description: 'Bench', at: NOW })
  for (let from = 0; from < GATEWAYS; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_none, place) => from + place)
    await store.gateways.createMany(
      some.map((at) => ({
        ...{ _id: `g${at}`, serialNumber: numberOf(at), name: `Gateway ${at}`, model: `DOC${at % 12}` },
        ...{ userId: null, connectionStatus: at % 30 === 0 ? ('offline' as const) : ('online' as const) },
        ...{ currentFWVersion: `4.${at % 9}.${at % 3}`, operationMode: 0, subscriptionLockMode: 0 },
      })),
    )
    await store.statistics.countMany(
      new Map(
        some.map((at) => [
          numberOf(at),
          {
            ...{ at: NOW - (at % 40) * 1000, devices: at % 90, scenes: (at * 7) % 70 },
            classes: new Map(rules.classes.slice(0, 8).map(({ id }, place) => [id, (at + place) % 12])),
          },
        ]),
      ),
    )
    const today = dayOf(NOW)
    await store.statistics.fail(
      some
        .filter((at) => at % FAILS_EVERY === 0)
        .flatMap((at) =>
          Array.from({ length: 20 }, (_none, ago) => ({
            ...{ serialNumber: numberOf(at), kind: rules.failures[at % 5]?.id ?? '' },
            ...{ day: today - ago * 4, times: 1 },
          })),
        ),
    )
    if (from < IN_A_GROUP)
      await store.groups.add(
        GROUP,
        some.map((at) => ({ kind: 'gateway' as const, id: numberOf(at) })),
      )
  }
  await store.statistics.addDays(
    '',
    Array.from({ length: 60 }, (_none, ago) => ({
      ...{ day: dayOf(NOW - ago * DAY), samples: 96, gateways: 96 * GATEWAYS, online: 95 * GATEWAYS },
    })),
  )
}
