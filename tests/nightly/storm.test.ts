import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { figure } from '../support/figures.ts'
import { serve } from '../support/serve.ts'
import { Crowd } from './crowd.ts'
import { moveIn } from './residents.ts'

const BACK_WITHIN_MS = 15_000
const counts = (process.env.GATEHOUSE_STORM ?? '2000,5000').split(',').map(Number)

/** Sockets that one process may have, less those that a server needs for itself. */
function most(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit) - 500
}

const megabytesOf = (pid: number | undefined): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024)

test.each(counts)(
  'L-05 %d clients are back within 15 s of a crash of the server, and nobody is signed out',
  async (asked) => {
    const count = Math.min(asked, most())
    if (count < asked) figure(`only ${count} of ${asked} clients: this machine allows no more open files`)
    const data = mkdtempSync(join(tmpdir(), 'gatehouse-storm-'))
    const residents = await moveIn(data, count)
    let server = await serve({}, data)
    const { port } = new URL(server.url)
    const crowd = new Crowd(`ws://127.0.0.1:${port}/mqtt`, residents)
    try {
      const all = { timeout: 180_000, interval: 250 }
      await vi.waitFor(async () => expect((await crowd.tally()).live).toBe(count), all)
      const connected = megabytesOf(server.process.pid)
      const before = await crowd.tally()

      const cut = Date.now()
      await server.stop('SIGKILL')
      server = await serve({ PORT: port }, data)
      const ready = Date.now()
      await vi.waitFor(async () => expect((await crowd.tally()).live).toBe(count), all)
      const after = await crowd.tally()
      const attempts = after.attempts - before.attempts
      const failed = after.failed - before.failed
      figure(
        `${count} clients: all back ${seconds(after.lastBack - ready)} after the server was there again ` +
          `(${seconds(after.lastBack - cut)} after its crash), ${failed} of ${attempts} attempts failed ` +
          `(${((100 * failed) / attempts).toFixed(1)} %), ${after.signedOut} signed out, ` +
          `server ${connected} MB before, ${megabytesOf(server.process.pid)} MB after`,
      )
      // Each of them was gone and came back.
      expect(attempts - failed).toBe(count)
      expect(after).toMatchObject({ signedOut: 0, gaveUp: 0 })
      expect(after.lastBack - ready).toBeLessThan(BACK_WITHIN_MS)
    } finally {
      crowd.leave()
      await server.remove()
    }
  },
)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
