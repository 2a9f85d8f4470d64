import { dice } from '../homes/dice.ts'
import { DAY, dayOf, rules } from '../homes/fleet/rules.ts'
import type { GatewayCount } from '../store/statistics.ts'
import type { Store } from '../store/store.ts'
import { fleet } from './fleet.ts'

/** As long as the report looks back. */
const DAYS = 60
/** Samples that a day has. */
const SAMPLES = DAY / rules.sampleMs
/** A provider failed, and most of a region with it. */
const BAD_DAY = 12
/** One of so many gateways has not answered for days. */
const SILENT_EVERY = 26

/** How common classes are in the homes of the demo. */
const COMMON: Readonly<Record<string, number>> = {
  ...{ lights: 24, shutters: 17, contacts: 14, motion: 13, thermostats: 10, climate: 9 },
  ...{ sockets: 6, meters: 3, danger: 2, locks: 1, remotes: 1 },
}
const FAILURES: Readonly<Record<string, (week: number) => number>> = {
  silent: (week) => 14 - week / 2,
  failed: (week) => 6 - week / 4,
  diverged: () => 3,
  longOffline: (week) => (week > 8 ? 9 : 4),
  pinLocked: () => 2,
  firmware: (week) => (week === 10 ? 4 : 1),
  restore: (week) => (week > 9 ? 1 : 0),
}

/** What the gateways of the demo consist of, and how they did in the last months: their homes have never been opened. */
export async function seedFleetPast(
  store: Pick<Store, 'marks' | 'statistics' | 'groups' | 'atomically'>,
  now: number,
): Promise<void> {
  if ((await store.marks.since('counted')) !== undefined) return
  const { gateways } = fleet(now)
  const roll = dice(20_261_125)
  const counts = new Map<string, GatewayCount>()
  for (const [at, { serialNumber }] of gateways.entries()) {
    const devices = sizeOf(at, roll.upTo(100) / 100)
    const scenes = Math.round((devices / 2) * (roll.upTo(100) / 100 + 0.1) ** 2)
    const age = at % SILENT_EVERY === 7 ? (2 + roll.upTo(4)) * DAY : 0
    counts.set(serialNumber, { at: now - age, devices, scenes, classes: classesFor(devices, roll.upTo) })
  }
  const today = dayOf(now)
  const { data: groups } = await store.groups.list({ page: 1, limit: 100 })
  await store.atomically(async ({ statistics, marks }) => {
    await marks.put('counted', now - 1000)
    await statistics.countMany(counts)
    for (const [scope, most] of [
      ['', gateways.length + 1],
      ...groups.map((group): [string, number] => [group._id, group.gateways]),
    ] as const)
      if (most > 0)
        await statistics.addDays(
          scope,
          Array.from({ length: DAYS }, (_none, ago) => {
            const sum = Math.round(most * (1 - (0.02 * (ago + 1)) / 30)) * SAMPLES
            const share = ago === BAD_DAY ? 0.79 : 0.83 + (roll.upTo(100) / 100) * 0.012 - ago * 0.0002
            return {
              day: today - 1 - ago,
              samples: SAMPLES,
              gateways: sum,
              online: Math.round(sum * share),
            }
          }),
        )
    await statistics.fail(
      Object.entries(FAILURES).flatMap(([kind, timesIn]) =>
        Array.from({ length: 12 }, (_none, week) => week).flatMap((week) => {
          const times = Math.round(timesIn(week))
          const { serialNumber } = gateways[(week * 37 + kind.length * 11) % gateways.length] ?? {}
          const day = today - 3 - (11 - week) * 7
          return times > 0 && serialNumber !== undefined ? [{ serialNumber, kind, day, times }] : []
        }),
      ),
    )
  })
}

/** Most homes are of the middle sizes. */
function sizeOf(at: number, within: number): number {
  const place = at % 20
  if (place < 5) return 2 + Math.floor(within * 9)
  if (place < 14) return 11 + Math.floor(within * 20)
  return place < 19 ? 31 + Math.floor(within * 30) : 61 + Math.floor(within * 50)
}

/** Shared out by how common the classes are, here and there one more. */
function classesFor(devices: number, upTo: (most: number) => number): ReadonlyMap<string, number> {
  const all = Object.entries(COMMON).flatMap(([id, share]) => Array.from({ length: share }, () => id))
  const classes = new Map<string, number>()
  for (let made = 0; made < devices; made += 1) {
    const id = all[upTo(all.length)] ?? 'others'
    classes.set(id, (classes.get(id) ?? 0) + 1)
  }
  return classes
}
