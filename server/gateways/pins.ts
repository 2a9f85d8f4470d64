import { isLocked } from '#gateway/lib/lock-status.ts'
import { hashPassword, verifyPassword } from '#server/auth/password-hash.ts'
import { Failure } from '#server/http/failure.ts'
import { PIN_TRIES } from './pace.ts'
import { gatewayOf, type NewsParts } from './parts.ts'
import type { PinLocks } from './pin-locks.ts'

/** PINs of gateways: entered, set, and what wrong ones lead to. */
export class Pins {
  readonly #parts: NewsParts
  readonly #locks: PinLocks

  constructor(parts: NewsParts, locks: PinLocks) {
    this.#parts = parts
    this.#locks = locks
  }

  /** Throws WRONG_PIN with the tries that are left; the last of them locks the gateway. */
  async enter(serialNumber: string, pin: string): Promise<void> {
    const { lockStatus } = await gatewayOf(this.#parts, serialNumber)
    if (isLocked(lockStatus)) throw this.#lockedFailure(serialNumber)
    await this.#check(serialNumber, pin)
  }

  /** Sets or removes the PIN; whoever has one must know it. */
  async set(serialNumber: string, pin: string, currentPin: string | undefined): Promise<void> {
    const { gatewayPins } = this.#parts.store
    const { lockStatus } = await gatewayOf(this.#parts, serialNumber)
    if (isLocked(lockStatus)) throw this.#lockedFailure(serialNumber)
    if ((await gatewayPins.hash(serialNumber)) !== undefined)
      await this.#check(serialNumber, currentPin ?? '', '/currentPin')
    await gatewayPins.setHash(serialNumber, pin === '' ? null : await hashPassword(pin))
  }

  /** Whoever proved otherwise that the gateway is his gets a new PIN, and an open gateway. */
  async reset(serialNumber: string, pin: string): Promise<void> {
    await this.#parts.store.gatewayPins.setHash(serialNumber, await hashPassword(pin))
    await this.#locks.unlock(serialNumber)
  }

  async activateLock(serialNumber: string): Promise<void> {
    const { lockStatus } = await gatewayOf(this.#parts, serialNumber)
    if (isLocked(lockStatus)) return
    await this.#locks.lock({ serialNumber, remaining: this.#parts.pace.pinLock, byFailure: false })
  }

  /** A lock that wrong PINs led to lasts its time, whoever knows the right one. */
  async deactivateLock(serialNumber: string, pin: string | undefined): Promise<void> {
    const { gatewayPins } = this.#parts.store
    const lock = await gatewayPins.find(serialNumber)
    if (!lock) return
    if (lock.byFailure) throw this.#lockedFailure(serialNumber)
    if ((await gatewayPins.hash(serialNumber)) !== undefined) await this.#check(serialNumber, pin ?? '')
    await this.#locks.unlock(serialNumber)
  }

  /** Counted before it is looked at, so that many guesses at once are as few as one after the other. */
  async #check(serialNumber: string, pin: string, field = '/pin'): Promise<void> {
    const { gatewayPins } = this.#parts.store
    const hash = await gatewayPins.hash(serialNumber)
    if (hash === undefined) throw new Failure(409, [{ errorCode: 'NO_PIN' }])
    const tries = await gatewayPins.countTry(serialNumber, PIN_TRIES)
    if (tries === undefined) throw this.#lockedFailure(serialNumber)
    const { correct } = await verifyPassword(pin, hash)
    if (correct) return gatewayPins.forgetTries(serialNumber)
    const remaining = PIN_TRIES - tries
    if (remaining <= 0) {
      await this.#locks.lock({ serialNumber, remaining: this.#parts.pace.pinLock, byFailure: true })
      throw this.#lockedFailure(serialNumber)
    }
    throw new Failure(401, [{ errorCode: 'WRONG_PIN', field, remaining }])
  }

  #lockedFailure(serialNumber: string): Failure {
    const duration = this.#locks.remaining(serialNumber)
    return new Failure(
      409,
      [{ errorCode: 'PIN_LOCKED', duration }],
      duration === undefined ? undefined : Math.ceil(duration / 1000),
    )
  }
}
