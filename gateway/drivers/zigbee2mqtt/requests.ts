import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Clock } from '#gateway/core/ports.ts'
import { type Fields, isFields } from '../shared/fields.ts'

const timeout = 10_000

/** Requests to the bridge itself; its answer carries the transaction that was sent. */
export class BridgeRequests {
  readonly #clock: Clock
  readonly #publish: (request: string, payload: string) => void
  readonly #waiting = new Map<
    string,
    { done: (data: Fields) => void; refused: (error: Error) => void; cancel: () => void }
  >()
  #count = 0

  constructor(clock: Clock, publish: (request: string, payload: string) => void) {
    this.#clock = clock
    this.#publish = publish
  }

  /** Resolves with what the answer holds. */
  async ask(request: string, body: Fields, patience = timeout): Promise<Fields> {
    this.#count += 1
    const transaction = `gatehouse-${this.#clock.now().toString(36)}-${this.#count}`
    const answered = new Promise<Fields>((done, refused) => {
      const cancel = this.#clock.after(patience, () => {
        this.#waiting.delete(transaction)
        refused(new CommandError(codes.disabled, 'Zigbee2MQTT did not answer in time'))
      })
      this.#waiting.set(transaction, { done, refused, cancel })
    })
    this.#publish(request, JSON.stringify({ ...body, transaction }))
    return answered
  }

  answered(payload: unknown): void {
    if (!isFields(payload) || typeof payload.transaction !== 'string') return
    const waiting = this.#waiting.get(payload.transaction)
    if (!waiting) return
    this.#waiting.delete(payload.transaction)
    waiting.cancel()
    if (payload.status === 'ok') waiting.done(isFields(payload.data) ? payload.data : {})
    else
      waiting.refused(
        new CommandError(codes.invalid, String(payload.error ?? 'Zigbee2MQTT refused').slice(0, 300)),
      )
  }

  stop(): void {
    for (const { refused, cancel } of this.#waiting.values()) {
      cancel()
      refused(new CommandError(codes.disabled, 'The gateway stops'))
    }
    this.#waiting.clear()
  }
}
