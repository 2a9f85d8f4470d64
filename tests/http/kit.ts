import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog, type Log } from '#server/log.ts'
import { type Running, type Surroundings, start } from '#server/start.ts'
import { beginWithDemo } from '../support/demo-data.ts'
import { memory } from '../support/surroundings.ts'
import { TableChanges } from './table-changes.ts'

// Each of these tests starts servers; a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

export const root = join(import.meta.dirname, '..', '..')
export const silent: Log = createLog('silent')

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json<T = unknown>(): T
}

export interface Sent {
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Buffer
}

let addresses = 0
/** An address that nobody has called from yet. */
export const stranger = (): string => {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** One call as bytes on the wire: no path is tidied and no header is refused on the way. */
export function call(
  url: string,
  method: string,
  path: string,
  { headers = {}, body, raw }: Sent = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...type, ...lengthOf(bytes), ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            json: <T>() => JSON.parse(text) as T,
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}

const lengthOf = (bytes: string | Buffer | undefined): Record<string, string> =>
  bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }

export interface SignedIn {
  userId: string
  sessionId: string
}

export const demo = {
  home: { identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1' },
  admin: { identity: 'admin@gatehouse.test', secret: 'Gatehouse-Admin-1' },
  guest: { identity: 'guest@gatehouse.test', secret: 'Gatehouse-Guest-1' },
  support: { identity: 'support@gatehouse.test', secret: 'Gatehouse-Support-1' },
} as const

/** The whole server on a free port, with a database in a folder of its own and a clock that the test turns. */
export class Site {
  readonly running: Running
  readonly data: string
  readonly #time: { now: number }
  #changes: TableChanges | undefined

  private constructor(running: Running, data: string, time: { now: number }) {
    this.running = running
    this.data = data
    this.#time = time
  }

  static async open(
    environment: Record<string, string> = {},
    log: Log = silent,
    folder = root,
    more: Partial<Surroundings> = {},
    data = newHome(environment, folder),
  ): Promise<Site> {
    const time = { now: Date.now() }
    const config = readConfig({
      PORT: '0',
      GATEHOUSE_MODE: 'demo',
      GATEHOUSE_DATA: data,
      GATEHOUSE_PROXIES: '127.0.0.1',
      ...environment,
    })
    return new Site(await start(config, { root: folder, log, now: () => time.now, ...more }), data, time)
  }

  get url(): string {
    return this.running.url
  }

  get store(): Running['store'] {
    return this.running.store
  }

  get now(): number {
    return this.#time.now
  }

  pass(ms: number): void {
    this.#time.now += ms
  }

  call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return call(this.url, method, path, sent)
  }

  get(path: string, sessionId?: string): Promise<Answer> {
    return this.call('GET', path, { headers: sessionId === undefined ? {} : { sessionId } })
  }

  /** Tries to sign in, from an address of its own unless one is given. */
  login(who: { identity: string; secret: string }, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/api/auth/login', {
      body: { identity: who.identity, secret: who.secret },
      headers: { 'x-forwarded-for': stranger(), ...headers },
    })
  }

  async signIn(who: { identity: string; secret: string }): Promise<SignedIn> {
    const answer = await this.login(who)
    if (answer.status !== 200) throw new Error(`${who.identity} was not signed in: ${answer.text}`)
    return answer.json<SignedIn>()
  }

  /** A session without a password: for users that have none, and where signing in is not the matter. */
  async sessionOf(userId: string, serialNumber?: string): Promise<string> {
    const id = randomBytes(16).toString('base64url')
    await this.store.sessions.create({ id, userId, at: this.now, serialNumber })
    return id
  }

  /** How often each table about people and gateways has changed, a line each; what merely counts or logs calls is left out. */
  changes(): string {
    this.#changes ??= new TableChanges(join(this.data, 'gatehouse.db'))
    return this.#changes.read()
  }

  /** Ends the server; its data stay. */
  async stop(): Promise<void> {
    this.#changes?.close()
    this.#changes = undefined
    await this.running.stop()
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }
}

/** Files elsewhere may describe other devices than those of the demo. */
function newHome(environment: Record<string, string>, folder: string): string {
  const data = newFolder()
  if (folder === root) beginWithDemo(data, environment)
  return data
}

/** The data of a demo that has begun: for servers that are started on them more than once. */
export const demoFolder = (): string => newHome({}, root)

const folders: string[] = []
// After whatever the test itself closes: hooks run in reverse.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of the test's own, which goes with it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(memory, 'gatehouse-http-'))
  folders.push(folder)
  return folder
}
