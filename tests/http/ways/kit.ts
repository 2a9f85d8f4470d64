import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Metrics } from '#server/metrics.ts'
import { BackgroundTasks } from '#server/outbound/background-tasks.ts'
import { Mails } from '#server/outbound/mails.ts'
import { Messenger } from '#server/outbound/messenger.ts'
import { type Carriers, Outbound } from '#server/outbound/outbound.ts'
import { Seal } from '#server/outbound/seal.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { account } from '../../store/samples.ts'
import { newFolder, root, silent } from '../kit.ts'

export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A provider on this machine that answers as the test says. */
export async function provider(answer: (asked: Asked, n: number) => (response: ServerResponse) => void) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      asked.push(one)
      answer(one, asked.length)(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`), asked }
}

export interface World {
  store: Store
  outbound: Outbound
  messenger: Messenger
  pass(ms: number): void
  now(): number
}

export const phone = (contact: string, more = {}) => ({
  ...{ _id: contact, contact, contactType: 'phone' as const, verified: true },
  ...more,
})

/** What sends, with the given ways, a clock that the test turns, and Mia. */
export async function world(
  carriersIn: (parts: { store: Store; now(): number }) => Carriers,
  contact: readonly ReturnType<typeof phone>[] = [phone('+41790000001')],
  store?: Store,
): Promise<World> {
  const kept = store ?? (await openStore(newFolder()))
  let time = Date.UTC(2026, 0, 15, 12)
  const now = () => time
  if (!store) {
    onTestFinished(() => kept.close())
    await kept.accounts.create(account('mia', { preferredLanguage: 'ch_EN', contact: [...contact] }), {
      ...{ passwordHash: null, at: 1 },
    })
  }
  const outbound = new Outbound({
    ...{ store: kept, seal: new Seal(randomBytes(32)), carriers: carriersIn({ store: kept, now }) },
    ...{ log: silent, metrics: new Metrics(), now },
  })
  const mails = new Mails(
    join(root, 'locales'),
    outbound,
    new BackgroundTasks(silent),
    () => 'https://home.example',
    { limits: kept.limits, log: silent, now },
  )
  const messenger = new Messenger({ store: kept, outbound, mails, now })
  const pass = (ms: number): void => {
    time += ms
  }
  return { store: kept, outbound, messenger, now, pass }
}
