import type { RawValue } from '#engine/widget.ts'
import type { Change, PropertyKey } from './channel/protocol.ts'

export interface StoredValue {
  value: RawValue
  at: number | undefined
  /** From before the gateway started: it may no longer be so. */
  recalled: boolean
}

/** Is told what anybody looks at. */
export interface Watching {
  /** The first listener of a key came; the last one left. */
  first(key: PropertyKey): void
  last(key: PropertyKey): void
}

/** Latest value of the properties that somebody looks at; listeners wake only for their own key, once a frame. */
export class PropertyStore {
  readonly #values = new Map<PropertyKey, StoredValue>()
  readonly #listeners = new Map<PropertyKey, Set<() => void>>()
  readonly #queue = new Map<PropertyKey, StoredValue>()
  readonly #following: (() => void)[] = []
  readonly #schedule: (flush: () => void) => void
  readonly #watching: Watching
  readonly #flushed: (changed: readonly PropertyKey[]) => void

  constructor(
    watching: Watching,
    flushed: (changed: readonly PropertyKey[]) => void = () => {},
    // A closure: a bare requestAnimationFrame called as a method is an illegal invocation.
    schedule = (flush: () => void): void => void requestAnimationFrame(flush),
  ) {
    this.#watching = watching
    this.#flushed = flushed
    this.#schedule = schedule
  }

  get(key: PropertyKey): StoredValue | undefined {
    return this.#values.get(key)
  }

  /** Changes arriving within one frame are applied together; the last one per property wins. */
  apply(changes: readonly Change[]): void {
    const idle = this.#isIdle
    for (const [key, value, at, recalled = false] of changes) this.#queue.set(key, { value, at, recalled })
    if (idle && this.#queue.size > 0) this.#schedule(() => this.#flush())
  }

  /** Runs when what has been applied so far is on the screen. */
  afterwards(run: () => void): void {
    const idle = this.#isIdle
    this.#following.push(run)
    if (idle) this.#schedule(() => this.#flush())
  }

  get #isIdle(): boolean {
    return this.#queue.size + this.#following.length === 0
  }

  /** Values that are known before anybody listens (the first snapshot). */
  seed(changes: readonly Change[]): void {
    for (const [key, value, at, recalled = false] of changes)
      if (!this.#values.has(key)) this.#values.set(key, { value, at, recalled })
  }

  subscribe(key: PropertyKey, wake: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    if (listeners.size === 0) {
      this.#listeners.set(key, listeners)
      this.#watching.first(key)
    }
    listeners.add(wake)
    return () => {
      if (!listeners.delete(wake) || listeners.size > 0) return
      this.#listeners.delete(key)
      this.#watching.last(key)
    }
  }

  /** Wakes whoever looks at the key although its value stands (its delivery changed). */
  wake(key: PropertyKey): void {
    for (const wake of [...(this.#listeners.get(key) ?? [])]) wake()
  }

  #flush(): void {
    const changes = [...this.#queue]
    this.#queue.clear()
    for (const [key, next] of changes) this.#values.set(key, next)
    // Delivery states look at the values first, then the screen does.
    this.#flushed(changes.map(([key]) => key))
    for (const [key] of changes) this.wake(key)
    for (const run of this.#following.splice(0)) run()
  }
}
