import { limitCalls } from '../../auth/attempts.ts'
import type { Handlers } from '../call.ts'
import type { Parts } from '../parts.ts'

/** Faults that a page reports are counted and logged, nothing more; whose page it was is not kept. */
export const clientErrors =
  ({ store, log, metrics, now }: Parts): Handlers['reportClientError'] =>
  async ({ body: { kind, message, where }, address }) => {
    metrics.count('client_errors', { kind })
    await limitCalls(store.limits, now(), 'client-error', address)
    log.warn({ kind, message, where }, 'a page reports a fault')
    return undefined
  }
