import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SERIAL = 'GW-2026-0001'

/** A gateway as a process of its own that has no network yet: only its setup page runs. */
export class SetupGateway {
  readonly #data = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'))
  #process: ChildProcess | undefined
  #output = ''
  /** Printed at the first start. */
  secret = ''
  url = ''

  static async start(): Promise<SetupGateway> {
    const gateway = new SetupGateway()
    await gateway.begin()
    return gateway
  }

  /** Starts it, again at the port that it had. */
  async begin(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port
    const options = ['--serial', SERIAL, '--setup-port', port, '--data', this.#data]
    const child = spawn(process.execPath, ['gateway/main.ts', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.#output = ''
    this.url = await new Promise((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        this.#output += chunk.toString()
        const url = /"url":"([^"]+)"/.exec(this.#output)?.[1]
        const first = /shown this once: (\S+)\n/.exec(this.#output)?.[1]
        this.secret = first ?? this.secret
        if (url !== undefined && this.secret !== '') resolve(url)
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      child.on('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${this.#output}`)))
    })
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }
}
