const MINUTE = 60_000
/** Strangers choose what is counted; so many are remembered, the oldest forgotten first. */
const REMEMBERED = 10_000

/** Counts what somebody does within a minute and bans who overdoes it. */
export class BanList {
  readonly #counts = new Map<string, { since: number; count: number }>()
  readonly #bans = new Map<string, number>()
  /** When all that somebody did would be due if it had come evenly. */
  readonly #due = new Map<string, number>()
  readonly #banMs: number

  constructor(banMs: number) {
    this.#banMs = banMs
  }

  /** True when this one is the one too many: the ban begins now. */
  overdoes(who: string, what: string, perMinute: number, now: number): boolean {
    const counted = `${what} ${who}`
    const known = this.#counts.get(counted)
    const entry = known && now - known.since < MINUTE ? known : { since: now, count: 0 }
    entry.count++
    remember(this.#counts, counted, entry)
    if (entry.count <= perMinute) return false
    this.#counts.delete(counted)
    remember(this.#bans, who, now + this.#banMs)
    return true
  }

  banned(who: string, now: number): boolean {
    return this.bannedUntil(who, now) !== undefined
  }

  /** Epoch ms. */
  bannedUntil(who: string, now: number): number | undefined {
    const until = this.#bans.get(who)
    if (until === undefined || now < until) return until
    this.#bans.delete(who)
    return undefined
  }

  /** From when somebody may do it again: so many at once, later ones evenly spread over the minute. */
  freeAt(who: string, perMinute: number, now: number): number {
    const step = MINUTE / perMinute
    return Math.max(now, (this.#due.get(who) ?? now) - (perMinute - 1) * step)
  }

  /** It was done. */
  took(who: string, perMinute: number, now: number): void {
    remember(this.#due, who, Math.max(this.#due.get(who) ?? now, now) + MINUTE / perMinute)
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= REMEMBERED) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
