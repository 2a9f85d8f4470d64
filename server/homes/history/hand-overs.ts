import type { Clock } from '#gateway/core/ports.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Home } from '../home.ts'
import type { AskChanges, Recorder } from './recorder.ts'

/** First comes what somebody waits for. */
const LATER_MS = 3000
/** Whoever looks at a history waits no longer for what is still being handed over. */
const PATIENCE_MS = 3000

interface Parts {
  recorder: Pick<Recorder, 'handOver' | 'lost'>
  clock: Clock
  log: ChannelLog
}

/** What homes recorded by themselves comes when they appear: soon, or at once when somebody looks. */
export class HandOvers {
  readonly #parts: Parts
  readonly #planned = new Map<string, () => Promise<void>>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #stops = new Map<string, () => void>()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  appeared(home: Home, ask: AskChanges): void {
    const { serialNumber } = home
    this.#stops.get(serialNumber)?.()
    this.#planned.set(serialNumber, () => this.#parts.recorder.handOver(home, ask))
    this.#stops.set(
      serialNumber,
      this.#parts.clock.after(LATER_MS, () => void this.#run(serialNumber)),
    )
  }

  lost(serialNumber: string): void {
    // At the end of the server all connections end; what is complete by then has been noted.
    if (this.#closed) return
    this.#parts.recorder.lost(serialNumber).catch(this.#failed(serialNumber))
  }

  /** Settles when what a home has recorded is here, or takes too long. */
  async done(serialNumber: string): Promise<void> {
    let stop = (): void => undefined
    const late = new Promise<void>((resolve) => {
      stop = this.#parts.clock.after(PATIENCE_MS, resolve)
    })
    await Promise.race([this.#run(serialNumber), late])
    stop()
  }

  close(): void {
    this.#closed = true
    for (const stop of this.#stops.values()) stop()
    this.#planned.clear()
  }

  async #run(serialNumber: string): Promise<void> {
    const planned = this.#planned.get(serialNumber)
    this.#planned.delete(serialNumber)
    if (planned) this.#running.set(serialNumber, planned().catch(this.#failed(serialNumber)))
    await this.#running.get(serialNumber)
  }

  #failed(serialNumber: string) {
    return (error: unknown): void =>
      this.#parts.log.error(
        { serialNumber, error: String(error) },
        'What a home did without us was not handed over',
      )
  }
}
