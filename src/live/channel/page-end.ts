import type { DataOf } from '#schemas/calls.ts'
import { channelLimits } from '../limits.ts'
import { newId } from '../new-id.ts'
import type { HomeApi } from './connect.ts'
import type { FromWorker, OpenChannel, ToWorker } from './protocol.ts'
import { CallError } from './requests.ts'

/** What the worker says on its own account; answers and tokens are seen to here. */
export type News = Exclude<FromWorker, { kind: 'answer' | 'needToken' }>

interface Effects {
  worker(): Worker
  token: HomeApi['token']
  news(message: News): void
  /** A code of an answer; whoever called is told as well. */
  callFailed?(error: CallError): void
}

/** The page's end of the channel that lives in the worker; what is said before it has started waits for it. */
export class PageEnd {
  readonly #effects: Effects
  readonly #calls = new Map<string, { resolve(data: unknown): void; reject(error: Error): void }>()
  readonly #waiting: ToWorker[] = []
  #worker: Worker | undefined
  #closed = false

  constructor(effects: Effects) {
    this.#effects = effects
  }

  start(open: Omit<OpenChannel, 'limits'>): void {
    if (this.#closed || this.#worker) return
    const worker = this.#effects.worker()
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#receive(data))
    this.post({ kind: 'open', open: { ...open, limits: channelLimits } })
    for (const message of this.#waiting.splice(0)) this.post(message)
  }

  post(message: ToWorker): void {
    if (this.#worker) this.#worker.postMessage(message)
    else this.#waiting.push(message)
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
