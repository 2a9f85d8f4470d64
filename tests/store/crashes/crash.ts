import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openStore } from '#server/store/store.ts'

/** What was acknowledged last, per lane. */
export type Acknowledged = Map<string, number>

/** Changes of all lanes; each lane counts from one, through all crashes. */
export const total = (acknowledged: Acknowledged): number =>
  [...acknowledged.values()].reduce((sum, n) => sum + n, 0)

export interface Writer {
  child: ChildProcess
  /** When it has opened the store and acknowledged something. */
  writing: Promise<void>
  /** Milliseconds that opening took. */
  opening(): number
  /** Kills it and adds what it had acknowledged. */
  kill(acknowledged: Acknowledged): Promise<void>
}

export function startWriter(folder: string, env: Record<string, string> = {}): Writer {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Dozens of these start: what one has translated, the next need not.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'gatehouse-test-code'), ...process.env, ...env },
  })
  let said = ''
  let complained = ''
  child.stderr.on('data', (chunk) => {
    complained += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const writing = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('\na ')) resolve()
    })
    child.once('close', () => reject(new Error(`The writer ended by itself: ${complained}`)))
  })
  writing.catch(() => {})
  return {
    child,
    writing,
    opening: () => Number(/^opened (\d+)/.exec(said)?.[1]),
    async kill(acknowledged) {
      child.kill('SIGKILL')
      await ended
      if (child.signalCode !== 'SIGKILL') throw new Error(`The writer ended by itself: ${complained}`)
      // The last line may be cut; then nobody has read it.
      for (const line of said.slice(0, said.lastIndexOf('\n')).split('\n')) {
        const [, lane, n] = /^a (\w) (\d+)$/.exec(line) ?? []
        if (lane) acknowledged.set(lane, Math.max(Number(n), acknowledged.get(lane) ?? 0))
      }
    },
  }
}

/** Opens the store as a server would and proves: nothing acknowledged is lost, nothing is half there. */
export async function expectAll(folder: string, acknowledged: Acknowledged): Promise<void> {
  const store = await openStore(folder)
  try {
    const home = await store.homes.of('G1').load()
    for (const [lane, n] of acknowledged) {
      expect(home.get(`${lane}/left`), `lane ${lane}`).toBeGreaterThanOrEqual(n)
      expect(home.get(`${lane}/right`)).toBe(home.get(`${lane}/left`))
    }
  } finally {
    await store.close()
  }
  const db = new DatabaseSync(join(folder, 'gatehouse.db'), { readOnly: true })
  try {
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
    const rows = db.prepare('select who, max(at) as last, count(*) as number from audit group by who').all()
    const found = new Map(rows.map(({ who, last, number }) => [String(who), { last, number }]))
    for (const [lane, n] of acknowledged) {
      const { last, number } = found.get(lane) ?? { last: 0, number: 0 }
      expect(last, `log of lane ${lane}`).toBeGreaterThanOrEqual(n)
      // Numbered from 1 without gaps, apart from one whose batch came through and whose log row did not.
      expect(number).toBeGreaterThanOrEqual(Number(last) - rounds)
    }
  } finally {
    db.close()
  }
  rounds++
}

/** Each crash may skip at most one log row per lane. */
let rounds = 1

export const moment = (most: number): Promise<void> => sleep(Math.random() * most)

export const nightly = process.env.GATEHOUSE_NIGHTLY === '1'

/** How often, at the gate and in the nightly run; one variable overrides both. */
export const times = (variable: string, gate: number, night: number): number =>
  Number(process.env[variable] ?? (nightly ? night : gate))
