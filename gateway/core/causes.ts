import type { Cause } from '#schemas/generated/entities/cause.ts'
import { keyOf } from './held-device.ts'
import type { Keeper } from './keeper.ts'
import type { Wire } from './ports.ts'

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
/** Of the whole home; those of properties that have not changed for longest go first. */
const mostAltogether = 20_000
/** Longer values are not repeated here. */
const mostText = 500

const itself: Cause = { kind: 'device' }
const storedAs = (device: string): string => `causes/${device}`

/** What caused the last changes of each property. */
export class Causes {
  readonly #keeper: Pick<Keeper, 'later'>
  /** By device and property; the property that changed last stands last. */
  readonly #changes = new Map<string, readonly CausedChange[]>()
  #count = 0

  constructor(keeper: Pick<Keeper, 'later'>) {
    this.#keeper = keeper
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [name, value] of stored) {
      if (!name.startsWith('causes/') || typeof value !== 'object' || value === null) continue
      const device = name.slice('causes/'.length)
      for (const [key, changes] of Object.entries(value as Record<string, readonly CausedChange[]>))
        this.#put(`${device}/${key}`, changes)
    }
  }

  /** Newest first. */
  of(device: string, service: string, property: string): readonly CausedChange[] {
    return this.#changes.get(`${device}/${keyOf(service, property)}`) ?? []
  }

  last(device: string, service: string, property: string): Cause {
    return this.of(device, service, property)[0]?.cause ?? itself
  }

  changed(
    { device, service, property }: PropertyOf,
    change: { at: number; value: Wire; cause?: Cause | undefined },
  ): void {
    const key = `${device}/${keyOf(service, property)}`
    const before = this.#changes.get(key) ?? []
    const cause = change.cause ?? itself
    this.#put(key, thinned([{ at: change.at, value: brief(change.value), cause }, ...before]))
    this.#trim()
    // One reading after the other is worth no writing: what is lost of them is not missed.
    if (cause.kind !== 'device' || before[0]?.cause.kind !== 'device')
      this.#keeper.later(storedAs(device), () => this.#kept(device))
  }

  forget(device: string): void {
    for (const key of this.#keysOf(device)) this.#drop(key)
    this.#keeper.later(storedAs(device), () => undefined)
  }

  #kept(device: string): Record<string, readonly CausedChange[]> | undefined {
    const keys = this.#keysOf(device)
    if (keys.length === 0) return undefined
    return Object.fromEntries(keys.map((key) => [key.slice(device.length + 1), this.#changes.get(key) ?? []]))
  }

  #keysOf(device: string): string[] {
    return [...this.#changes.keys()].filter((key) => key.startsWith(`${device}/`))
  }

  #put(key: string, changes: readonly CausedChange[]): void {
    this.#drop(key)
    this.#changes.set(key, changes)
    this.#count += changes.length
  }

  #drop(key: string): void {
    this.#count -= this.#changes.get(key)?.length ?? 0
    this.#changes.delete(key)
  }

  #trim(): void {
    for (const key of this.#changes.keys()) {
      if (this.#count <= mostAltogether) return
      this.#drop(key)
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
