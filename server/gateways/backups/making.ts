import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import { conflict, Refusal } from '#server/lib/refusal.ts'
import type { NewsParts } from '../parts.ts'

type Stage = NonNullable<BackupMaking['stage']>

interface Parts {
  news: Pick<NewsParts['news'], 'tell'>
  store: { gateways: Pick<NewsParts['store']['gateways'], 'setState' | 'endBackups'> }
}

interface Running {
  told: BackupMaking
  canceled: boolean
}

/** Backups that somebody makes, one of a home at a time: followed, and called off until they are written. */
export class Makings {
  readonly #parts: Parts
  readonly #running = new Map<string, Running>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Those of a server that has stopped are over. */
  async start(): Promise<void> {
    await this.#parts.store.gateways.endBackups()
  }

  of(serialNumber: string): BackupMaking | undefined {
    return this.#running.get(serialNumber)?.told
  }

  /** What comes next is not begun; false when there is nothing to call off any more. */
  cancel(serialNumber: string): boolean {
    const running = this.#running.get(serialNumber)
    if (!running || running.told.stage === 'writing') return false
    running.canceled = true
    return true
  }

  /** `make` says before each stage that it begins; there it ends when it was called off. */
  async follow<T>(
    { serialNumber, snapshotName }: Pick<BackupMaking, 'serialNumber' | 'snapshotName'>,
    stages: readonly Stage[],
    make: (at: (stage: Stage) => void) => Promise<T>,
  ): Promise<T> {
    const about = { serialNumber, snapshotName }
    const running: Running = { told: { ...about, status: 'inProgress' }, canceled: false }
    this.#running.set(serialNumber, running)
    await this.#goesOn(serialNumber, true)
    // Whoever has loaded his page meanwhile, or was away, knows before the next stage.
    const again = setInterval(() => this.#tell(running.told), AGAIN_MS)
    try {
      const made = await make((stage) => {
        if (running.canceled) throw conflict(CANCELED)
        const progress = Math.round((100 * stages.indexOf(stage)) / stages.length)
        running.told = { ...about, status: 'inProgress', stage, progress }
        this.#tell(running.told)
      })
      await this.#goesOn(serialNumber, false)
      this.#tell({ ...about, status: 'success' })
      return made
    } catch (error) {
      await this.#goesOn(serialNumber, false)
      const isCanceled = error instanceof Refusal && error.faults[0]?.errorCode === CANCELED
      this.#tell({ ...about, status: isCanceled ? 'canceled' : 'failed' })
      throw error
    } finally {
      clearInterval(again)
      this.#running.delete(serialNumber)
    }
  }

  /** For pages that come now, or were away. A backup is made even where that cannot be written. */
  async #goesOn(serialNumber: string, backupInProgress: boolean): Promise<void> {
    await this.#parts.store.gateways.setState(serialNumber, { backupInProgress }).catch(() => undefined)
  }

  #tell(told: BackupMaking): void {
    this.#parts.news.tell(told.serialNumber, 'backup_making', told)
  }
}

/** How often it is told where one is. */
const AGAIN_MS = 2000
const CANCELED = 'BACKUP_CANCELED'
