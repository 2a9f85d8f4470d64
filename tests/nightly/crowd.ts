import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Tally } from './client.ts'
import type { Resident } from './residents.ts'

/** Many clients in a few processes, so that they hardly take time from the server. */
export class Crowd {
  readonly #processes: ChildProcess[]

  constructor(url: string, residents: readonly Resident[], processes = 2) {
    this.#processes = Array.from({ length: processes }, (_, n) => {
      const child = fork(join(import.meta.dirname, 'crowd-process.ts'))
      child.send({ url, residents: residents.filter((_resident, at) => at % processes === n) })
      return child
    })
  }

  async tally(): Promise<Tally> {
    const total: Tally = { live: 0, attempts: 0, failed: 0, signedOut: 0, gaveUp: 0, lastBack: 0 }
    const parts = this.#processes.map(async (child) => {
      const answer = once(child, 'message')
      child.send('tally')
      return (await answer)[0] as Tally
    })
    for (const part of await Promise.all(parts)) {
      for (const key of ['live', 'attempts', 'failed', 'signedOut', 'gaveUp'] as const)
        total[key] += part[key]
      total.lastBack = Math.max(total.lastBack, part.lastBack)
    }
    return total
  }

  leave(): void {
    for (const child of this.#processes) child.kill('SIGKILL')
  }
}
