import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Clock } from '../../ports.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'
import { type Chunk, changeOf, chunkOf, pathOf, ROWS, sizeOf, thin } from './recorded-chunk.ts'

const days30 = 30 * 86_400_000
const day = 86_400_000
/** That a device was heard is recorded at most this often. */
const quarter = 15 * 60_000
/** Numbers are recorded at most this often, unless a rule looks at them. */
const minute = 60_000

export interface RecorderBounds {
  entries: number
  bytes: number
}
const usual: RecorderBounds = { entries: 60_000, bytes: 3_000_000 }

interface Parts {
  storage: Pick<WriteBehindStore, 'later'>
  clock: Clock
  bounds?: RecorderBounds
}

interface Value {
  device_id: string
  service_name: string
  property_name: string
  value: unknown
}

interface Waiting {
  at: number
  change: RecordedChange
}

/** What changed in the home in the last 30 days, for rehearsals: small enough to be kept, in chunks that are small to write. */
export class Recorder {
  readonly #storage: Pick<WriteBehindStore, 'later'>
  readonly #clock: Clock
  readonly #bounds: RecorderBounds
  readonly #chunks = new Map<number, Chunk>()
  readonly #lastOf = new Map<string, number>()
  readonly #waiting = new Map<string, Waiting>()
  #current = 0
  /** Properties that rules look at. */
  #named: ReadonlySet<string> = new Set()
  /** By device of which rules wait that it falls silent: the shortest of these silences, ms. */
  #silences: ReadonlyMap<string, number> = new Map()
  #timer: (() => void) | undefined

  constructor({ storage, clock, bounds = usual }: Parts) {
    this.#storage = storage
    this.#clock = clock
    this.#bounds = bounds
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    const numbers = [...stored.keys()]
      .filter((key) => key.startsWith('recorded/'))
      .map((key) => Number(key.slice('recorded/'.length)))
      .sort((a, b) => a - b)
    for (const number of numbers) this.#chunks.set(number, stored.get(`recorded/${number}`) as Chunk)
    this.#current = numbers.at(-1) ?? 0
    this.#tidy()
  }

  /** Which properties are recorded change by change, and of which devices it is recorded that they were heard. */
  look(named: ReadonlySet<string>, silences: ReadonlyMap<string, number> = new Map()): void {
    this.#named = named
    this.#silences = silences
  }

  value({ device_id, service_name, property_name, value }: Value): void {
    if (typeof value !== 'number' && typeof value !== 'boolean' && !isShort(value)) return
    const at = this.#clock.now()
    const change: RecordedChange = { at, device_id, service_name, property_name, value }
    const path = pathOf(change)
    const last = this.#lastOf.get(path)
    const wait = typeof value === 'number' && !this.#named.has(path)
    if (!wait || last === undefined || Math.abs(at - last) >= minute) this.#record(path, change)
    else {
      // The last one of a minute counts: otherwise a value that rests would look as it did before.
      this.#waiting.set(path, { at: last + minute, change })
      this.#timer ??= this.#clock.after(minute, () => this.#late())
    }
  }

