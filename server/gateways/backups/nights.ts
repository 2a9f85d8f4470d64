import { minuteOf } from '#gateway/lib/times/minute-of.ts'
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import { USUAL_ZONE } from '#server/lib/zone.ts'
import type { NewsParts } from '../parts.ts'
import type { Backups } from './backups.ts'
import { nightsOf } from './night-times.ts'

const MINUTE = 60_000
const LOOK_MS = MINUTE
/** What could not be backed up is tried again after that. */
const AGAIN_MS = 3_600_000

/** Makes the backups of the night. A home that was away then is backed up as soon as it is back. */
export class Nights {
  readonly #parts: NewsParts
  readonly #backups: Backups
  /** When a gateway that could not be backed up is tried again. */
  readonly #again = new Map<string, number>()
  #stop: () => void = () => undefined

  constructor(parts: NewsParts, backups: Backups) {
    this.#parts = parts
    this.#backups = backups
  }

  start(): void {
    const { clock, log } = this.#parts
    this.#stop = clock.after(LOOK_MS, () => {
      this.look()
        .catch((error: unknown) =>
          log.error({ error: String(error) }, 'Backups of the night could not begin'),
        )
        .finally(() => this.start())
    })
  }

  stop(): void {
    this.#stop()
  }

  async look(): Promise<void> {
    const { store, clock, log } = this.#parts
    for (const { serialNumber, last, zone = USUAL_ZONE, ...chosen } of await store.backups.automatic()) {
      const now = clock.now()
      const { at, kept } = nightsOf(chosen)
      const due = lastTime(minuteOf(at), now, zone)
      if ((last !== undefined && last >= due) || (this.#again.get(serialNumber) ?? 0) > now) continue
      const gateway = await store.gateways.find(serialNumber)
      if (gateway?.connectionStatus !== 'online') continue
      await this.#backups.ofNight(serialNumber, nameOf(due, zone), kept).then(
        () => this.#again.delete(serialNumber),
        (error: unknown) => {
          this.#again.set(serialNumber, now + AGAIN_MS)
          log.warn({ serialNumber, error: String(error) }, 'A backup of the night was not made')
        },
      )
    }
  }
}

/** When it was that many minutes after midnight for the last time. */
function lastTime(minute: number, now: number, zone: string): number {
  const wall = wallOf(now, zone)
  const today = Math.floor(wall / DAY) * DAY + minute * MINUTE
  return momentOf(today <= wall ? today : today - DAY, zone)
}

/** The date alone: each page says it in its own language that a night made it. */
const nameOf = (at: number, zone: string): string => new Date(wallOf(at, zone)).toISOString().slice(0, 10)
