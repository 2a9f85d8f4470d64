import type { Success } from '../account-successes.ts'
import type { Site } from '../kit.ts'
import { own } from '../operations.ts'

let made = 0

/** An operation with one gateway, of which this has come. */
async function operationOf({ store, now }: Site, state: 'open' | 'failed'): Promise<{ operationId: string }> {
  made++
  const [operationId, id] = [`operation-${made}`, `operation-task-${made}`]
  await store.jobs.begin(
    {
      ...{ id: operationId, kind: 'operation', title: 'ping', begunBy: 'demo-admin', createdAt: now },
      facts: { command: 'ping', payload: {}, userInitiated: 'Somebody', waitDays: 0 },
      plan: { concurrency: 1, retries: 0, waveGap: 0 },
    },
    [{ id, subject: own.sn ?? '', wave: 0 }],
  )
  if (state === 'open') return { operationId }
  const [task] = await store.jobs.claim(operationId, { wave: 0, now, until: now + 1000, limit: 1 })
  if (task) await store.jobs.end(task, { state, code: 'NO_ANSWER', at: now })
  await store.jobs.change(operationId, ['running'], { state: 'done', endedAt: now })
  return { operationId }
}

const on =
  (state: 'open' | 'failed') =>
  async (site: Site): Promise<Success> => ({ ids: { ...(await operationOf(site, state)) } })

export const operationSuccesses: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  sendOperation: () => ({ body: { command: 'ping', payload: {}, devices: [own.sn] } }),
  listOperations: on('failed'),
  readOperation: on('failed'),
  listOperationTasks: on('failed'),
  removeOperation: on('failed'),
  retryOperation: on('failed'),
  cancelOperation: on('open'),
}
