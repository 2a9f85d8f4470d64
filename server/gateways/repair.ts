import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conflict } from '#server/lib/refusal.ts'
import type { Job, Jobs, Running } from './jobs.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

type Signs = Pick<Gateway, 'backupRestoreInProgress' | 'firmwareUpgradeInProgress'>

/** Nothing that was begun goes on: whatever really does is a job, and keeps the repair out. */
const OVER: Signs = { backupRestoreInProgress: false, firmwareUpgradeInProgress: false }

/** How often a gateway of its own that restarts is looked after. */
const LOOK_MS = 1000

/**
 * A gateway that does not work as it should is put right from what the server knows of it (spec 1 §4, the list of
 * gateways): what was left half done is over, its home is taken down and restored as it last was, and it is online.
 * A gateway of its own keeps its home itself: it does the same when it is started anew.
 */
export class Repairs {
  readonly #parts: NewsParts

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  async begin(jobs: Jobs, serialNumber: string): Promise<void> {
    const { homes, news, store } = this.#parts
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (gateway.replacementInProgress) throw conflict('GATEWAY_BUSY')
    if (homes.isInside(gateway) || gateway.connectionStatus === 'online')
      return jobs.begin(serialNumber, 'repair')
    if (await store.gatewayJobs.find(serialNumber)) throw conflict('GATEWAY_BUSY')
    // Nobody is there to be started anew; what was left half done is over nonetheless.
    await this.#mark(serialNumber, OVER)
    news.changed(serialNumber, 'gateway_changed')
    throw conflict('GATEWAY_OFFLINE')
  }

  readonly repairing: Job = async (running) => {
    const gateway = await gatewayOf(this.#parts, running.serialNumber)
    return this.#parts.homes.isInside(gateway) ? this.#inside(running) : this.#elsewhere(running, gateway)
  }

  async #inside({ serialNumber, pause }: Running): Promise<void> {
    const { homes, pace } = this.#parts
    await this.#begun(serialNumber)
    await homes.down(serialNumber, 'repair')
    await pause(pace.reboot)
    await this.#mark(serialNumber, OVER)
    await homes.up(serialNumber)
    this.#ended(serialNumber, 'restoreCompleted')
  }

  /** It is back when it is online since another moment than before. */
  async #elsewhere({ serialNumber, facts, pause, goOn }: Running, before: Gateway): Promise<void> {
    const { homes, pace } = this.#parts
    const since = facts.since ?? before.connectionStatusSince ?? 'never'
    if (facts.since === undefined) {
      await this.#begun(serialNumber)
      if ((await homes.ask(serialNumber, 'reboot', {})) === undefined) return this.#failed(serialNumber)
      if (!(await goOn({ since }))) return
    }
    for (let waited = 0; waited < pace.restartPatience; waited += LOOK_MS) {
      await pause(LOOK_MS)
      const now = await gatewayOf(this.#parts, serialNumber)
      if (now.connectionStatus === 'online' && now.connectionStatusSince !== since) {
        await this.#mark(serialNumber, OVER)
        return this.#ended(serialNumber, 'restoreCompleted')
      }
    }
    return this.#failed(serialNumber)
  }

  async #begun(serialNumber: string): Promise<void> {
    await this.#mark(serialNumber, { ...OVER, backupRestoreInProgress: true })
    this.#parts.news.tell(serialNumber, 'backup_progress', { serialNumber, status: 'inProgress' })
  }

  async #failed(serialNumber: string): Promise<void> {
    await this.#mark(serialNumber, OVER)
    this.#ended(serialNumber, 'backupFailed')
  }

  #ended(serialNumber: string, status: 'restoreCompleted' | 'backupFailed'): void {
    const { news } = this.#parts
    news.tell(serialNumber, 'backup_progress', { serialNumber, status })
    news.changed(serialNumber, 'gateway_changed')
  }

  #mark(serialNumber: string, signs: Signs): Promise<unknown> {
    return this.#parts.store.gateways.setState(serialNumber, signs)
  }
}
