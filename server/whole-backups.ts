import { Worker } from 'node:worker_threads'
import type { Clock } from '#gateway/core/ports.ts'
import type { Log } from './log.ts'
import { type Wanted, type WholeBackup, wholeBackupsIn } from './store/sqlite/whole.ts'

export interface WholeBackupPlan extends Pick<Wanted, 'data' | 'to' | 'besides'> {
  everyMs: number
  /** How many stay; older ones go. */
  kept: number
}

/** What could not be done now is tried again so soon. */
const AGAIN_MS = 15 * 60_000

/** Copies of the whole server, made by themselves: `last` (epoch ms) and `failure` tell how it went. */
export class WholeBackups {
  readonly #plan: WholeBackupPlan
  readonly #clock: Clock
  readonly #log: Pick<Log, 'info' | 'error'>
  #cancel: () => void = () => {}
  #stopped = false
  #making: Promise<void> = Promise.resolve()
  last: number | undefined
  failure: string | undefined

  constructor(plan: WholeBackupPlan, clock: Clock, log: Pick<Log, 'info' | 'error'>) {
    this.#plan = plan
    this.#clock = clock
    this.#log = log
  }

  /** The first one is made when the newest that is there is old enough, at once if there is none. */
  start(): void {
    try {
      this.last = wholeBackupsIn(this.#plan.to)[0]?.made
    } catch (error) {
      this.#failed(error)
    }
    this.#wait()
  }

  /** One that is under way is waited for. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.#making
  }

  #wait(soonest = 0): void {
    if (this.#stopped) return
    const { everyMs } = this.#plan
    // A clock that was put back must not keep copies away.
    const since = this.last === undefined ? everyMs : Math.max(0, this.#clock.now() - this.last)
    this.#cancel = this.#clock.after(Math.max(soonest, everyMs - since), () => {
      this.#making = this.#make()
    })
  }

  async #make(): Promise<void> {
    try {
      const { path, made, bytes } = await inThread({ ...this.#plan, now: this.#clock.now() })
      this.last = made
      this.failure = undefined
      this.#log.info({ path, bytes }, 'The server was backed up, and the copy read back')
      this.#wait()
    } catch (error) {
      this.#failed(error)
      this.#wait(AGAIN_MS)
    }
  }

  #failed(error: unknown): void {
    this.failure = error instanceof Error ? error.message : String(error)
    this.#log.error({ to: this.#plan.to, error: this.failure }, 'The server could not be backed up')
  }
}

const inThread = (wanted: Wanted & { kept: number }): Promise<WholeBackup> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./store/sqlite/whole-thread.ts', import.meta.url), {
      workerData: wanted,
      name: 'backup',
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The copy was not finished')))
  })
