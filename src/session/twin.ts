import { Observable } from '#lib/observable.ts'
import type { TwinWorker } from '#live/twin/twin-worker.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'

/** What somebody wants to try in a twin; src/app makes it. */
export const wantedFork = new Observable<HomeFork | undefined>(undefined)

interface OpenTwin extends TwinWorker {
  /** Forgets it, and goes there. */
  leave(to: string): void
}

/** The twin that this page is about, as long as there is one. */
export const openTwin = new Observable<OpenTwin | undefined>(undefined)

interface TakenOut {
  sn: string
  name: string
  changes: readonly HomeChange[]
  /** How the devices are drawn whose settings were changed, by their ids: where no home is open nobody else knows. */
  layouts: ReadonlyMap<string, DeviceLayout>
}

/** What was changed in a twin that has been left, to be brought onto its gateway. */
export const takenOut = new Observable<TakenOut | undefined>(undefined)

/** With what the next bulk operation begins. */
export const takenContent = new Observable<BulkContent | undefined>(undefined)
