import { Observable } from '#lib/observable.ts'
import type { TwinWorker } from '#live/twin/twin-worker.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'

/** What somebody wants to try in a twin; src/app makes it. */
export const wantedFork = new Observable<HomeFork | undefined>(undefined)

/** The twin that this page is about, as long as there is one. */
export const openTwin = new Observable<TwinWorker | undefined>(undefined)
