import { argon2Sync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { Attempts } from '#gateway/node/setup/attempts.ts'
import { Joining } from '#gateway/node/setup/joining.ts'
import type { NetworkSettings } from '#gateway/node/setup/network-settings.ts'
import { SetupPassword } from '#gateway/node/setup/password.ts'
import { createSetupServer } from '#gateway/node/setup/server.ts'
import { Sessions } from '#gateway/node/setup/sessions.ts'
import { SimulatedSettings } from '#gateway/node/setup/simulated.ts'

export interface Answer {
  status: number
  headers: Readonly<Record<string, unknown>>
  body: unknown
}

/** A password whose hash costs next to nothing: what guessing costs is measured elsewhere, and these tests sign in often. */
const KNOWN = 'Known-Secret-1'
const cheap = { memory: 8, passes: 1, parallelism: 1 }
const nonce = Buffer.alloc(16, 'salt')
const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
const KNOWN_HASH = `$argon2id$v=19$m=${cheap.memory},t=${cheap.passes},p=${cheap.parallelism}$${plain(nonce)}$${plain(
  argon2Sync('argon2id', { message: KNOWN, nonce, tagLength: 32, ...cheap }),
)}`

/** The server of a setup page with a folder and a clock of its own. */
export class SetupSite {
  readonly server: FastifyInstance
  readonly secret: string
  readonly faults: unknown[] = []
  /** How often somebody who tried to sign in had to wait. */
  pauses = 0
  readonly #folder: string
  readonly #sessions: Sessions
  #now = Date.now()

  private constructor(server: FastifyInstance, secret: string, folder: string, sessions: Sessions) {
    this.server = server
    this.secret = secret
    this.#folder = folder
    this.#sessions = sessions
  }

  static async open(settings: NetworkSettings = new SimulatedSettings({ takes: 0 })): Promise<SetupSite> {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'))
    const kept = join(folder, 'setup.json')
    writeFileSync(kept, JSON.stringify({ password: KNOWN_HASH }))
    const { password } = await SetupPassword.open(kept)
    const page = join(folder, 'page')
    mkdirSync(page)
    writeFileSync(join(page, 'index.html'), '<!doctype html><title>Setup</title>')
    const now = (): number => site.#now
    const failed = (error: unknown): void => void site.faults.push(error)
    const sessions = new Sessions(now)
    const server = await createSetupServer({
      serialNumber: 'GW-0001',
      settings,
      joining: new Joining(settings, failed),
      password,
      sessions,
      attempts: new Attempts(now, async () => void site.pauses++),
      page,
      failed,
    })
    const site = new SetupSite(server, KNOWN, folder, sessions)
    return site
  }

  passes(ms: number): void {
    this.#now += ms
  }

  async call(
    method: 'GET' | 'POST',
    url: string,
    { body, ...more }: Omit<InjectOptions, 'body'> & { body?: unknown } = {},
  ): Promise<Answer> {
    const answer = await this.server.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      ...more,
      headers: { host: '127.0.0.1:8090', ...more.headers },
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body.startsWith('{') || answer.body.startsWith('[') ? answer.json() : answer.body,
    }
  }

  /** Somebody who has signed in already: a password takes its time. */
  signedIn = (): string => this.#sessions.begin().sessionId

  async signIn(secret = this.secret): Promise<string> {
    const { body } = await this.call('POST', '/login', { body: { secret } })
    return (body as { sessionId: string }).sessionId
  }

  async close(): Promise<void> {
    await this.server.close()
    rmSync(this.#folder, { recursive: true })
  }
}

/** What a failure says. */
export const told = (...errors: readonly { errorCode: string; field?: string }[]): unknown =>
  errors.map((error) => expect.objectContaining(error))
