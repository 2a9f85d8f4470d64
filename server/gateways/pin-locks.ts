import { randomInt } from 'node:crypto'
import type { PinLock } from '#server/store/gateways/gateway-pins.ts'
import { LOCKED } from '#server/store/gateways/gateway-pins.ts'
import type { NewsParts } from './parts.ts'

/** What a page is told of a lock. */
export interface LockState {
  locked: boolean
  lockStatus: number
  /** Ms that are left; undefined while there is no known end. */
  duration?: number
}

/**
 * PIN locks that end by themselves. Their end is a reading of a clock that nobody can set; the store keeps what is
 * left, written down every few seconds, so that a lock neither ends by a restart nor by another time of day.
 */
export class PinLocks {
  readonly #parts: NewsParts
  /** Monotonic ms at which each ends. */
  readonly #ends = new Map<string, number>()
  readonly #timers = new Map<string, () => void>()
  #stopKeeping: () => void = () => undefined

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    for (const { serialNumber, remaining = 0 } of await this.#parts.store.gatewayPins.running())
      this.#run(serialNumber, remaining)
    this.#keep()
  }

  stop(): void {
    this.#stopKeeping()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  remaining(serialNumber: string): number | undefined {
    const end = this.#ends.get(serialNumber)
    return end === undefined ? undefined : Math.max(0, Math.ceil(end - this.#parts.monotonic()))
  }

  stateOf(serialNumber: string, lockStatus: number, locked: boolean): LockState {
    const duration = locked ? this.remaining(serialNumber) : undefined
    return { locked, lockStatus, ...(duration !== undefined && { duration }) }
  }

  /** Locks it; stored before it is told. */
  async lock(lock: PinLock): Promise<void> {
    const { serialNumber, remaining } = lock
    if (!(await this.#parts.store.gatewayPins.lock(lock))) return
    this.#forget(serialNumber)
    if (remaining !== undefined) this.#run(serialNumber, remaining)
    this.#tell(serialNumber, LOCKED, remaining)
  }

  /** False when it was not locked. */
  async unlock(serialNumber: string): Promise<boolean> {
    this.#forget(serialNumber)
    const unlocked = await this.#parts.store.gatewayPins.unlock(serialNumber)
    if (unlocked) this.#tell(serialNumber, 0)
    return unlocked
  }

  #tell(serialNumber: string, lockStatus: number, duration?: number): void {
    this.#parts.news.tell(serialNumber, 'lock_changed', {
      serialNumber,
      lockStatus,
      ...(duration !== undefined && { duration }),
    })
  }

  #run(serialNumber: string, remaining: number): void {
    this.#ends.set(serialNumber, this.#parts.monotonic() + remaining)
    this.#timers.set(
      serialNumber,
      this.#parts.clock.after(remaining, () => this.#over(serialNumber)),
    )
  }

  #over(serialNumber: string): void {
    const left = this.remaining(serialNumber)
    if (left === undefined) return
    // Timers may come a moment early.
    if (left > 0) return this.#run(serialNumber, left)
    this.unlock(serialNumber).catch((error: unknown) => {
      this.#parts.log.error({ serialNumber, error: String(error) }, 'A PIN lock could not be ended')
      // Not all at once, when the store is back.
      this.#run(serialNumber, 1000 + randomInt(1000))
    })
  }

  #forget(serialNumber: string): void {
    this.#timers.get(serialNumber)?.()
    this.#timers.delete(serialNumber)
    this.#ends.delete(serialNumber)
  }

  #keep(): void {
    const { clock, pace, store, log } = this.#parts
    this.#stopKeeping = clock.after(pace.keepLocks, () => {
      const written = [...this.#ends.keys()].map((serialNumber) =>
        store.gatewayPins.keep(serialNumber, this.remaining(serialNumber) ?? 0),
      )
      Promise.all(written)
        .catch((error: unknown) => log.error({ error: String(error) }, 'PIN locks could not be written'))
        .finally(() => this.#keep())
    })
  }
}
