import type { SessionRecord } from '../../store/sessions.ts'
import type { Parts } from '../parts.ts'

/** Writes down what somebody did to a gateway. */
export type Note = (
  session: Pick<SessionRecord, 'userId'>,
  what: string,
  gateway: string,
  facts?: Readonly<Record<string, unknown>>,
) => Promise<void>

export const notedIn =
  ({ store, now }: Pick<Parts, 'store' | 'now'>): Note =>
  ({ userId }, what, gateway, facts) =>
    store.audit.append({ who: userId, what, at: now(), gateway, result: 'ok', ...(facts && { facts }) })
