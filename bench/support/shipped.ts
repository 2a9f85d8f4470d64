/** The server as `npm start` runs it, with its demo home, and nobody who looks. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/tasks/build.ts'
import { serverArguments, serverEnvironment } from '../../scripts/tasks/server-process.ts'
import { pause } from './app-tab.ts'
import { type Figure, median } from './figures.ts'

const ROUNDS = 5
/** Until the demo homes have settled. */
const REST_MS = 10_000

async function started(data: string, rests: boolean): Promise<{ ready: number; memory: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...serverEnvironment,
      ...process.env,
      GATEHOUSE_DATA: data,
      GATEHOUSE_LOG: 'error',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => /http:\/\//.test(String(text)) && resolve())
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const ready = performance.now() - begun
  if (rests) await pause(REST_MS)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return { ready, memory: Number(kilobytes) * 1.024e-3 }
}

export async function shipped(): Promise<Figure[]> {
  await build()
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const first = await started(data, false)
  const readies: number[] = []
  for (let round = 0; round < ROUNDS; round++) readies.push((await started(data, false)).ready)
  const { memory } = await started(data, true)
  rmSync(data, { recursive: true, force: true })
  return [
    { name: 'server: first start to ready, the demo is made', value: first.ready, unit: 'ms' },
    { name: 'server: start to ready', value: median(readies), unit: 'ms', target: 800 },
    { name: 'server: memory, demo home at rest', value: memory, unit: 'MB', target: 150 },
  ]
}
