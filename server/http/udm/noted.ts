import { whence } from '../../lib/whence.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { Parts } from '../parts.ts'

/** Writes down what somebody did to a gateway. */
export type Note = (
  session: Pick<SessionRecord, 'userId' | 'address' | 'userAgent'>,
  what: string,
  gateway: string,
  facts?: Readonly<Record<string, unknown>>,
) => Promise<void>

export const notedIn =
  ({ store, now }: Pick<Parts, 'store' | 'now'>): Note =>
  (session, what, gateway, facts) =>
    store.audit.append({
      who: session.userId,
      what,
      at: now(),
      gateway,
      result: 'ok',
      facts: { ...whence(session), ...facts },
    })
