import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beginWithDemo } from './demo-data.ts'
import { memory } from './surroundings.ts'

export interface Served {
  /** http://127.0.0.1:port */
  url: string
  process: ChildProcess
  data: string
  /** Everything that it printed. */
  output(): string
  /** Ends it in order (SIGTERM) unless another signal is given; keeps its data. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

function newHome(environment: Readonly<Record<string, string>>): string {
  const data = mkdtempSync(join(memory, 'gatehouse-'))
  beginWithDemo(data, environment)
  return data
}

/** The server as it is built, where the run says so (scripts/tasks/checks.ts): it starts in half the time; else its sources. */
export const serverEntry = (): string => process.env.GATEHOUSE_SERVER ?? 'server/main.ts'

/** Starts the real server as a process of its own on a free loopback port, with its data in a folder of its own. */
export async function serve(
  env: Readonly<Record<string, string>> = {},
  data = newHome(env),
): Promise<Served> {
  let output = ''
  const child = spawn(process.execPath, [serverEntry()], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      GATEHOUSE_LOG: 'warn',
      GATEHOUSE_DATA: data,
      // As shipped: the demo's own settings are proved where they matter.
      GATEHOUSE_SETTINGS: 'tests/fixtures/shipped-settings.json',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const url = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (address) resolve(address)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void ended.then((code) =>
      reject(new Error(`The server ended with ${code} before it listened:\n${output}`)),
    )
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }
  return {
    url,
    process: child,
    data,
    output: () => output,
    stop,
    async remove() {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
