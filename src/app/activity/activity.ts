import { Observable } from '#lib/observable.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { afterAnswer, afterEvent, afterGateways, afterList, type lists, type Place } from './jobs.ts'
import { type Activity, KEY, keptIn, NOTHING } from './kept-activity.ts'
import { newsEntryOf } from './news.ts'

/** Jobs and news of this session. They outlive a reload of the page, and go with the session (B-07). */
export class ActivityStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #most: number
  readonly #observable: Observable<Activity>

  /** @param most how many of each are kept */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, most: number) {
    this.#storage = storage
    this.#most = most
    this.#observable = new Observable(keptIn(storage))
  }

  current = (): Activity => this.#observable.current()
  subscribe = (listener: () => void): (() => void) => this.#observable.subscribe(listener)

  take(event: string, data: unknown, at: number, place?: Place): void {
    const now = this.current()
    const entry = newsEntryOf(event, data, at)
    const jobs = afterEvent(now.jobs, event, data, at, place)
    if (!entry && jobs === now.jobs) return
    this.#keep({
      jobs,
      news: entry ? [entry, ...now.news] : now.news,
      unread: entry ? now.unread + 1 : now.unread,
    })
  }

  learn(gateways: readonly Gateway[], at: number): void {
    const now = this.current()
    const jobs = afterGateways(now.jobs, gateways, at)
    if (jobs !== now.jobs) this.#keep({ ...now, jobs })
  }

  /** What the gateway has answered that the page is at. */
  answered(command: string, data: unknown, at: number, here: string): void {
    const now = this.current()
    const jobs = afterAnswer(now.jobs, command, data, at, here)
    if (jobs !== now.jobs) this.#keep({ ...now, jobs })
  }

  /** What a call has answered, its newest row first. */
  listed(list: (typeof lists)[number], row: unknown, at: number, place: Place): void {
    const now = this.current()
    const jobs = afterList(now.jobs, list, row, at, place)
    if (jobs !== now.jobs) this.#keep({ ...now, jobs })
  }

  seen(): void {
    if (this.current().unread > 0) this.#keep({ ...this.current(), unread: 0 })
  }

  clearNews(): void {
    this.#keep({ ...this.current(), news: [], unread: 0 })
  }

  /** Takes what is over off the list. */
  clearJobs(): void {
    this.#keep({ ...this.current(), jobs: this.current().jobs.filter(({ state }) => state === 'running') })
  }

  forget(): void {
    this.#observable.set(NOTHING)
  }

  #keep(next: Activity): void {
    const most = { ...next, jobs: next.jobs.slice(0, this.#most), news: next.news.slice(0, this.#most) }
    this.#observable.set(most)
    this.#storage.setItem(KEY, JSON.stringify(most))
  }
}
