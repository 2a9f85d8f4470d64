import { bytesOf } from '#lib/bytes.ts'
import type { Request, Response } from '#schemas/generated/channel.ts'
import type { Clock } from '../clock.ts'

/** It left over an open connection, and nobody answered. */
export const TIMEOUT = 'TIMEOUT'

export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface Pending {
  request: Request
  /** It went over a connection, so that it may have been carried out. */
  left: boolean
  settle(response: Response): void
  end(): void
}

/** Topic, id, session and version, with room to spare. */
const AROUND = 2048

interface Options {
  clock: Clock
  /** How long an answer may take, and how often the request is sent again meanwhile. */
  timeout: number
  retries: number
  /** Bytes of a request; a broker cuts off whoever sends more. */
  most: number
  version: string
  /** 128 bits; never used twice. */
  newId(): string
  /** Whether there is a connection; without one nothing goes anywhere. */
  isOpen(): boolean
  send(request: Request): void
}

/**
 * Requests that wait for their answers. The same request, with the same id, is sent again until its time is over:
 * the gateway acts once per id. An answer that nobody waits for any more is dropped.
 */
export class Requests {
  readonly #pending = new Map<string, Pending>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get waiting(): number {
    return this.#pending.size
  }

  call(
    session: string,
    command: string,
    params: unknown,
    id = this.#options.newId(),
  ): { id: string; answer: Promise<unknown> } {
    const { clock, timeout, retries, most, version } = this.#options
    // Sent again and again it would end each new connection as well.
    if (bytesOf(params) > most - AROUND)
      return { id, answer: Promise.reject(new CallError('TOO_LARGE', 'The request is too large')) }
    const request: Request = { id, session, command, params: params as Request['params'], version }
    const answer = new Promise<unknown>((resolve, reject) => {
      let stop = (): void => {}
      const again = (left: number): void => {
        stop = clock.after(timeout / (retries + 1), () => {
          if (left === 0) {
            this.#pending.delete(id)
            return reject(this.#silence(pending))
          }
          this.#send(pending)
          again(left - 1)
        })
      }
      const pending: Pending = {
        request,
        left: false,
        end: () => stop(),
        settle: (response) => {
          if (response.code === 0) resolve(response.data)
          else reject(new CallError(String(response.code), response.message ?? ''))
        },
      }
      this.#pending.set(id, pending)
      again(retries)
      this.#send(pending)
    })
    return { id, answer }
  }

  #send(pending: Pending): void {
    if (!this.#options.isOpen()) return
    pending.left = true
    this.#options.send(pending.request)
  }

  /** Who has not answered: the gateway only where the server was there to ask it. */
  #silence({ left }: Pending): CallError {
    if (this.#options.isOpen()) return new CallError(TIMEOUT, 'Request timed out')
    return left
      ? new CallError('CONNECTION_LOST', 'The connection was lost before the answer')
      : new CallError('OFFLINE', 'There is no connection')
  }

  answered(response: Response): void {
    const pending = this.#pending.get(response.id)
    if (!pending) return
    this.#pending.delete(response.id)
    pending.end()
    pending.settle(response)
  }

  /** The link is back: what still waits is sent again at once, in its order. */
  resend(): void {
    for (const pending of this.#pending.values()) this.#send(pending)
  }

  close(): void {
    for (const [id, pending] of this.#pending) {
      pending.end()
      pending.settle({ id, code: -2, message: 'closed' })
    }
    this.#pending.clear()
  }
}
