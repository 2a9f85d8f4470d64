import type { CountedFailure } from '#schemas/generated/definitions/rules-statistics.ts'
import type { FailureCount } from '#server/store/statistics.ts'
import { dayOf, rules } from './rules.ts'

/** More kinds of failures of more gateways than are kept until they are written. */
const MOST = 20_000

/** Counts what fails, of what homes and gateways tell (`failures` in catalogue/rules/statistics.json). */
export class FailureWatch {
  readonly #now: () => number
  #counted = new Map<string, FailureCount>()

  constructor(now: () => number) {
    this.#now = now
  }

  told(serialNumber: string, event: string, data: unknown): void {
    for (const rule of rules.failures)
      if (rule.event === event && fits(rule, data)) this.add(serialNumber, rule.id)
  }

  add(serialNumber: string, kind: string): void {
    const day = dayOf(this.#now())
    const key = `${serialNumber} ${kind} ${day}`
    const known = this.#counted.get(key)
    if (known) known.times += 1
    else if (this.#counted.size < MOST) this.#counted.set(key, { serialNumber, kind, day, times: 1 })
  }

  /** What has been counted since it was taken last. */
  take(): readonly FailureCount[] {
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    return counted
  }

  /** What could not be written is counted once more. */
  back(failures: readonly FailureCount[]): void {
    for (const failure of failures) {
      const key = `${failure.serialNumber} ${failure.kind} ${failure.day}`
      const known = this.#counted.get(key)
      if (known) known.times += failure.times
      else if (this.#counted.size < MOST) this.#counted.set(key, { ...failure })
    }
  }
}

function fits({ is = {}, least = {} }: CountedFailure, data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  const told = data as Readonly<Record<string, unknown>>
  return (
    Object.entries(is).every(([field, values]) => values.includes(String(told[field]))) &&
    Object.entries(least).every(([field, most]) => Number(told[field]) >= most)
  )
}
