import type { Clock } from '#gateway/core/ports.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { bulkTaskOf, operationOf } from './views.ts'

interface NewsParts {
  store: Pick<Store, 'jobs' | 'gateways'>
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

/** How far an operation is is told once in so many ms, however many gateways end meanwhile. */
const PACE_MS = 500
/** Tasks that are told one by one in that time; whoever looks at more reads them. */
const TOLD = 20

/** Tells administrators of operations as they go on. What is told never keeps one from going on. */
export class BulkNews {
  readonly #parts: NewsParts
  readonly #waiting = new Set<string>()
  readonly #tasks = new Map<string, Set<string>>()

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  created(id: string): void {
    this.#tell(id, 'bom_campaign_created')
  }

  ended(id: string): void {
    this.#tell(id, 'bom_campaign_updated_finished')
  }

  changed(id: string): void {
    if (this.#waiting.has(id)) return
    this.#waiting.add(id)
    this.#parts.clock.after(PACE_MS, () => {
      this.#waiting.delete(id)
      const tasks = this.#tasks.get(id)
      this.#tasks.delete(id)
      this.#tell(id, 'bom_campaign_updated')
      for (const task of tasks ?? []) this.#tellTask(id, task)
    })
  }

  task(id: string, task: string): void {
    const tasks = this.#tasks.get(id) ?? new Set()
    this.#tasks.set(id, tasks)
    if (tasks.size < TOLD) tasks.add(task)
    this.changed(id)
  }

  #tell(
    id: string,
    event: 'bom_campaign_created' | 'bom_campaign_updated' | 'bom_campaign_updated_finished',
  ): void {
    this.#surely(async () => {
      const { store, broker } = this.#parts
      const job = await store.jobs.find(id)
      if (!job) return
      broker.publishToAdmins({ event, data: { campaign: operationOf(job, await store.jobs.waves(id)) } })
    })
  }

  #tellTask(bulkId: string, id: string): void {
    this.#surely(async () => {
      const { store, broker } = this.#parts
      const task = await store.jobs.task(id)
      if (!task) return
      const gateway = await store.gateways.find(task.subject)
      broker.publishToAdmins({
        event: 'bom_task_updated',
        data: { bulkId, task: bulkTaskOf(task, gateway?.name) },
      })
    })
  }

  #surely(tell: () => Promise<void>): void {
    tell().catch((error: unknown) =>
      this.#parts.log.error({ error: String(error) }, 'News of an operation could not be told'),
    )
  }
}
