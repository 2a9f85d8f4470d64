import { clientOf } from '../lib/user-agent.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { Parts } from './parts.ts'

type From = Pick<SessionRecord, 'userId' | 'address' | 'userAgent'>

/** From where a session came, for the audit log. */
export const whence = ({ address, userAgent }: Pick<SessionRecord, 'address' | 'userAgent'>) => ({
  ...(address !== undefined && { address }),
  ...(userAgent !== undefined && { client: clientOf(userAgent).deviceModel }),
})

/** Writes into the audit log what somebody has done. */
export const noteOf =
  ({ store, now }: Pick<Parts, 'store' | 'now'>) =>
  (session: From, what: string, facts: Readonly<Record<string, unknown>>): Promise<unknown> =>
    store.audit.append({
      who: session.userId,
      what,
      at: now(),
      result: 'ok',
      facts: { ...whence(session), ...facts },
    })