  status(resource_id: string, state: boolean): void {
    const change: RecordedChange = { at: this.#clock.now(), resource_id, value: state }
    this.#record(pathOf(change), change)
  }

  call(rule_id: string, trigger_id: string): void {
    const at = this.#clock.now()
    const change: RecordedChange = { at, rule_id, trigger_id, value: true }
    const path = pathOf(change)
    const last = this.#lastOf.get(path)
    // Whoever calls without end from outside does not push out what happened at home.
    if (last === undefined || Math.abs(at - last) >= minute) this.#record(path, change)
  }

  /** A run has come to its end. */
  ended(rule_id: string, outcome: string): void {
    const change: RecordedChange = { at: this.#clock.now(), rule_id, value: outcome }
    this.#record(pathOf(change), change)
  }

  /** How a device fares (spec 2 §4). */
  fares(device_id: string, status: number): void {
    const change: RecordedChange = { at: this.#clock.now(), device_id, value: status }
    const path = pathOf(change)
    const heard = this.#waiting.get(path)
    if (heard) this.#record(path, heard.change)
    this.#record(path, change)
  }

  /** A device fares as before: it was heard. The last one before a silence is kept with its own moment. */
  heard(device_id: string, status: number): void {
    const at = this.#clock.now()
    const change: RecordedChange = { at, device_id, value: status }
    const path = pathOf(change)
    const last = this.#lastOf.get(path)
    const rest = Math.min(quarter, this.#silences.get(device_id) ?? quarter)
    if (last === undefined || Math.abs(at - last) >= rest) this.#record(path, change)
    else {
      this.#waiting.set(path, { at: last + rest, change })
      this.#timer ??= this.#clock.after(minute, () => this.#late())
    }
  }

  /** Oldest first, statuses always among them. `next` is where to go on. */
  changes(
    {
      from,
      to,
      after = 0,
      devices,
    }: { from: number; to: number; after?: number; devices?: readonly string[] },
    most: number,
  ): { changes: RecordedChange[]; next?: number; since: number } {
    const wanted = devices && new Set(devices)
    const changes: RecordedChange[] = []
    const since = this.#chunks.values().next().value?.rows[0]?.[0] ?? this.#clock.now()
    for (const [number, chunk] of this.#chunks) {
      const start = Math.max(0, after - number * ROWS)
      if (start >= chunk.rows.length) continue
      for (let place = start; place < chunk.rows.length; place++) {
        const change = changeOf(chunk, place)
        if (!change || change.at < from || change.at > to) continue
        if (wanted && change.device_id !== undefined && !wanted.has(change.device_id)) continue
        if (changes.length === most) return { changes, next: number * ROWS + place, since }
        changes.push(change)
      }
    }
    return { changes, since }
  }

  /** Everything that is recorded of one value, oldest first. */
  series(device_id: string, service_name: string, property_name: string): { at: number; value: unknown }[] {
    const path = pathOf({ at: 0, device_id, service_name, property_name, value: 0 })
    return [...this.#chunks.values()].flatMap(({ paths, rows }) => {
      const known = paths.indexOf(path)
      return known < 0 ? [] : rows.flatMap(([at, of, value]) => (of === known ? [{ at, value }] : []))
    })
  }

  stop(): void {
    this.#timer?.()
    for (const [path, { change }] of [...this.#waiting]) this.#record(path, change)
  }

  #record(path: string, change: RecordedChange): void {
    this.#waiting.delete(path)
    this.#lastOf.set(path, change.at)
    const chunk = this.#chunks.get(this.#current)
    const full = chunk === undefined || chunk.rows.length >= ROWS
    // The first is 1: "after 0" is from the start.
    if (full) this.#current += 1
    const number = this.#current
    this.#chunks.set(number, chunkOf([change], full ? undefined : chunk))
    this.#storage.later(`recorded/${number}`, () => this.#chunks.get(number))
    if (full) this.#tidy()
  }

  /** What waited for its minute. */
  #late(): void {
    this.#timer = undefined
    const now = this.#clock.now()
    for (const [path, { at, change }] of this.#waiting) if (at <= now) this.#record(path, change)
    if (this.#waiting.size > 0) this.#timer = this.#clock.after(minute, () => this.#late())
  }

  /** Old readings are thinned, older than a month or too much is gone. */
  #tidy(): void {
    const now = this.#clock.now()
    const closed = [...this.#chunks].slice(0, -1)
    for (const [number, chunk] of closed) {
      if ((chunk.rows.at(-1)?.[0] ?? 0) < now - days30) this.#drop(number)
      else if (!chunk.thin && (chunk.rows.at(-1)?.[0] ?? now) < now - day) {
        this.#chunks.set(number, thin(chunk, this.#named))
        this.#storage.later(`recorded/${number}`, () => this.#chunks.get(number))
      }
    }
    let entries = 0
    let bytes = 0
    for (const [number, chunk] of [...this.#chunks].reverse()) {
      entries += chunk.rows.length
      bytes += sizeOf(chunk)
      if (entries > this.#bounds.entries || bytes > this.#bounds.bytes) this.#drop(number)
    }
  }

  #drop(number: number): void {
    this.#chunks.delete(number)
    this.#storage.later(`recorded/${number}`, () => undefined)
  }
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
