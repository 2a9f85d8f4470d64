import type { Clock } from '../clock.ts'
import { CALM_MS } from '../limits.ts'

interface InterestEffects {
  clock: Pick<Clock, 'after'>
  /** Bytes that the channel takes at once. */
  most: number
  /** Values that the page shows, `device/service/property` each. */
  shown(): readonly string[]
  tell(interest: string): void
}

/**
 * Tells the broker which values the page shows: they come at once, and what is told of all others may come together, a
 * little later (decision 0292). One that shows more than fits a message hears of all at once.
 */
export class Interest {
  readonly #effects: InterestEffects
  #stop: (() => void) | undefined
  #again = false
  #told = ''

  constructor(effects: InterestEffects) {
    this.#effects = effects
  }

  changed(): void {
    if (this.#stop) this.#again = true
    else this.#tell()
  }

  /** Whoever listens now has not been told anything. */
  tellNow(): void {
    this.#told = ''
    this.#tell()
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #tell(): void {
    this.close()
    this.#again = false
    const shown = JSON.stringify({ values: this.#effects.shown() })
    // Each letter may take three bytes.
    const interest = shown.length * 3 > this.#effects.most ? '{}' : shown
    if (interest === this.#told) return
    this.#told = interest
    this.#effects.tell(interest)
    // Whoever scrolls shows other values with each frame.
    this.#stop = this.#effects.clock.after(CALM_MS, () => {
      this.#stop = undefined
      if (this.#again) this.#tell()
    })
  }
}
