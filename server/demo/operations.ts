import { type Facts, OPERATION } from '../operations/views.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Repositories } from '../store/store.ts'

const HOUR = 3_600_000

interface Past {
  id: string
  command: string
  payload: Facts['payload']
  /** How long ago it was sent. */
  ago: number
  size: number
  /** Of every so many one fails, for one of these reasons after the other. */
  failsEvery: number
  causes: readonly string[]
  answer?: Readonly<Record<string, unknown>>
}

const past: readonly Past[] = [
  {
    ...{ id: 'demo-operation-map', command: 'map_network', payload: {}, ago: 75 * HOUR },
    ...{ size: 12, failsEvery: 100, causes: [] },
  },
  {
    ...{ id: 'demo-operation-ping', command: 'ping', payload: {}, ago: 26 * HOUR },
    ...{ size: 24, failsEvery: 6, causes: ['GATEWAY_OFFLINE', 'NO_ANSWER'], answer: {} },
  },
  {
    id: 'demo-operation-open',
    command: 'open_network',
    payload: { type: 'inclusion', network: 'zigbee' },
    ...{ ago: 3 * HOUR, size: 4, failsEvery: 1, causes: ['PIN_LOCKED', 'GATEWAY_OFFLINE'] },
  },
]

/** Commands that an administrator has sent to gateways of the demo. */
export async function seedOperations(
  { jobs }: Pick<Repositories, 'jobs'>,
  gateways: readonly Pick<NewGateway, 'serialNumber'>[],
  now: number,
): Promise<void> {
  for (const [at, one] of past.entries()) await lived(jobs, one, gateways.slice(at * 7), now)
}

async function lived(
  jobs: Repositories['jobs'],
  { id, command, payload, ago, size, failsEvery, causes, answer }: Past,
  gateways: readonly Pick<NewGateway, 'serialNumber'>[],
  now: number,
): Promise<void> {
  const began = now - ago
  const facts: Facts = { command, payload, userInitiated: 'Markus Aebischer', waitDays: 0 }
  await jobs.begin(
    {
      ...{ id, kind: OPERATION, title: command, facts, begunBy: 'demo-admin', createdAt: began },
      plan: { concurrency: 24, retries: 2, waveGap: 0 },
    },
    gateways.slice(0, size).map(({ serialNumber }) => ({
      ...{ id: orderedId(began), subject: serialNumber, wave: 0 },
    })),
  )
  for (let n = 1; n <= size; n++) {
    const [task] = await jobs.claim(id, { wave: 0, now: began, until: now, limit: 1 })
    if (!task) break
    const at = began + 200 + ((n * 137) % 2600)
    const code = n % failsEvery === 0 ? causes[n % causes.length] : undefined
    await jobs.end(
      task,
      code === undefined
        ? { state: 'done', at, result: answer ? { answer: JSON.stringify(answer) } : {} }
        : { state: 'failed', code, at },
    )
  }
  await jobs.change(id, ['running'], { state: 'done', startedAt: began, endedAt: began + 3000 })
}
