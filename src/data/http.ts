import limits from '#catalogue/limits.json' with { type: 'json' }
import type { AnsweredOf, InputOf, OperationId } from '#schemas/calls.ts'
import type { Call } from '#schemas/generated/api/calls.js'
import { callOf } from './calls.ts'
import { loadErrorRules } from './errors/error-rules.ts'
import { errorsOf, RequestError } from './request-error.ts'
import { Wishes } from './wishes.ts'

/** Which calls are under way; the loading bar listens. */
export class Loading {
  readonly #calls = new Set<symbol>()
  readonly #listeners = new Set<() => void>()

  get active(): boolean {
    return this.#calls.size > 0
  }

  subscribe = (wake: () => void): (() => void) => {
    this.#listeners.add(wake)
    return () => this.#listeners.delete(wake)
  }

  begin(): symbol {
    const call = Symbol('call')
    this.#change(() => this.#calls.add(call))
    return call
  }

  end(call: symbol): void {
    this.#change(() => this.#calls.delete(call))
  }

  /** spec 1 §8: the loading bar is cleared on errors. */
  clear(): void {
    this.#change(() => this.#calls.clear())
  }

  #change(apply: () => void): void {
    const before = this.active
    apply()
    if (before !== this.active) for (const wake of [...this.#listeners]) wake()
  }
}

export interface HttpOptions {
  base: string
  sessionId(): string | undefined
  language(): string
  loading: Loading
  /** A new request has started: what was shown once may be shown again (spec 1 §8). */
  started(): void
  timeout: number
  /** Throws where a call may not leave the page. */
  leave?(operation: string): void
  fetch(request: Request): Promise<Response>
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Why no answer came. An abort by the caller is not a failure and stays what it is. */
function unanswered(error: unknown, signal: AbortSignal): unknown {
  if (isTimeout(error) || isTimeout(signal.reason))
    return new RequestError(0, [{ errorCode: 'REQUEST_TIMED_OUT', message: '' }])
  if (isAbort(error)) return error
  return new RequestError(0, [{ errorCode: 'OFFLINE', message: '' }])
}

/** What it says; undefined where that is no JSON. One that breaks off, or comes too late, is no answer. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Files come and go with a few calls: their code comes with the first. */
const files = () => import('./files.ts')

/** What an answer holds: JSON, or a file. */
async function answerOf(response: Response): Promise<unknown> {
  const disposition = response.headers.get('content-disposition')
  return disposition === null ? bodyOf(response) : (await files()).fileOf(response, disposition)
}

interface Answer {
  status: number
  data: unknown
}

/** Sends one request with session and language, and reads the answer; failures and missing answers become a RequestError. */
function sender(options: HttpOptions): (request: Request) => Promise<Answer> {
  return async (request) => {
    const session = options.sessionId()
    const headers = new Headers(request.headers)
    headers.set('Accept-Language', options.language())
    if (session !== undefined) headers.set('sessionId', session)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeout)])
    options.started()
    const call = options.loading.begin()
    try {
      const response = await options.fetch(new Request(request, { headers, signal }))
      // spec 1 §4: 300 is an answer, with the policies that must be accepted first.
      if (!response.ok && response.status !== 300) {
        await loadErrorRules()
        throw new RequestError(response.status, errorsOf(await bodyOf(response)))
      }
      return { status: response.status, data: response.status === 204 ? undefined : await answerOf(response) }
    } catch (error) {
      if (!isAbort(error)) options.loading.clear()
      throw error instanceof RequestError ? error : unanswered(error, signal)
    } finally {
      options.loading.end(call)
    }
  }
}

/** A call as definitions make it: by name, with what its address and query name apart from its body. */
interface Sent {
  params?: Readonly<Record<string, unknown>>
  /** Beside those that every call carries. */
  headers?: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal
}

