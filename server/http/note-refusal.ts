import { whence } from '../lib/whence.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import { failureFrom } from './failure.ts'
import type { Parts } from './parts.ts'

/** Z-03: who tried what is not his; ids that mean nothing to him are not worth a row. */
export async function noteRefusal(
  { store, now }: Pick<Parts, 'store' | 'now'>,
  what: string,
  session: Pick<SessionRecord, 'userId' | 'address' | 'userAgent' | 'viewer'>,
  gateway: string | undefined,
  refused: unknown,
): Promise<void> {
  if (failureFrom(refused)?.status === 403)
    await store.audit.append({
      who: session.viewer ?? session.userId,
      what,
      at: now(),
      gateway,
      result: 'refused',
      facts: whence(session),
    })
}
