import { away, setback } from './bulk/bulk-kit.ts'
import type { Success } from './gateway-successes.ts'
import type { Site } from './kit.ts'
import { own } from './operations.ts'

let made = 0
interface Made {
  bulkId: string
  taskId: string
}

/** An operation with one gateway, of which this has come. */
async function operationOf({ store, now }: Site, state: 'open' | 'failed' | 'done'): Promise<Made> {
  made++
  const [bulkId, taskId] = [`bulk-${made}`, `task-${made}`]
  const back = [{ kind: 'rule', id: 'none', was: 0 }]
  await store.jobs.begin(
    {
      ...{ id: bulkId, kind: 'bulk', title: `Operation ${made}`, begunBy: 'demo-admin', createdAt: now },
      facts: { content: away, userInitiated: 'Somebody' },
      plan: { concurrency: 1, retries: 0, waveGap: 0 },
    },
    [{ id: taskId, subject: own.sn ?? '', wave: 0, result: { says: 'adds', back } }],
  )
  if (state === 'open') return { bulkId, taskId }
  const [task] = await store.jobs.claim(bulkId, { wave: 0, now, until: now + 1000, limit: 1 })
  if (task) await store.jobs.end(task, { state, code: 'NO_ANSWER', at: now })
  await store.jobs.change(bulkId, ['running'], { state: 'done', endedAt: now })
  return { bulkId, taskId }
}

async function contentOf({ store, now }: Site): Promise<string> {
  made++
  const { content_name: name, content_type: type, content_params: params } = away
  await store.bulkContents.put({ id: `content-${made}`, name, type, params, createdAt: now })
  return `content-${made}`
}

const on =
  (state: 'open' | 'failed' | 'done') =>
  async (site: Site): Promise<Success> => ({ ids: { ...(await operationOf(site, state)) } })

/** Two files as a form. */
async function files(): Promise<Success> {
  const form = new FormData()
  form.set('centresFile', new File(['C-1,Centre,N,Zug'], 'centres.csv'))
  form.set('gatewaysFile', new File([`${own.sn},C-1,P1`], 'gateways.csv'))
  const packed = new Response(form)
  return {
    raw: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
  }
}

export const bulkSuccesses: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  planCampaign: () => ({ body: { content: setback, devices: [own.sn] } }),
  createCampaign: () => ({
    body: { operation_name: 'Night', content: setback, userId: 'demo-admin', devices: [own.sn] },
  }),
  listCampaigns: on('done'),
  searchCampaigns: async (site) => {
    await operationOf(site, 'done')
    return { query: 'searchPhrase=operation' }
  },
  readCampaign: on('failed'),
  removeCampaigns: async (site) => ({ body: { bulkIds: [(await operationOf(site, 'done')).bulkId] } }),
  deleteCampaign: on('done'),
  cancelCampaign: on('open'),
  pauseCampaign: on('open'),
  resumeCampaign: on('open'),
  takeCampaignBack: on('done'),
  resetTask: on('failed'),
  resetTasks: on('failed'),
  cancelTask: on('open'),
  listCampaignTasks: on('failed'),
  searchCampaignTasks: on('done'),
  createBulkContent: () => ({ body: away }),
  listBulkContents: async (site) => {
    await contentOf(site)
    return {}
  },
  deleteBulkContent: async (site) => ({ ids: { contentId: await contentOf(site) } }),
  readBulkContent: async (site) => ({ ids: { contentId: await contentOf(site) } }),
  listStates: () => ({ query: 'region=N' }),
  listCentres: () => ({ query: 'region=N&state=Aargau' }),
  listPoints: () => ({ query: 'jc=N-BADEN' }),
  filterGateways: () => ({ query: 'reglist=N&statelist=Aargau&jcenterlist=' }),
  selectGateways: () => ({ body: { devices: [own.sn, 'nothing'] } }),
  importLocations: () => ({
    body: {
      centres: [{ code: 'C-2', name: 'Centre', region: 'N', state: 'Zug' }],
      gateways: [{ serialNumber: own.sn, centre: 'C-2', point: 'P1' }],
    },
  }),
  importLocationFiles: files,
  listAreas: () => ({ query: 'type=state' }),
  listSubareas: () => ({ query: 'type=region&code=N' }),
  readRelation: () => ({ query: 'type=region&code=N' }),
}
