import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { Failure } from '#server/http/failure.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Machine } from './machine.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

type Signs = Pick<Gateway, 'backupRestoreInProgress' | 'firmwareUpgradeInProgress'>

/** Nothing that was begun goes on: whatever really does is a job, and keeps the repair out. */
const OVER: Signs = { backupRestoreInProgress: false, firmwareUpgradeInProgress: false }

/**
 * A gateway that does not work as it should is put right from what the server knows of it (spec 1 §4, the list of
 * gateways): what was left half done is over, its home is taken down and restored as it last was, and it is online.
 */
export class Repairs {
  readonly #parts: NewsParts
  readonly #machine: Pick<Machine, 'ask'>

  constructor(parts: NewsParts, machine: Pick<Machine, 'ask'>) {
    this.#parts = parts
    this.#machine = machine
  }

  async begin(jobs: Jobs, serialNumber: string): Promise<void> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (gateway.replacementInProgress) throw new Failure(409, [{ errorCode: 'GATEWAY_BUSY' }])
    if (this.#parts.homes.isInside(gateway)) return jobs.begin(serialNumber, 'repair')
    // A gateway of its own keeps its home itself: what can be done from here is to start it anew.
    if (await this.#parts.store.gatewayJobs.find(serialNumber))
      throw new Failure(409, [{ errorCode: 'GATEWAY_BUSY' }])
    await this.#machine.ask(serialNumber, 'reboot')
    await this.#mark(serialNumber, OVER)
    this.#parts.news.changed(serialNumber, 'gateway_changed')
  }

  readonly repairing: Job = async ({ serialNumber, pause }) => {
    const { homes, pace, news } = this.#parts
    await this.#mark(serialNumber, { ...OVER, backupRestoreInProgress: true })
    news.tell(serialNumber, 'backup_progress', { serialNumber, status: 'inProgress' })
    await homes.down(serialNumber)
    await pause(pace.reboot)
    await this.#mark(serialNumber, OVER)
    await homes.up(serialNumber)
    news.tell(serialNumber, 'backup_progress', { serialNumber, status: 'restoreCompleted' })
    news.changed(serialNumber, 'gateway_changed')
  }

  #mark(serialNumber: string, signs: Signs): Promise<unknown> {
    return this.#parts.store.gateways.setState(serialNumber, signs)
  }
}
