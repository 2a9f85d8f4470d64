import type { Pace } from '#engine/ports.ts'
import type { RawValue } from '#engine/widget.ts'
import type { Change, PropertyKey } from './channel/protocol.ts'
import { CALM_MS } from './limits.ts'

export interface StoredValue {
  value: RawValue
  at: number | undefined
  /** From before the gateway started: it may no longer be so. */
  recalled: boolean
}

/** Is told what anybody looks at. */
export interface Watching {
  /** How soon changes of a key are wanted now; undefined when its last listener left. */
  wants(key: PropertyKey, pace: Pace | undefined): void
}

/** Latest value of the properties that somebody looks at; listeners wake only for their own key, once a frame or calmly. */
export class PropertyStore {
  readonly #values = new Map<PropertyKey, StoredValue>()
  readonly #listeners = new Map<PropertyKey, Map<() => void, Pace>>()
  readonly #calm = new Set<() => void>()
  #resting = false
  readonly #queue = new Map<PropertyKey, StoredValue>()
  readonly #following: (() => void)[] = []
  readonly #schedule: (flush: () => void) => void
  readonly #watching: Watching
  readonly #flushed: (changed: readonly PropertyKey[]) => void
  readonly #after: (ms: number, then: () => void) => void

  constructor(
    watching: Watching,
    flushed: (changed: readonly PropertyKey[]) => void = () => {},
    // A closure: a bare requestAnimationFrame called as a method is an illegal invocation.
    schedule = (flush: () => void): void => void requestAnimationFrame(flush),
    after = (ms: number, then: () => void): void => void setTimeout(then, ms),
  ) {
    this.#watching = watching
    this.#flushed = flushed
    this.#schedule = schedule
    this.#after = after
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

  subscribe(key: PropertyKey, wake: () => void, pace: Pace = 'frame'): () => void {
    const listeners = this.#listeners.get(key) ?? new Map<() => void, Pace>()
    this.#listeners.set(key, listeners)
    const before = paceOf(listeners)
    listeners.set(wake, pace)
    if (paceOf(listeners) !== before) this.#watching.wants(key, paceOf(listeners))
    return () => {
      const until = paceOf(listeners)
      if (!listeners.delete(wake)) return
      if (listeners.size === 0) this.#listeners.delete(key)
      if (paceOf(listeners) !== until) this.#watching.wants(key, paceOf(listeners))
    }
  }

  /** Wakes whoever looks at the key although its value stands (its delivery changed). */
  wake(key: PropertyKey): void {
    this.#wakeAll([key])
  }

  #wakeAll(keys: readonly PropertyKey[]): void {
    for (const key of keys)
      for (const [wake, pace] of [...(this.#listeners.get(key) ?? [])])
        if (pace === 'frame') wake()
        else this.#calm.add(wake)
    this.#wakeCalm()
  }

  /** As soon as the frame is painted in a quiet home; in a busy one what follows waits for the rest to end. */
  #wakeCalm(): void {
    if (this.#resting || this.#calm.size === 0) return
    this.#resting = true
    this.#after(0, () => {
      const due = [...this.#calm]
      this.#calm.clear()
      for (const wake of due) wake()
    })
    this.#after(CALM_MS, () => {
      this.#resting = false
      this.#wakeCalm()
    })
  }

  #flush(): void {
    const changes = [...this.#queue]
    this.#queue.clear()
    for (const [key, next] of changes) this.#values.set(key, next)
    const keys = changes.map(([key]) => key)
    // Delivery states look at the values first, then the screen does.
    this.#flushed(keys)
    this.#wakeAll(keys)
    for (const run of this.#following.splice(0)) run()
  }
}

function paceOf(listeners: ReadonlyMap<() => void, Pace>): Pace | undefined {
  if (listeners.size === 0) return undefined
  for (const pace of listeners.values()) if (pace === 'frame') return 'frame'
  return 'calm'
}
