import type { Http } from '#data/http.ts'
import { Observable } from '#lib/observable.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { AskedQuestion } from '#schemas/generated/entities/asked-question.ts'
import type { Notification } from '#schemas/generated/entities/notification.ts'

export interface Told {
  /** The newest first, as they were when they came; undefined until they are there. */
  list: readonly Notification[] | undefined
  failed: boolean
}

interface Parts {
  http: Http
  /** How many were missed: the count on the bell. */
  missed: Observable<number>
  /** Live events; returns what ends it. */
  hear(listen: (event: string, data: unknown) => void): () => void
  /** Calls whenever the channel is open anew; returns what ends it. */
  opened(then: () => void): () => void
  failed(error: unknown): void
  /** How many are shown. */
  most: number
}

/** What homes have told this person (spec 1 §4). The count is asked for at the start and after every gap in the channel. */
export class Notifications {
  readonly #parts: Parts
  readonly told = new Observable<Told>({ list: undefined, failed: false })
  /** Counts what is known: an answer to a question that was asked before something newer came is dropped. */
  #knowledge = 0
  #looking = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns what ends it. */
  watch(): () => void {
    let asked = false
    const ask = (): void => {
      asked = true
      void this.#count()
    }
    const ends = [
      this.#parts.hear((event, data) => this.#hear(event, data)),
      // Calls at once where the channel is open already.
      this.#parts.opened(ask),
    ]
    if (!asked) ask()
    return () => {
      this.told.set({ list: undefined, failed: false })
      this.#know(0)
      for (const end of ends) end()
    }
  }

  /** Somebody looks at them: the newest come, and are seen from then on. Returns what ends the look. */
  look(): () => void {
    this.#looking = true
    void this.fetch()
    return () => {
      this.#looking = false
    }
  }

  /** Somebody answers what a scene asks. What counts then stands there, be it that somebody else was first. */
  async answer(id: string, answer: string): Promise<void> {
    const { data } = await this.#parts.http.call('answerQuestion', { notificationId: id, answer })
    this.#answered(data)
  }

  #answered(question: AskedQuestion): void {
    const { list, failed } = this.told.current()
    if (!list) return
    const next = list.map((one) => (one.question?.id === question.id ? { ...one, question } : one))
    this.told.set({ list: next, failed })
  }

  async fetch(): Promise<void> {
    try {
      const { data } = await this.#parts.http.call('listNotifications', {
        page: 1,
        limit: this.#parts.most,
      })
      this.told.set({ list: data.data, failed: false })
      await this.#see()
    } catch (error) {
      this.told.set({ ...this.told.current(), failed: true })
      this.#parts.failed(error)
    }
  }

  #hear(event: string, data: unknown): void {
    if (event === 'notification_created') {
      const { notification, missed } = data as Events['notification_created']
      this.#know(missed)
      const { list, failed } = this.told.current()
      if (list) this.told.set({ list: [notification, ...list].slice(0, this.#parts.most), failed })
      if (this.#looking) void this.#see().catch(this.#parts.failed)
    } else if (event === 'question_changed') this.#answered((data as Events['question_changed']).question)
    else if (event === 'notifications_seen') this.#know((data as Events['notifications_seen']).missed)
  }

  async #count(): Promise<void> {
    const asked = this.#knowledge
    try {
      const { data } = await this.#parts.http.call('countMissedNotifications', {})
      if (asked === this.#knowledge) this.#know(data.missed)
    } catch {
      // Nobody asked by hand: the next time that the channel opens asks again.
    }
  }

  /** What stands on top was looked at, and everything below it. */
  async #see(): Promise<void> {
    const { list = [] } = this.told.current()
    const [newest] = list
    if (!newest || (this.#parts.missed.current() === 0 && list.every(({ seen }) => seen))) return
    const asked = this.#knowledge
    const { data } = await this.#parts.http.call('seeNotifications', { upTo: newest.id })
    if (asked === this.#knowledge) this.#know(data.missed)
  }

  #know(missed: number): void {
    this.#knowledge++
    this.#parts.missed.set(missed)
  }
}
