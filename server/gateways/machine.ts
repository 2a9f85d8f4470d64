import { conditionOf } from '#server/homes/conditions.ts'
import { modeOf } from '#server/homes/platform.ts'
import { conflict } from '#server/lib/refusal.ts'
import type { Job, Jobs } from './jobs.ts'
import { gatewayOf, type NewsParts } from './parts.ts'
import type { PinLocks } from './pin-locks.ts'

/** Restarting gateways: those that live here really go and come back, the others are asked over the channel. */
export class Machine {
  readonly #parts: NewsParts
  readonly #locks: PinLocks

  constructor(parts: NewsParts, locks: PinLocks) {
    this.#parts = parts
    this.#locks = locks
  }

  /** spec 1 §2: what forbids orders forbids this too. */
  async reboot(jobs: Jobs, serialNumber: string, userId: string): Promise<void> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (this.#parts.homes.isInside(gateway)) {
      if ((await this.#parts.store.gatewayJobs.find(serialNumber))?.kind === 'reboot') return
      this.#assertFree(conditionOf(gateway, userId)?.errorCode)
      return jobs.begin(serialNumber, 'reboot')
    }
    this.#assertFree(conditionOf(gateway, userId)?.errorCode)
    await this.ask(serialNumber, 'reboot')
  }

  async factoryReset(jobs: Jobs, serialNumber: string, userId: string): Promise<void> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (this.#parts.homes.isInside(gateway)) {
      if ((await this.#parts.store.gatewayJobs.find(serialNumber))?.kind === 'reset') return
      this.#assertFree(conditionOf(gateway, userId)?.errorCode)
      return jobs.begin(serialNumber, 'reset')
    }
    this.#assertFree(conditionOf(gateway, userId)?.errorCode)
    await this.ask(serialNumber, 'factory_reset')
    await this.#parts.store.gatewayPins.setHash(serialNumber, null)
  }

  /** One that is away learns of it when it comes back. */
  async tellMode(serialNumber: string): Promise<void> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (!this.#parts.homes.isInside(gateway))
      await this.#parts.homes.ask(serialNumber, 'set_gateway_operation_mode', modeOf(gateway))
  }

  /** Offline for a moment, as a board that restarts. */
  readonly rebooting: Job = async ({ serialNumber, pause }) => {
    const { homes, pace } = this.#parts
    await homes.down(serialNumber, 'restart')
    await pause(pace.reboot)
    await homes.up(serialNumber)
  }

  /** Devices, rooms, names and PIN are gone; owner, name and address stay. */
  readonly resetting: Job = async ({ serialNumber, pause }) => {
    const { homes, pace, store } = this.#parts
    await homes.reset(serialNumber)
    await homes.down(serialNumber, 'reset')
    // The count of its events goes on: clients take lower numbers for old news.
    const seq = (await store.homes.of(serialNumber).load()).get('seq')
    await store.homes.clear(serialNumber)
    await store.history.clear(serialNumber)
    await store.homes.of(serialNumber).put(new Map([['seq', seq]]))
    await store.gatewayLife.setHomeOf(serialNumber, '')
    await store.gatewayPins.setHash(serialNumber, null)
    await this.#locks.unlock(serialNumber)
    await pause(pace.reboot)
    await homes.up(serialNumber)
    this.#parts.news.changed(serialNumber, 'gateway_changed')
  }

  /** A gateway of its own does it, or says why not. */
  async ask(serialNumber: string, command: 'reboot' | 'factory_reset' | 'cancel_firmware'): Promise<void> {
    if ((await this.#parts.homes.ask(serialNumber, command, {})) === undefined)
      throw conflict('GATEWAY_REFUSED')
  }

  #assertFree(errorCode: string | undefined): void {
    if (errorCode !== undefined) throw conflict(errorCode)
  }
}
