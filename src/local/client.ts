import type { LocalAnswerOf, LocalOperationId } from '#schemas/calls.ts'
import { calls } from '#schemas/generated/local/calls.js'
import { numberLimit } from './definitions.ts'
import { session } from './session.ts'

interface Fault {
  errorCode: string
  message: string
  field?: string
}

/** A call that did not succeed. `status` is 0 when no answer came. */
export class CallError extends Error {
  readonly status: number
  readonly fault: Fault

  constructor(status: number, fault: Fault) {
    super(fault.errorCode)
    this.name = 'CallError'
    this.status = status
    this.fault = fault
  }
}

const silence = (error: unknown): CallError =>
  new CallError(0, {
    errorCode:
      error instanceof DOMException && error.name === 'TimeoutError' ? 'REQUEST_TIMED_OUT' : 'OFFLINE',
    message: '',
  })

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'errorCode' in value && typeof value.errorCode === 'string'

/** What the gateway says went wrong; another program on its port speaks another language. */
async function refusal(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => undefined)
  const [fault]: unknown[] = Array.isArray(body) ? body : []
  return new CallError(response.status, isFault(fault) ? fault : { errorCode: 'INTERNAL', message: '' })
}

/** What an operation answers; of one that only data names, nobody knows. */
export type DataOf<O extends string> = O extends LocalOperationId ? LocalAnswerOf<O> : unknown

/** Calls the gateway by an operation of schemas/local; a session that is over ends here as well. */
export async function call<const O extends string>(
  operation: O,
  {
    body,
    signal,
    timeout = numberLimit('requestTimeout'),
  }: { body?: unknown; signal?: AbortSignal; timeout?: number } = {},
): Promise<{ status: number; data: DataOf<O> }> {
  const known = calls[operation]
  if (!known) throw new Error(`schemas/local has no operation ${operation}`)
  const { sessionId } = session.state()
  const limit = AbortSignal.timeout(timeout)
  let response: Response
  try {
    response = await fetch(known.path, {
      method: known.method.toUpperCase(),
      headers: {
        ...(sessionId !== undefined && { sessionId }),
        ...(known.body && { 'Content-Type': 'application/json' }),
      },
      body: known.body ? JSON.stringify(body) : null,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    throw silence(error)
  }
  if (response.ok)
    return {
      status: response.status,
      // The gateway keeps to the document that the type comes from.
      data: (response.headers.has('Content-Type') ? await response.json() : undefined) as DataOf<O>,
    }
  const refused = await refusal(response)
  if (refused.fault.errorCode === 'SESSION_ENDED' && sessionId === session.state().sessionId)
    session.end('SESSION_ENDED')
  throw refused
}
