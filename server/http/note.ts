import { whence } from '../lib/whence.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Parts } from './parts.ts'

export type From = Pick<SessionRecord, 'userId' | 'address' | 'userAgent' | 'viewer'>

/** Writes into the audit log what somebody has done. */
export const noteOf =
  ({ store, now }: Pick<Parts, 'store' | 'now'>) =>
  (session: From, what: string, facts: Readonly<Record<string, unknown>>): Promise<unknown> =>
    store.audit.append({
      who: session.viewer ?? session.userId,
      what,
      at: now(),
      result: 'ok',
      facts: { ...whence(session), ...facts },
    })
