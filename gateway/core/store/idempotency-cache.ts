import type { Response } from '#schemas/generated/channel.ts'
import { codes } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { WriteBehindStore } from './write-behind-store.ts'

const keep = 60_000
const slots = 512

/** Called with what an answer depends on that comes after it: how the device takes an order. */
export type Until = (outcome: Promise<unknown>) => void

interface Kept {
  key: string
  /** What was asked, so that an id can't be used for something else. */
  what: string
  at: number
  answer?: Response
}

/**
 * Requests that change something act once (L-03): the id is kept for 60 s, retries and concurrent duplicates get the one
 * answer. It is written before the act, and the answer only when its outcomes are known: after a crash a retry is told the
 * truth, "unknown", and does not act again (L-08).
 */
export class IdempotencyCache {
  readonly #running = new Map<string, { what: string; answer: Promise<Response> }>()
  /** By slot: whose answer it keeps. A late one must not take the place of another's. */
  readonly #holders = new Map<string, string>()
  readonly #storage: WriteBehindStore
  readonly #clock: Clock
  #slot = 0

  constructor(storage: WriteBehindStore, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [name, value] of stored) {
      if (!name.startsWith('request/') || typeof value !== 'object' || value === null) continue
      const kept = value as Kept
      if (Math.abs(this.#clock.now() - kept.at) >= keep) continue
      const { key, what, answer } = kept
      // What is still kept is not overwritten first.
      this.#slot = Math.max(this.#slot, (Number(name.slice('request/'.length)) + 1) % slots)
      void this.#remember(key, what, Promise.resolve(answer ?? interrupted))
    }
  }

  /** `lasting`: the answer is kept; else duplicates share a run only while it lasts. */
  once(
    key: string,
    what: string,
    lasting: boolean,
    run: (until: Until) => Promise<Response>,
  ): Promise<Response> {
    const known = this.#running.get(key)
    if (known) return known.what === what ? known.answer : Promise.resolve(misused)
    if (lasting) return this.#remember(key, what, this.#recorded(key, what, run))
    const answer = run(() => {}).finally(() => this.#running.delete(key))
    this.#running.set(key, { what, answer })
    return answer
  }

  #remember(key: string, what: string, answer: Promise<Response>): Promise<Response> {
    this.#running.set(key, { what, answer })
    // What could not even be recorded did not happen: a retry may try again.
    answer.catch(() => this.#running.delete(key))
    // A timer, not the time of day: a clock that is set must not make an order act twice (L-07).
    this.#clock.after(keep, () => this.#running.delete(key))
    return answer
  }

  async #recorded(key: string, what: string, run: (until: Until) => Promise<Response>): Promise<Response> {
    const slot = `request/${this.#slot}`
    this.#slot = (this.#slot + 1) % slots
    this.#holders.set(slot, key)
    const kept: Kept = { key, what, at: this.#clock.now() }
    await this.#storage.now(new Map([[slot, kept]]))
    const outcomes: Promise<unknown>[] = []
    const answer = await run((outcome) => outcomes.push(outcome))
    // What was refused or went wrong has no outcome to wait for.
    void Promise.all(answer.code === codes.ok ? outcomes : []).then(() => {
      if (this.#holders.get(slot) === key) this.#storage.later(slot, () => ({ ...kept, answer }))
    })
    return answer
  }
}

const interrupted = {
  id: '',
  code: codes.interrupted,
  message: 'The gateway restarted meanwhile: the outcome is unknown',
}
const misused = { id: '', code: codes.conflict, message: 'This request id was used for another request' }
