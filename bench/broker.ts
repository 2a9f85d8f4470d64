/** The message channel under load: real store, rights, broker and homes in this thread, the clients in another. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { startBroker } from '#server/channel/broker.ts'
import { issueChannelToken } from '#server/channel/tokens.ts'
import { openHomes } from '#server/homes/homes.ts'
import { createRights } from '#server/rights.ts'
import type { Account } from '#server/store/people/accounts.ts'
import { openStore, type Store } from '#server/store/store.ts'
import type { LoadClient, LoadOrder, LoadPlan, LoadReport } from './support/channel-load.ts'
import { type Figure, percentile, table } from './support/figures.ts'

const quick = process.argv.includes('--quick')
const USERS = 300
const LISTENERS = 1000
const MS = quick ? 1500 : 5000

/** A channel with that many users, each with a home of one lamp, or all with the same. */
async function open(users: number, shared: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const store = await openStore(folder)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const rights = createRights(store)
  const broker = await startBroker({
    server,
    store,
    rights,
    reaches: {
      of: async (userId, serialNumber) =>
        (await rights.mayUseGateway(userId, serialNumber)) ? 'all' : 'none',
    },
    origins: [],
    log: quiet,
    metrics: { count: () => undefined },
    // One machine plays everybody, and faster than people are.
    limits: { socketsPerAddress: 1e6, socketsPerUser: 1e6, packets: { perSecond: 1e6, burst: 1e6 } },
  })
  const catalogue = await openCatalogue('catalogue')
  const model = catalogue.model('SWI100')
  if (!model) throw new Error('The catalogue has no SWI100')
  const homes = await openHomes({
    store,
    rights,
    broker,
    catalogue,
    log: quiet,
    inside: () => ({
      drivers: [
        createVirtualDriver({
          pace: 0,
          devices: [
            {
              device: {
                id: 'lamp',
                device_name: 'Lamp',
                class: 'SWI100',
                status: 2,
                networkType: 'virtual',
                service_list: servicesOf(model),
              },
              // Orders to one property wait for each other's answer: what is measured here is the channel, not the lamp.
              faults: { delay: [0, 1] },
            },
          ],
        }),
      ],
    }),
  })
  const clients = await people(store, users, shared)
  const load = new Worker(new URL('./support/channel-load.ts', import.meta.url), {
    workerData: {
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`,
      clients,
    } satisfies LoadPlan,
  })
  load.on('error', (error) => {
    throw error
  })
  const next = (): Promise<LoadReport> => new Promise((resolve) => load.once('message', resolve))
  await next()
  return {
    broker,
    clients,
    ask(order: LoadOrder): Promise<LoadReport> {
      const answer = next()
      load.postMessage(order)
      return answer
    },
    async close() {
      await load.terminate()
      await homes.close()
      await broker.close()
      catalogue.close()
      server.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function people(store: Store, users: number, shared: boolean): Promise<LoadClient[]> {
  const at = Date.now()
  const owner = async (): Promise<string> => {
    const id = randomUUID()
    const account: Account = {
      id,
      username: `${id}@bench.test`,
      groups: ['users'],
      preferredLanguage: 'ch_EN',
      contact: [],
    }
    await store.accounts.create(account, { passwordHash: null, at })
    return id
  }
  const gateway = async (userId: string): Promise<string> => {
    const serialNumber = `GW-${randomBytes(6).toString('hex')}`
    await store.gateways.create({
      _id: randomUUID(),
      serialNumber,
      name: 'Home',
      model: 'VGW',
      type: 'vg',
      userId,
      connectionStatus: 'online',
      operationMode: 0,
      subscriptionLockMode: 0,
    })
    return serialNumber
  }
  const first = await owner()
  const one = await gateway(first)
  return Promise.all(
    Array.from({ length: users }, async () => {
      const userId = shared ? first : await owner()
      const serialNumber = shared ? one : await gateway(userId)
      const session = await store.sessions.create({ id: randomBytes(16).toString('base64url'), userId, at })
      const { token, sessionKey } = await issueChannelToken(store.tokens, session, Date.now())
      return { userId, sessionKey, token, serialNumber }
    }),
  )
}

/** So many commands a second must be answered at once (quality figures). */
const RATE = 2000

async function commands(): Promise<Figure[]> {
  const channel = await open(USERS, false)
  const [service_name, property_name] = ['SwitchService', 'state']
  const order = { device_id: 'lamp', service_name, property_name, property_value: true }
  const figures: Figure[] = []
  const run = async (command: string, params: unknown, rate?: number): Promise<number[]> => {
    await channel.ask({ kind: 'commands', command, params, ms: 500, rate })
    const { delays, failed } = await channel.ask({ kind: 'commands', command, params, ms: MS, rate })
    if (failed > 0) throw new Error(`${failed} of ${delays.length} ${command} failed`)
    return delays
  }
  const perSecond = (delays: number[]): number => (delays.length / MS) * 1000
  try {
    const asked = await run('get_object_list_by_type_detailed', { type: 'device' })
    const ordered = await run('set_service_property_value', order)
    const paced = await run('set_service_property_value', order, RATE / USERS)
    const name = `channel, ${USERS} users`
    figures.push(
      { name: `${name}: questions answered`, value: perSecond(asked), unit: '/s' },
      {
        name: `${name}: orders answered, each on disk first`,
        value: perSecond(ordered),
        unit: '/s',
        target: RATE,
        atLeast: true,
      },
      { name: `${name}: order at ${RATE}/s, p50`, value: percentile(paced, 0.5), unit: 'ms' },
      { name: `${name}: order at ${RATE}/s, p99`, value: percentile(paced, 0.99), unit: 'ms', target: 40 },
    )
  } finally {
    await channel.close()
  }
  return figures
}

/** One home, a thousand who look: ten events a second make ten thousand messages. */
async function fanOut(): Promise<Figure[]> {
  const channel = await open(LISTENERS, true)
  const serialNumber = channel.clients[0]?.serialNumber ?? ''
  try {
    await channel.ask({ kind: 'listen' })
    const rounds = (MS / 1000) * 10
    const started = performance.now()
    for (let seq = 1; seq <= rounds; seq++) {
      const data = { sent: performance.timeOrigin + performance.now(), filling: 'x'.repeat(120) }
      channel.broker.publishHomeEvent(serialNumber, {
        event: 'layout_changed',
        seq,
        at: new Date().toISOString(),
        data,
      })
      const due = started + seq * 100 - performance.now()
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
    }
    let report = await channel.ask({ kind: 'heard' })
    const last = performance.now() + 10_000
    while (report.delays.length < rounds * LISTENERS && performance.now() < last)
      report = await channel.ask({ kind: 'heard' })
    const { delays } = report
    return [
      {
        name: `channel, 1 to ${LISTENERS}: messages a second`,
        value: (delays.length / (performance.now() - started)) * 1000,
        unit: '/s',
      },
      {
        name: `channel, 1 to ${LISTENERS}: lost`,
        value: rounds * LISTENERS - delays.length,
        unit: '',
        target: 0,
      },
      { name: `channel, 1 to ${LISTENERS}: p50`, value: percentile(delays, 0.5), unit: 'ms' },
      { name: `channel, 1 to ${LISTENERS}: p99`, value: percentile(delays, 0.99), unit: 'ms', target: 250 },
    ]
  } finally {
    await channel.close()
  }
}

export const measure = async (): Promise<Figure[]> => [...(await commands()), ...(await fanOut())]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const figures = await measure()
  console.log(`\n${table(figures)}\n\n${JSON.stringify(figures, null, 2)}`)
  process.exit(0)
}
