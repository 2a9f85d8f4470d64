import type { Found, Remembered } from '#gateway/rules/targets/targets.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Clock } from '../../ports.ts'
import type { WriteBehindStore } from '../../store/write-behind-store.ts'

/** How one device was. */
interface Entry {
  at: number
  values: readonly Remembered[]
  /** It has been given back since. */
  restored?: true
}

/** So long what has not been given back yet is not replaced: a scene that is set off anew remembers how things were before it. */
const HELD = 3_600_000

const keyOf = (rule: string): string => `memory/${rule}`

interface Parts {
  storage: Pick<WriteBehindStore, 'later'>
  clock: Clock
}

/** What scenes have remembered of devices: of each scene and device what it was last. */
export class Memories {
  readonly #parts: Parts
  readonly #of = new Map<string, Map<string, Entry>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of stored)
      if (key.startsWith(keyOf('')) && typeof value === 'object' && value !== null)
        this.#of.set(key.slice(keyOf('').length), new Map(Object.entries(value as Record<string, Entry>)))
  }

  /** Answers with how many devices are remembered anew, and of how many nobody knows how they are. */
  remember(rule: string, found: readonly (Found & { value: unknown })[]): { anew: number; unknown: number } {
    const now = this.#parts.clock.now()
    const memory = this.#of.get(rule) ?? new Map<string, Entry>()
    const count = { anew: 0, unknown: 0 }
    for (const device of new Set(found.map((one) => one.device))) {
      const before = memory.get(device)
      const values = found.flatMap(({ device: of, service, property, value }) =>
        of === device && value !== null && value !== undefined ? [{ service, property, value }] : [],
      )
      if (values.length === 0) count.unknown += 1
      else if (!before || before.restored || now - before.at >= HELD || now < before.at) {
        memory.set(device, { at: now, values })
        count.anew += 1
      }
    }
    this.#put(rule, memory)
    return count
  }

  recall(rule: string, device: string): readonly Remembered[] | undefined {
    return this.#of.get(rule)?.get(device)?.values
  }

  /** These have been given back. */
  restored(rule: string, devices: Iterable<string>): void {
    const memory = this.#of.get(rule)
    if (!memory) return
    for (const device of devices) {
      const entry = memory.get(device)
      if (entry) memory.set(device, { ...entry, restored: true })
    }
    this.#put(rule, memory)
  }

  /** What scenes remember that are no more is forgotten. */
  keep(rules: readonly Rule[]): void {
    const ids = new Set(rules.map(({ id }) => id))
    for (const rule of [...this.#of.keys()]) if (!ids.has(rule)) this.#put(rule, new Map())
  }

  /** A device has left. */
  forget(device: string): void {
    for (const [rule, memory] of this.#of) if (memory.delete(device)) this.#put(rule, memory)
  }

  #put(rule: string, memory: Map<string, Entry>): void {
    if (memory.size === 0) this.#of.delete(rule)
    else this.#of.set(rule, memory)
    this.#parts.storage.later(keyOf(rule), () => {
      const now = this.#of.get(rule)
      return now && Object.fromEntries(now)
    })
  }
}
