import type { Refused, Source } from '#engine/ports.ts'
import { bindAll } from '#lib/bindings.ts'
import { CallError, call } from './client.ts'

/** What a form or an action hears of a call that failed; a fault of ours goes on. */
export function failureOf(error: unknown): Refused {
  if (!(error instanceof CallError)) throw error
  const { status, fault } = error
  const field = fault.field?.split('/')[1]
  return {
    ok: false,
    status,
    code: fault.errorCode,
    message: fault.message,
    ...(field && { fields: [{ field }] }),
  }
}

/** Calls of the engine to the gateway itself. */
export const source: Pick<Source, 'act' | 'one'> = {
  async act(action, bound) {
    if (!('operation' in action)) throw new Error('The setup page knows operations only')
    try {
      const body = action.body ? bindAll(action.body, { ...bound }) : bound.form
      return { ok: true, ...(await call(action.operation, { body })) }
    } catch (error) {
      return failureOf(error)
    }
  },
  async one({ operation }, _bound, signal) {
    if (operation === undefined) throw new Error('The setup page knows operations only')
    return (await call(operation, { signal })).data
  },
}
