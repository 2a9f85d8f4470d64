import type { Cause } from '#schemas/generated/entities/cause.ts'
import { keyOf } from '../devices/held-device.ts'
import type { Wire } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'

export interface PropertyOf {
  device: string
  service: string
  property: string
}

export interface CausedChange {
  at: number
  value: Wire
  cause: Cause
}

/** Of each property this many that somebody caused, and this many of the device's own: readings must not push orders out. */
const mostOf = 10
/** Of the whole home; those of devices that have not changed for longest go first. */
const mostAltogether = 20_000
/** Longer values are not repeated here. */
const mostText = 500

const itself: Cause = { kind: 'device' }
const storedAs = (device: string): string => `causes/${device}`

type Changes = readonly CausedChange[]

/** What caused the last changes of each property. */
export class Causes {
  readonly #storage: Pick<WriteBehindStore, 'later'>
  /** By device, then by property; the device that changed last stands last. */
  readonly #changes = new Map<string, Map<string, Changes>>()
  #count = 0

  constructor(storage: Pick<WriteBehindStore, 'later'>) {
    this.#storage = storage
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [name, value] of stored) {
      if (!name.startsWith('causes/') || typeof value !== 'object' || value === null) continue
      const device = name.slice('causes/'.length)
      for (const [key, changes] of Object.entries(value as Record<string, Changes>))
        this.#put(device, key, changes)
    }
  }

  /** Newest first. */
  of(device: string, service: string, property: string): Changes {
    return this.#changes.get(device)?.get(keyOf(service, property)) ?? []
  }

  last(device: string, service: string, property: string): Cause {
    return this.of(device, service, property)[0]?.cause ?? itself
  }

  changed(
    { device, service, property }: PropertyOf,
    change: { at: number; value: Wire; cause?: Cause | undefined },
  ): void {
    const before = this.of(device, service, property)
    const cause = change.cause ?? itself
    const after = thinned([{ at: change.at, value: brief(change.value), cause }, ...before])
    this.#put(device, keyOf(service, property), after)
    this.#trim()
    // One reading after the other is worth no writing: what is lost of them is not missed.
    if (cause.kind !== 'device' || before[0]?.cause.kind !== 'device')
      this.#storage.later(storedAs(device), () => this.#kept(device))
  }

  forget(device: string): void {
    this.#drop(device)
    this.#storage.later(storedAs(device), () => undefined)
  }

  #kept(device: string): Record<string, Changes> | undefined {
    const changes = this.#changes.get(device)
    return changes && Object.fromEntries(changes)
  }

  #put(device: string, key: string, changes: Changes): void {
    const own = this.#changes.get(device) ?? new Map<string, Changes>()
    this.#count += changes.length - (own.get(key)?.length ?? 0)
    own.set(key, changes)
    this.#changes.delete(device)
    this.#changes.set(device, own)
  }

  #drop(device: string): void {
    for (const changes of this.#changes.get(device)?.values() ?? []) this.#count -= changes.length
    this.#changes.delete(device)
  }

  #trim(): void {
    for (const device of this.#changes.keys()) {
      if (this.#count <= mostAltogether) return
      this.#drop(device)
    }
  }
}

function thinned(changes: readonly CausedChange[]): readonly CausedChange[] {
  const left = { own: mostOf, caused: mostOf }
  return changes.filter(({ cause }) => {
    const kind = cause.kind === 'device' ? 'own' : 'caused'
    left[kind] -= 1
    return left[kind] >= 0
  })
}

const brief = (value: Wire): Wire =>
  typeof value === 'number' || typeof value === 'boolean' || (JSON.stringify(value)?.length ?? 0) <= mostText
    ? value
    : null
