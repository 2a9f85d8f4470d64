/**
 * One server with the embedded store: gateways that are connected and get something in bulk, what the interface takes
 * meanwhile, an announcement to everybody, and the statistics of all of it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import { type Figure, percentile } from '../support/figures.ts'
import { CODE } from './filled-fleet.ts'
import type { FromGateways, ToGateways } from './gateways-process.ts'
import type { FromServer, ToServer } from './server-process.ts'

const LOOK_MS = 100
/** Whatever takes longer than this has failed. */
const PATIENCE_MS = 20 * 60_000

const content: BulkContent = {
  content_name: 'Bench',
  content_type: 'ts',
  content_params: [
    {
      ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
      params: { name: 'Bench', icon: 4 },
    },
  ],
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The next message of this kind; rejects when the process ends first. */
const heard = <T extends { kind: string }, K extends T['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<T, { kind: K }>> =>
  new Promise((resolve, reject) => {
    const listen = (message: T & { why?: string }): void => {
      if (message.kind === 'failed') reject(new Error(message.why))
      if (message.kind !== kind) return
      child.off('message', listen)
      resolve(message as Extract<T, { kind: K }>)
    }
    child.on('message', listen)
    child.once('exit', (code) => reject(new Error(`A process of the measurement ended with ${code}`)))
  })

const started = (
  file: string,
  args: readonly unknown[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess =>
  fork(join(import.meta.dirname, file), args.map(String), {
    ...{ env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  })

/** Ms that something takes, and what came of it. */
async function timed<T>(does: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now()
  const result = await does()
  return [performance.now() - began, result]
}

async function until<T>(read: () => Promise<T>, holds: (one: T) => boolean): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const one = await read()
    if (holds(one)) return one
    if (performance.now() > end)
      throw new Error(`It has not come to an end: ${JSON.stringify(one).slice(0, 400)}`)
  }
}

interface Operation {
  status: string
  canCancel: boolean
  finishTaskCount: number
  taskCounters: { total: number; successful: number; failed: number }
}

export async function scale(size: number, played: number, told: (line: string) => void): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const port = await freePort()
  const server = started('server-process.ts', [size, played], {
    ...{ GATEHOUSE_DATA: data, GATEHOUSE_GATEWAY_PORT: String(port) },
  })
  const fleet = started('gateways-process.ts', [])
  try {
    const ready = await heard<FromServer, 'ready'>(server, 'ready')
    const { userId, ask } = await signedIn(ready.url)
    const figures: Figure[] = []
    const note = (name: string, value: number, unit: string, target?: number): void => {
      const figure = { name: `fleet: ${name}`, value, unit, ...(target !== undefined && { target }) }
      figures.push(figure)
      told(`${figure.name}: ${value.toFixed(2)} ${unit}`)
    }

    const [connecting] = await timed(() => {
      const order: ToGateways = { host: '127.0.0.1', ...ready, port }
      fleet.send(order)
      return heard<FromGateways, 'connected'>(fleet, 'connected')
    })
    note(`${played} gateways connect`, connecting / 1000, 's')
    const online = () =>
      ask<{ count: number }>('GET', '/udm/device/adminCount?searchText=played&connectionStatus=online')
    await until(online, ({ count }) => count === played)

    const devices = ready.gateways.map(({ serialNumber }) => serialNumber)
    const looks: number[] = []
    let looking = true
    const interfaceUser = (async () => {
      while (looking) {
        for (const path of [
          '/udm/device/adminList?page=1&limit=10&owners=true&orderBy=-connectionStatus',
          '/bom/campaign/search?page=1&limit=10',
        ]) {
          const [ms] = await timed(() => ask('GET', path))
          looks.push(ms)
        }
        await sleep(LOOK_MS)
      }
    })()
    const [bulkMs, bulk] = await timed(async () => {
      const { _id } = await ask<{ _id: string }>('POST', '/bom/campaign/create', {
        ...{ operation_name: 'Bench', content, userId, devices, campaignOptions: { waves: [100] } },
      })
      return until(
        () => ask<Operation>('GET', `/bom/campaign/get/${_id}`),
        ({ canCancel }) => !canCancel,
      )
    })
    looking = false
    await interfaceUser
    if (bulk.taskCounters.successful !== played)
      throw new Error(`Not every gateway has got it: ${JSON.stringify(bulk.taskCounters)}`)
    note(`a bulk operation over ${played} connected gateways`, bulkMs / 1000, 's', 60)
    note('interface meanwhile, a page, p95', percentile(looks, 0.95), 'ms', 100)
    note('interface meanwhile, the slowest page', percentile(looks, 1), 'ms')

    const announcement = {
      ...{ announcementName: 'Bench', title: 'Bench', text: 'Bench', topicType: 'SYS', filterType: 'all' },
    }
    const [planMs] = await timed(() =>
      ask('POST', '/asm/plan', { filterType: 'all', types: ['email'], topicType: 'SYS' }),
    )
    note(`an announcement to ${size} accounts, who is reached`, planMs / 1000, 's', 5)
    const order: ToServer = { kind: 'code', of: announcement.announcementName }
    server.send(order)
    await heard<FromServer, 'coded'>(server, 'coded')
    const [sendMs, { campaigns }] = await timed(() =>
      ask<{ campaigns: { _id: string }[] }>('POST', '/asm/sendEmail', announcement, { otp: CODE }),
    )
    note(`an announcement to ${size} accounts, planned`, sendMs / 1000, 's', 5)
    const [campaign] = campaigns
    if (!campaign) throw new Error('The announcement has no campaign')
    const read = () => ask<Operation>('GET', `/asm/campaign/get/${campaign._id}`)
    const [stopMs] = await timed(async () => {
      await ask('POST', `/asm/campaign/cancelAll/${campaign._id}`)
      await until(read, ({ canCancel }) => !canCancel)
    })
    note('it is stopped', stopMs / 1000, 's', 1)
    const { finishTaskCount } = await read()
    await sleep(1000)
    if ((await read()).finishTaskCount !== finishTaskCount) throw new Error('It went on after it was stopped')

    const report = () => ask('GET', '/analytics/query?engine=StatisticsReport')
    const [firstMs] = await timed(report)
    note(`statistics over ${size} gateways, the first time`, firstMs / 1000, 's')
    const [secondMs] = await timed(report)
    note(`statistics over ${size} gateways, after it`, secondMs / 1000, 's', 2)
    return figures
  } finally {
    fleet.kill('SIGKILL')
    const ended =
      server.exitCode === null ? new Promise((resolve) => server.once('exit', resolve)) : undefined
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

async function signedIn(url: string) {
  const login = await fetch(`${url}/api/auth/login`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ identity: 'admin@gatehouse.test', secret: 'Gatehouse-Admin-1' }),
  })
  const { userId, sessionId } = (await login.json()) as { userId: string; sessionId: string }
  const ask = async <T>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      ...{ method, headers: { sessionId, 'content-type': 'application/json', ...more } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  return { userId, ask }
}
