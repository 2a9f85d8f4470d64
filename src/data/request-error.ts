import type { ErrorResponse } from '#schemas/generated/entities/error.ts'

/** A call that did not succeed. `status` is 0 when no answer came; then the code says why: OFFLINE, REQUEST_TIMED_OUT. */
export class RequestError extends Error {
  readonly status: number
  readonly errors: ErrorResponse
  readonly operation: string | undefined

  constructor(status: number, errors: ErrorResponse, operation?: string) {
    super(errors[0].message)
    this.name = 'RequestError'
    this.status = status
    this.errors = errors
    this.operation = operation
  }

  get code(): string {
    return this.errors[0].errorCode
  }
}

/** The body of a failure, or one entry made of the status when the body is none of ours. */
export function errorsOf(body: unknown): ErrorResponse {
  if (Array.isArray(body)) {
    const entries = body.filter(
      (entry: unknown): entry is ErrorResponse[number] =>
        typeof entry === 'object' &&
        entry !== null &&
        'errorCode' in entry &&
        typeof entry.errorCode === 'string',
    )
    const [first, ...rest] = entries.map((entry) => ({ ...entry, message: String(entry.message ?? '') }))
    if (first) return [first, ...rest]
  }
  return [{ errorCode: '', message: '' }]
}
