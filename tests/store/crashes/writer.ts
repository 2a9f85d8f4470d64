/**
 * A process that writes without pause and says on its standard output what was acknowledged: `a <lane> <n>`.
 * It is killed from outside. Arguments: data folder.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openStore } from '#server/store/store.ts'
import { gateway } from '../samples.ts'

const [folder = ''] = process.argv.slice(2)
const began = performance.now()
const store = await openStore(folder)
const patience = new Int32Array(new SharedArrayBuffer(4))

/** At once and whole. A reader who is behind is waited for. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(patience, 0, 0, 1)
    }
  }
}

say(`opened ${Math.round(performance.now() - began)}`)

if (!(await store.gateways.find('G1'))) await store.gateways.create(gateway('G1'))
// It never ends by itself.
flushCompileCache()
const home = store.homes.of('G1')
const known = await home.load()

/** Two rows of one number in each batch, and a row of the log: all three, or none, for every number. */
async function lane(name: string): Promise<never> {
  for (let n = Number(known.get(`${name}/left`) ?? 0) + 1; ; n++) {
    await home.put(
      new Map<string, unknown>([
        [`${name}/left`, n],
        [`${name}/right`, n],
        [`${name}/${n % 500}`, 'x'.repeat(n % 900)],
      ]),
    )
    await store.audit.append({ who: name, what: String(n), at: n, result: 'ok' })
    say(`a ${name} ${n}`)
  }
}

async function backups(): Promise<never> {
  for (;;) await store.backup()
}

await Promise.race([...['p', 'q', 'r', 's'].map(lane), ...(process.env.BACKUPS ? [backups()] : [])])
