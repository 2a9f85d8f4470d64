import { resolve } from 'node:path'
import { Announcements } from '../announcements/announcements.ts'
import { Bulk } from '../bulk/bulk.ts'
import { Rollouts } from '../catalogue/rollouts/rollouts.ts'
import { Studio } from '../catalogue/studio/studio.ts'
import { GoldenHomes } from '../drift/golden-homes.ts'
import { compareAtNight } from '../drift/nights.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { Homes } from '../homes/homes.ts'
import { JobEngine } from '../jobs/job-engine.ts'
import { type JobPace, usualJobPace } from '../jobs/job-pace.ts'
import type { Broker } from '../lib/channel/port.ts'
import { Operations } from '../operations/operations.ts'
import type { Messenger } from '../outbound/messenger.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { AtEnd, Ground } from './ground.ts'

interface Given extends Ground {
  broker: Broker
  homes: Homes
  backups: Gateways['backups']
  messenger: Messenger
  outbound: Outbound
  /** How long what is tried again waits; tests don't wait that long. */
  pace: Partial<JobPace> | undefined
}

/** What is done to many gateways, in jobs that outlive the server: begun ones go on at once. */
export async function openFleetWork(given: Given, atEnd: AtEnd) {
  const { config, root, locales, store, catalogue, rights, broker, homes, log, clock } = given
  const { backups, messenger, outbound } = given
  const engine = new JobEngine({ jobs: store.jobs, clock, log, pace: { ...usualJobPace, ...given.pace } })
  const jobs = { store, homes, engine, broker, clock, log }
  const bulk = new Bulk(jobs)
  const operations = new Operations({ ...jobs, rights })
  const goldenHomes = new GoldenHomes({ ...jobs, backups })
  const announcements = new Announcements({ ...jobs, messenger, outbound })
  const studio = new Studio({
    ...{ catalogue, locales },
    folder: resolve(root, config.catalogue),
    homes: () => homes.known(),
  })
  const rollouts = new Rollouts({ ...jobs, catalogue, studio })
  await rollouts.start()
  await engine.start()
  atEnd(() => rollouts.stop())
  atEnd(() => engine.stop())
  atEnd(compareAtNight({ store, goldenHomes, clock, log }).stop)
  atEnd(
    homes.onOnline((serialNumber) => {
      engine.wake(serialNumber).catch((error: unknown) => {
        log.error({ serialNumber, error: String(error) }, 'What waited for a gateway was not begun')
      })
    }),
  )
  return { bulk, operations, goldenHomes, announcements, studio, rollouts }
}
