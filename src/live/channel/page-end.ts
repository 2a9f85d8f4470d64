import { PART_MS } from '#lib/in-time.ts'
import { newId } from '#lib/new-id.ts'
import type { DataOf } from '#schemas/calls.ts'
import { channelLimits } from '../limits.ts'
import type { HomeApi } from './connect.ts'
import type { FromWorker, OpenChannel, ToWorker } from './protocol.ts'
import { CallError } from './requests.ts'

/** What the worker says on its own account; answers and tokens are seen to here. */
export type News = Exclude<FromWorker, { kind: 'answer' | 'needToken' }>

/** What the channel lives in, as far as its page has to do with it. */
export interface ChannelWorker {
  postMessage(message: ToWorker): void
  addEventListener(kind: 'message' | 'error', listener: (event: MessageEvent<FromWorker>) => void): void
  terminate(): void
}

interface Effects {
  worker(): ChannelWorker
  token: HomeApi['token']
  news(message: News): void
  /** A code of an answer; whoever called is told as well. */
  callFailed?(error: CallError): void
}

/**
 * The page's end of the channel that lives in the worker; what is said before the worker has spoken waits for it. One
 * whose code does not come, or has not spoken in time, is started anew, after a while or as soon as somebody asks for the
 * connection.
 */
export class PageEnd {
  readonly #effects: Effects
  readonly #calls = new Map<string, { resolve(data: unknown): void; reject(error: Error): void }>()
  #waiting: ToWorker[] = []
  #opening: ToWorker | undefined
  #worker: ChannelWorker | undefined
  #spoken = false
  /** Since when its code is missing, epoch ms. */
  #missingSince: number | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(effects: Effects) {
    this.#effects = effects
  }

  start(open: Omit<OpenChannel, 'limits'>): void {
    if (this.#opening) return
    this.#opening = { kind: 'open', open: { ...open, limits: channelLimits } }
    this.#begin()
  }

  post(message: ToWorker): void {
    if (this.#spoken) return this.#worker?.postMessage(message)
    if (message.kind === 'retry') return this.#begin()
    this.#worker?.postMessage(message)
    this.#waiting.push(message)
  }

  #begin(): void {
    if (this.#closed || this.#worker || !this.#opening) return
    clearTimeout(this.#again)
    const worker = this.#effects.worker()
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      this.#spoken = true
      clearTimeout(this.#again)
      this.#waiting = []
      this.#receive(data)
    })
    worker.addEventListener('error', () => {
      // What fails in a worker that is there is its own.
      if (!this.#spoken && this.#worker === worker) this.#missing(worker)
    })
    // No browser says of a script that it is never answered.
    this.#again = setTimeout(() => this.#missing(worker), PART_MS)
    for (const message of [this.#opening, ...this.#waiting]) worker.postMessage(message)
  }

  /** Nobody's order is carried out minutes later: whoever waits for an answer is told that there is none. */
  #missing(worker: ChannelWorker): void {
    clearTimeout(this.#again)
    worker.terminate()
    this.#worker = undefined
    this.#waiting = this.#waiting.filter(({ kind }) => kind === 'watch')
    for (const request of [...this.#calls.keys()])
      this.#answer({
        kind: 'answer',
        request,
        ok: false,
        code: 'OFFLINE',
        message: 'The channel has not come',
      })
    this.#missingSince ??= Date.now()
    this.#effects.news({ kind: 'link', state: 'stale', since: this.#missingSince })
    this.#again = setTimeout(() => this.#begin(), channelLimits.reconnect)
  }

  /** Runs a command on the gateway; `request`: its id. Rejects with a CallError. */
  call<C extends string>(command: C, params: unknown, request = newId()): Promise<DataOf<C>> {
    return new Promise((resolve, reject) => {
      this.#calls.set(request, { resolve, reject })
      this.post({ kind: 'call', request, command, params })
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
    this.post({ kind: 'close' })
    this.#worker?.terminate()
    for (const { reject } of this.#calls.values()) reject(new CallError('-2', 'closed'))
    this.#calls.clear()
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'needToken') void this.#handToken()
    else if (message.kind === 'answer') this.#answer(message)
    else this.#effects.news(message)
  }

  async #handToken(): Promise<void> {
    const token = await this.#effects.token()
    this.post(
      token
        ? {
            kind: 'token',
            token: {
              token: token.token,
              sessionKey: token.sessionKey,
              ...(token.wait !== undefined && { wait: token.wait }),
            },
          }
        : { kind: 'noToken' },
    )
  }

  #answer(message: Extract<FromWorker, { kind: 'answer' }>): void {
    const call = this.#calls.get(message.request)
    this.#calls.delete(message.request)
    if (message.ok) return call?.resolve(message.data)
    const error = new CallError(message.code, message.message)
    this.#effects.callFailed?.(error)
    call?.reject(error)
  }
}
