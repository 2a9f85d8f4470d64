import type { Refused } from '#engine/ports.ts'
import type { AnsweredOf, InputOf, OperationId } from '#schemas/calls.ts'
import { type Http, http } from './http.ts'
import { failureOf } from './report.ts'
import { RequestError } from './request-error.ts'

/** JSON pointer of the server → name of the field. */
const fieldOf = (pointer: string): string => pointer.replace(/^\//, '').split('/')[0] ?? ''

/** A failure of a call as whoever made it hears it, with each field that it is about. */
export function refusalOf(error: unknown): Refused {
  const { status, code, message } = failureOf(error)
  const errors = error instanceof RequestError ? error.errors : []
  const fields = errors.flatMap(({ field, errorCode, message: said }) =>
    field ? [{ field: fieldOf(field), code: errorCode, message: said }] : [],
  )
  const remaining = errors[0]?.remaining
  return {
    ok: false,
    status,
    code,
    // spec 1 §4: what an identity provider said comes in several sentences.
    message: errors.map((entry) => entry.message).join(' ') || message,
    ...(fields.length > 0 && { fields }),
    ...(remaining !== undefined && { remaining }),
  }
}

/** A call whose refusals its page tells itself: before the sign-in there is no Source, and no one way of failures. */
export async function attempt<O extends OperationId>(
  operation: O,
  input: InputOf<O>,
  more?: Parameters<Http['call']>[2],
): Promise<({ ok: true } & AnsweredOf<O>) | Refused> {
  try {
    return { ok: true, ...(await http.call(operation, input, more)) }
  } catch (error) {
    if (error instanceof RequestError) return refusalOf(error)
    throw error
  }
}
