import type { Http } from '#data/http.ts'
import type { Observable } from '#lib/observable.ts'

interface Parts {
  http: Pick<Http, 'call'>
  /** How many notifications of alarms nobody has answered: the count of the menu. */
  open: Observable<number>
  /** Live events; returns what ends it. */
  hear(listen: (event: string) => void): () => void
  /** Calls whenever the channel is open anew; returns what ends it. */
  opened(then: () => void): () => void
}

/** Counts what alarms have told and nobody has answered, of the chosen gateway or of all; anew after every gap in the channel. */
export class OpenAlarms {
  readonly #parts: Parts
  /** Which gateway is counted; whatever was asked of another one is dropped. */
  #watched = {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns what ends it. */
  watch(serialNumber: string | undefined): () => void {
    const watched = {}
    this.#watched = watched
    let asking = false
    let again = false
    const ask = async (): Promise<void> => {
      again = asking
      if (asking) return
      asking = true
      try {
        const { data } = await this.#parts.http.call(
          'listAlarmNotificationGroups',
          serialNumber === undefined ? {} : { serialNumber },
        )
        if (this.#watched === watched)
          this.#parts.open.set(data.reduce((sum, { notReacted }) => sum + notReacted, 0))
      } catch {
        // Nobody asked by hand: the next event, or the channel when it opens, asks again.
      }
      asking = false
      if (again && this.#watched === watched) void ask()
    }
    const ends = [
      this.#parts.hear((event) => {
        if (/^(user_)?alarm_notification_/.test(event)) void ask()
      }),
      this.#parts.opened(() => void ask()),
    ]
    if (!asking) void ask()
    return () => {
      this.#watched = {}
      this.#parts.open.set(0)
      for (const end of ends) end()
    }
  }
}
