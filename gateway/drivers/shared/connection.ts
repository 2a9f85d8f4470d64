import type { Clock } from '#gateway/core/ports.ts'

/** A broker that restarts is back within this; only then are its devices called offline. */
const grace = 10_000

/** The connection to a broker, with patience for one that is lost for a moment only. */
export class Connection {
  readonly #clock: Clock
  readonly #lost: () => void
  #cancel: (() => void) | undefined
  #open = false

  /** `lost` is told once it has been away for longer. */
  constructor(clock: Clock, lost: () => void) {
    this.#clock = clock
    this.#lost = lost
  }

  /** At this moment. */
  get open(): boolean {
    return this.#open
  }

  change(open: boolean): void {
    // Every attempt that fails says so again: that begins no new patience.
    if (!open && !this.#open && this.#cancel) return
    this.#open = open
    this.stop()
    if (!open) this.#cancel = this.#clock.after(grace, this.#lost)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
