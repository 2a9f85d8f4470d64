import type { Clock } from '../../ports.ts'

/** What a pause waits for may come with the time of day. */
const LOOK_AGAIN = 10_000

/** Pauses that wait for something, each asked again with the next report, and as time goes by. */
export class Looks {
  readonly #awaiting = new Set<() => void>()
  readonly #clock: Pick<Clock, 'after'>

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Something was reported. */
  all(): void {
    for (const look of [...this.#awaiting]) look()
  }

  /** Until the answer is called. */
  onChange(look: () => void): () => void {
    let cancel: () => void = () => {}
    const later = (): void => {
      cancel = this.#clock.after(LOOK_AGAIN, () => {
        later()
        look()
      })
    }
    later()
    this.#awaiting.add(look)
    return () => {
      cancel()
      this.#awaiting.delete(look)
    }
  }
}
