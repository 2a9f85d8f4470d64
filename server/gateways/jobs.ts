import { randomUUID } from 'node:crypto'
import { conflict } from '#server/lib/refusal.ts'
import { ConflictError } from '#server/store/errors.ts'
import type { GatewayJob } from '#server/store/gateways/gateway-jobs.ts'
import type { LifeParts } from './parts.ts'

/** A store that did not answer has that long to come back. */
const RETRY_MS = 30_000

/** What is known of a job while it runs. */
export type Facts = GatewayJob['facts']

export interface Running {
  readonly serialNumber: string
  readonly facts: Facts
  /** Resolves after `ms`; never, once the server stops: the next start goes on. */
  pause(ms: number): Promise<void>
  /** Writes down how far it has come; false when it was ended meanwhile. */
  goOn(facts: Facts): Promise<boolean>
}

/** One kind of job. It may begin anew at any `facts` that it wrote down: whatever it does can be done twice. */
export type Job = (running: Running) => Promise<void>

/** What happens to gateways: one thing at a time to each, and to its end, also over a restart of the server. */
export class Jobs {
  readonly #parts: LifeParts
  readonly #kinds: Readonly<Record<string, Job>>
  readonly #timers = new Set<() => void>()
  #stopped = false

  constructor(parts: LifeParts, kinds: Readonly<Record<string, Job>>) {
    this.#parts = parts
    this.#kinds = kinds
  }

  /** Goes on with what had begun. */
  async start(): Promise<void> {
    for (const job of await this.#parts.store.gatewayJobs.all()) this.#run(job)
  }

  stop(): void {
    this.#stopped = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  /** Throws GATEWAY_BUSY while something else happens to it; asking twice for the same is asking once. */
  async begin(serialNumber: string, kind: string, facts: Facts = {}): Promise<void> {
    const { store, clock } = this.#parts
    const job = { id: randomUUID(), serialNumber, kind, facts, beganAt: clock.now() }
    try {
      await store.gatewayJobs.begin(job)
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      const other = await store.gatewayJobs.find(serialNumber)
      if (other?.kind === kind && JSON.stringify(other.facts) === JSON.stringify(facts)) return
      throw conflict('GATEWAY_BUSY')
    }
    this.#run(job)
  }

  #run({ id, serialNumber, kind, facts }: GatewayJob): void {
    const { store, log } = this.#parts
    const job = this.#kinds[kind]
    // Kept from other jobs by the job of another gateway, which ends this one too.
    if (!job) return
    const running: Running = {
      serialNumber,
      facts,
      pause: (ms) => new Promise((resolve) => this.#after(ms, resolve)),
      goOn: (further) => store.gatewayJobs.goOn(id, further),
    }
    const done = async (): Promise<void> => {
      await job(running)
      await this.#over(serialNumber, facts)
      await store.gatewayJobs.end(id)
    }
    done().catch((error: unknown) => {
      if (this.#stopped) return
      log.error({ serialNumber, kind, error: String(error) }, 'What happens to a gateway could not go on')
      this.#after(RETRY_MS, () => this.#goOn(id, serialNumber))
    })
  }

  /** Whatever kind it was: whoever keeps what homes consist of looks anew, also at the gateway that had a part in it. */
  async #over(serialNumber: string, { with: other }: Facts): Promise<void> {
    const { over, log } = this.#parts
    for (const one of typeof other === 'string' ? [serialNumber, other] : [serialNumber])
      await over?.(one).catch((error: unknown) =>
        log.error({ serialNumber: one, error: String(error) }, 'What a gateway consists of was not counted'),
      )
  }

  /** From where it had come, unless it was ended meanwhile. */
  #goOn(id: string, serialNumber: string): void {
    this.#parts.store.gatewayJobs.find(serialNumber).then(
      (job) => {
        if (job?.id === id) this.#run(job)
      },
      () => this.#after(RETRY_MS, () => this.#goOn(id, serialNumber)),
    )
  }

  #after(ms: number, run: () => void): void {
    if (this.#stopped) return
    const cancel = this.#parts.clock.after(ms, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
  }
}
