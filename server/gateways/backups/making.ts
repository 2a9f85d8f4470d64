import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import { conflict, Refusal } from '#server/lib/refusal.ts'
import type { NewsParts } from '../parts.ts'

type Stage = NonNullable<BackupMaking['stage']>

interface Running {
  told: BackupMaking
  canceled: boolean
}

/** Backups that somebody makes, one of a home at a time: followed, and called off until they are written. */
export class Makings {
  readonly #parts: Pick<NewsParts, 'news'>
  readonly #running = new Map<string, Running>()

  constructor(parts: Pick<NewsParts, 'news'>) {
    this.#parts = parts
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
    // Whoever has loaded his page meanwhile, or was away, knows before the next stage.
    const again = setInterval(() => this.#tell(running.told), AGAIN_MS)
    try {
      const made = await make((stage) => {
        if (running.canceled) throw conflict(CANCELED)
        const progress = Math.round((100 * stages.indexOf(stage)) / stages.length)
        running.told = { ...about, status: 'inProgress', stage, progress }
        this.#tell(running.told)
      })
      this.#tell({ ...about, status: 'success' })
      return made
    } catch (error) {
      const isCanceled = error instanceof Refusal && error.faults[0]?.errorCode === CANCELED
      this.#tell({ ...about, status: isCanceled ? 'canceled' : 'failed' })
      throw error
    } finally {
      clearInterval(again)
      this.#running.delete(serialNumber)
    }
  }

  #tell(told: BackupMaking): void {
    this.#parts.news.tell(told.serialNumber, 'backup_making', told)
  }
}

/** How often it is told where one is. */
const AGAIN_MS = 2000
const CANCELED = 'BACKUP_CANCELED'
