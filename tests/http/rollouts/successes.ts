import type { Job } from '#server/store/fleet/job-rows.ts'
import type { Site } from '../kit.ts'
import { own } from '../operations.ts'

let made = 0

/** A rollout as it is kept; nothing of the catalogue is touched. */
async function rolloutOf(site: Site, state: Job['state'], settled?: 'all' | 'takenBack') {
  made += 1
  const id = `rollout-${made}`
  const { jobs } = site.store
  const facts = {
    ...{ path: 'devices/gatehouse/DIM200.json', text: '{}', before: '', version: '0'.repeat(32) },
    ...{ observeMinutes: 60, thenAll: false, homes: 1, userInitiated: 'Ada Berg' },
    ...(settled && { settled }),
  }
  const plan = { concurrency: 1, retries: 0, waveGap: 0, haltPercent: 10 }
  await jobs.begin(
    { id, kind: 'rollout', title: facts.path, facts, begunBy: 'demo-admin', createdAt: site.now, plan },
    [{ id: `${id}-task`, subject: own.sn ?? '', wave: 0 }],
  )
  if (state !== 'running') await jobs.change(id, ['running'], { state })
  await site.store.rolloutFaults.add(id, own.sn ?? '', {
    ...{ kind: 'widget', what: 'DIM200: LightService.state', message: 'It failed', at: site.now },
  })
  return { ids: { rolloutId: id } }
}

const text = async (site: Site): Promise<{ text: string; version: string }> =>
  (
    await site.get(
      '/api/catalogue/file?path=devices/gatehouse/DIM200.json',
      await site.sessionOf('demo-admin'),
    )
  ).json()

const over = (site: Site) => rolloutOf(site, 'done', 'takenBack')

export const rolloutSuccesses = {
  listDefinitionFiles: () => ({}),
  readDefinitionFile: () => ({ query: 'path=devices/gatehouse/DIM200.json' }),
  checkDefinitionFile: () => ({ body: { path: 'devices/gatehouse/DIM200.json', text: '{}' } }),
  listRollouts: over,
  async createRollout(site: Site) {
    const { text: before, version } = await text(site)
    const path = 'devices/gatehouse/DIM200.json'
    return {
      body: {
        ...{ path, text: `${before}\n`, version, devices: [own.sn] },
        ...{ observeMinutes: 60, haltPercent: 0, thenAll: false },
      },
    }
  },
  readRollout: over,
  removeRollout: over,
  pauseRollout: (site: Site) => rolloutOf(site, 'running'),
  resumeRollout: (site: Site) => rolloutOf(site, 'paused'),
  // It says what the file says already: what is written is what was there.
  async finishRollout(site: Site) {
    const made = await rolloutOf(site, 'done')
    const { text: before, version } = await text(site)
    const job = await site.store.jobs.find(made.ids.rolloutId)
    await site.store.jobs.learn(made.ids.rolloutId, { ...job?.facts, text: before, version })
    return made
  },
  takeRolloutBack: (site: Site) => rolloutOf(site, 'paused'),
  listRolloutGateways: over,
  listRolloutFaults: over,
}
