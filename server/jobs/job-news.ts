import type { Clock } from '#gateway/core/ports.ts'
import type { ChannelLog } from '../lib/channel/port.ts'

export type JobMoment = 'created' | 'updated' | 'finished'

interface Parts {
  clock: Clock
  log: ChannelLog
  tell(id: string, moment: JobMoment): Promise<void>
  tellTask?(id: string, task: string): Promise<void>
}

/** How far a job is is told once in so many ms, however many tasks end meanwhile. */
const PACE_MS = 500
/** Tasks that are told one by one in that time; whoever looks at more reads them. */
const TOLD = 20

/** Tells of jobs as they go on. What is told never keeps one from going on. */
export class JobNews {
  readonly #parts: Parts
  readonly #waiting = new Set<string>()
  readonly #tasks = new Map<string, Set<string>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  created(id: string): void {
    this.#tell(id, 'created')
  }

  ended(id: string): void {
    this.#tell(id, 'finished')
  }

  changed(id: string): void {
    if (this.#waiting.has(id)) return
    this.#waiting.add(id)
    this.#parts.clock.after(PACE_MS, () => {
      this.#waiting.delete(id)
      const tasks = this.#tasks.get(id)
      this.#tasks.delete(id)
      this.#tell(id, 'updated')
      for (const task of tasks ?? []) this.#surely(() => this.#parts.tellTask?.(id, task))
    })
  }

  task(id: string, task: string): void {
    const tasks = this.#tasks.get(id) ?? new Set()
    this.#tasks.set(id, tasks)
    if (tasks.size < TOLD) tasks.add(task)
    this.changed(id)
  }

  #tell(id: string, moment: JobMoment): void {
    this.#surely(() => this.#parts.tell(id, moment))
  }

  #surely(tell: () => Promise<void> | undefined): void {
    tell()?.catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'News of a job could not be told'),
    )
  }
}
