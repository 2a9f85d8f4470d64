import { isLocked } from '#gateway/lib/gateways/lock-status.ts'
import { hashPassword, verifyPassword } from '#server/auth/passwords/password-hash.ts'
import { conflict, invalid, Refusal } from '#server/lib/refusal.ts'
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

  /** Throws WRONG_PIN with the tries that he has left; the last of them locks the gateway. */
  async enter(serialNumber: string, pin: string, userId: string): Promise<void> {
    const locked = await this.#lockBefore(serialNumber, userId)
    await this.#check(serialNumber, pin, userId)
    if (locked) await this.#locks.unlock(serialNumber)
  }

  /** Sets or removes the PIN; whoever has one must know it. */
  async set(
    serialNumber: string,
    pin: string,
    currentPin: string | undefined,
    userId: string,
  ): Promise<void> {
    const { gatewayPins } = this.#parts.store
    const locked = await this.#lockBefore(serialNumber, userId)
    if ((await gatewayPins.hash(serialNumber)) !== undefined) {
      // Forgotten is not wrong: it costs no try.
      if (currentPin === undefined) throw invalid('/currentPin', undefined, 'PIN_NEEDED')
      await this.#check(serialNumber, currentPin, userId, '/currentPin')
    }
    await gatewayPins.setHash(serialNumber, pin === '' ? null : await hashPassword(pin))
    if (locked) await this.#locks.unlock(serialNumber)
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

  /** A lock that wrong PINs led to lasts its time, but for the owner. */
  async deactivateLock(serialNumber: string, pin: string | undefined, userId: string): Promise<void> {
    const { gatewayPins } = this.#parts.store
    const lock = await gatewayPins.find(serialNumber)
    if (!lock) return
    if (lock.byFailure) await this.#lockBefore(serialNumber, userId)
    if ((await gatewayPins.hash(serialNumber)) !== undefined)
      await this.#check(serialNumber, pin ?? '', userId)
    await this.#locks.unlock(serialNumber)
  }

  /** Whether wrong PINs have locked it; throws unless its owner asks, whose right PIN nobody else's wrong ones keep out. */
  async #lockBefore(serialNumber: string, userId: string): Promise<boolean> {
    const { lockStatus, userId: owner } = await gatewayOf(this.#parts, serialNumber)
    if (!isLocked(lockStatus)) return false
    const lock = await this.#parts.store.gatewayPins.find(serialNumber)
    if (owner !== userId || lock?.byFailure !== true) throw this.#locked(serialNumber)
    return true
  }

  /** Counted before it is looked at, so that many guesses at once are as few as one after the other. */
  async #check(serialNumber: string, pin: string, userId: string, field = '/pin'): Promise<void> {
    const { store, clock, pace } = this.#parts
    const { gatewayPins } = store
    const hash = await gatewayPins.hash(serialNumber)
    if (hash === undefined) throw conflict('NO_PIN')
    const tries = await gatewayPins.countTry(serialNumber, userId, PIN_TRIES)
    if (tries === undefined) throw this.#locked(serialNumber)
    const { correct } = await verifyPassword(pin, hash)
    if (correct) return gatewayPins.forgetTries(serialNumber, userId)
    const remaining = PIN_TRIES - tries
    await store.audit.append({
      who: userId,
      what: 'pin',
      at: clock.now(),
      gateway: serialNumber,
      result: 'refused',
      facts: { remaining },
    })
    if (remaining <= 0) {
      await this.#locks.lock({ serialNumber, remaining: pace.pinLock, byFailure: true })
      throw this.#locked(serialNumber)
    }
    throw new Refusal('unproved', [{ errorCode: 'WRONG_PIN', field, remaining }])
  }

  #locked(serialNumber: string): Refusal {
    const duration = this.#locks.remaining(serialNumber)
    return new Refusal(
      'conflict',
      [{ errorCode: 'PIN_LOCKED', duration }],
      duration === undefined ? undefined : Math.ceil(duration / 1000),
    )
  }
}
