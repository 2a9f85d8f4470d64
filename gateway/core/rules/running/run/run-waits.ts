import type { RunEffects } from './run-effects.ts'

/** What a run waits for: one thing at a time, which a stop ends early. */
export class RunWaits {
  readonly #effects: Pick<RunEffects, 'clock' | 'onChange'>
  #stopped = false
  readonly #stop = Promise.withResolvers<void>()
  #wake: () => void = () => {}
  #look: () => void = () => {}

  constructor(effects: Pick<RunEffects, 'clock' | 'onChange'>) {
    this.#effects = effects
  }

  /** So long at most; resolves with whether what it waits for is so before. */
  for(ms: number, isSo?: () => boolean): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      let leave: () => void = () => {}
      const over = (met: boolean): void => {
        cancel()
        leave()
        resolve(met)
      }
      const cancel = this.#effects.clock.after(ms, () => over(false))
      this.#wake = () => over(false)
      if (this.#stopped) return over(false)
      if (!isSo) return
      const look = (): void => {
        if (isSo()) over(true)
      }
      this.#look = look
      leave = this.#effects.onChange(look)
      look()
    })
  }

  /** Looks whether what it waits for is so. */
  look(): void {
    this.#look()
  }

  /** Until something else is over. */
  async behind(other: Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      void other.then(resolve)
      if (this.#stopped) resolve()
    })
  }

  /** Until something has come that others wait for as well. */
  async come(coming: Promise<void> | undefined): Promise<void> {
    if (coming) await Promise.race([coming, this.#stop.promise])
  }

  stop(): void {
    this.#stopped = true
    this.#stop.resolve()
    this.#wake()
  }
}
