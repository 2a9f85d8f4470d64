import driftRules from '#catalogue/rules/drift.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import type { DriftRules } from '#schemas/generated/definitions/rules-drift.ts'
import { isOpen } from '../jobs/job-status.ts'
import type { ChannelLog } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import type { GoldenHomes } from './golden-homes.ts'

interface Parts {
  store: { goldenHomes: Pick<Store['goldenHomes'], 'list'>; jobs: Pick<Store['jobs'], 'find'> }
  goldenHomes: Pick<GoldenHomes, 'compare'>
  clock: Clock
  log: ChannelLog
}

const rules = driftRules as DriftRules
const [DAY, HOUR] = [86_400_000, 3_600_000]
const LOOK_MS = 5 * 60_000
/** Who has begun it, where nobody has. */
const NIGHT = 'system'

/** Once a night homes are compared with each golden home, with one after the other (decision 0213). */
export function compareAtNight({ store, goldenHomes, clock, log }: Parts): {
  look(): Promise<void>
  stop(): void
} {
  let through: number | undefined
  let unplan = (): void => {}

  async function look(): Promise<void> {
    const now = clock.now()
    const day = Math.floor(now / DAY)
    const due = day * DAY + rules.nightHour * HOUR
    if (now < due || through === day) return
    const { data } = await store.goldenHomes.list({ page: 1, limit: rules.most })
    for (const { id, job, createdAt, comparedAt = 0 } of data) {
      const last = job === undefined ? undefined : await store.jobs.find(job)
      if (last && isOpen(last)) return
      if (Math.max(createdAt, comparedAt, last?.createdAt ?? 0) >= due) continue
      await goldenHomes.compare(NIGHT, id, { nightly: true })
      return
    }
    through = day
  }

  function again(): void {
    unplan = clock.after(LOOK_MS, () => {
      again()
      look().catch((error: unknown) =>
        log.error({ error: String(error) }, 'Homes were not compared with their golden home'),
      )
    })
  }
  again()
  return { look, stop: () => unplan() }
}