export interface Http {
  /** An operation with what its document says that it takes; each goes where the document puts it. */
  call<O extends OperationId>(
    operation: O,
    input: InputOf<O>,
    more?: Pick<Sent, 'headers' | 'signal'>,
  ): Promise<AnsweredOf<O>>
  /** The same for definitions, which name it in data. */
  send(operation: string, sent: Sent): Promise<Answer>
}

async function described(operation: string): Promise<Call> {
  const call = await callOf(operation)
  if (!call) throw new Error(`schemas/api has no operation ${operation}`)
  return call
}

/** What an operation is given, parted into its address and query, and its body. */
function parted({ inPath, inQuery }: Call, input: unknown): Sent {
  const entries = Object.entries(Object(input))
  const isParameter = (name: string): boolean => inPath.includes(name) || inQuery.includes(name)
  return {
    params: Object.fromEntries(entries.filter(([name]) => isParameter(name))),
    body: Object.fromEntries(entries.filter(([name]) => !isParameter(name))),
  }
}

/** Of bodies that are still on their way when the page goes, browsers take no more than 64 kB together; what tells of faults has its share. */
const OUTLIVING = 60 * 1024

export function createHttp(options: HttpOptions): Http {
  const request = sender(options)
  const wishes = new Wishes(limits.limits.wishKept.value)
  /** Bytes that are on their way like this. */
  let outliving = 0

  async function send(operation: string, { params = {}, headers = {}, body, signal }: Sent) {
    // Refused before anything leaves: a twin knows of no server (decision 0234).
    options.leave?.(operation)
    const call = await described(operation)
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(params[name] ?? '')),
    )
    const query = new URLSearchParams()
    for (const name of call.inQuery)
      if (params[name] !== undefined && params[name] !== '') query.set(name, String(params[name]))
    const search = query.size > 0 ? `?${query}` : ''
    const sent = new Headers(headers)
    const init: RequestInit = { method: call.method.toUpperCase(), signal: signal ?? null, headers: sent }
    let text = ''
    if (call.multipart) init.body = (await files()).formOf(Object(body))
    else if (call.body) {
      text = JSON.stringify(body ?? {})
      init.body = text
      sent.set('Content-Type', 'application/json')
    }
    const bytes = new TextEncoder().encode(text).length
    // An order still leaves when the page goes; a long list is only sent while it is there.
    init.keepalive = call.method !== 'get' && !call.multipart && outliving + bytes <= OUTLIVING
    const mine = init.keepalive ? bytes : 0
    outliving += mine
    const url = new URL(`${options.base}${path}${search}`, globalThis.location?.href)
    try {
      if (!call.once) return await request(new Request(url, init))
      return await wishes.ask(`${operation} ${url} ${text}`, (key) => {
        sent.set('idempotency-key', key)
        return request(new Request(url, init))
      })
    } finally {
      outliving -= mine
    }
  }

  return {
    send,
    async call<O extends OperationId>(operation: O, input: InputOf<O>, more = {}) {
      const sent = parted(await described(operation), input)
      // The one place where an answer gets its type: the contract tests hold the server to its documents.
      return (await send(operation, { ...more, ...sent })) as AnsweredOf<O>
    },
  }
}

/**
 * What the session tells the client; src/session sets it, and who closes calls to the page (src/app/twin,
 * src/app/situation): `leave` throws where a call may not leave it, `order` where a command may not.
 */
export const identity: {
  sessionId(): string | undefined
  subrole(): string | undefined
  language(): string
  started(): void
  leave?: ((operation: string) => void) | undefined
  order?: ((command: string) => void) | undefined
} = {
  sessionId: () => undefined,
  subrole: () => undefined,
  language: () => 'ch_DE',
  started: () => {},
}

export const loading = new Loading()

/** The app's client: base `/api`, header `sessionId`, in the person's language. */
export const http: Http = createHttp({
  base: '/api',
  sessionId: () => identity.sessionId(),
  language: () => identity.language(),
  started: () => identity.started(),
  loading,
  leave: (operation) => identity.leave?.(operation),
  timeout: limits.limits.requestTimeout.value,
  fetch: (request) => globalThis.fetch(request),
})
