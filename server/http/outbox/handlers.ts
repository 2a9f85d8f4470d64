import type { operations } from '#schemas/generated/api/outbox.ts'
import { notAllowed, notFound } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import { outranks } from '../../rights.ts'
import type { MessageRow, SealedMessage } from '../../store/outbox.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { HandlersOf } from '../call.ts'
import { noteRefusal } from '../note-refusal.ts'
import type { Parts } from '../parts.ts'

/** /outbox: what this server wrote to people. */
export function outboxHandlers(parts: Parts): HandlersOf<operations> {
  const { store, outbound, now } = parts
  return {
    async listOutbox({ query: { page = 1, limit = 10, searchText } }) {
      const { data, count } = await store.outbox.list({ page, limit, searchText })
      return { data: data.map(shown), count }
    },

    async readOutbox({ params, session }) {
      const message = await store.outbox.find(params.id)
      if (!message) throw notFound()
      await assertMayRead(parts, message, session)
      const { sealed, tries: _tries, userId: _user, message: _name, target: _target, ...row } = message
      // Links in it open accounts: who looked is written down.
      await store.audit.append({
        who: session.userId,
        what: 'readOutbox',
        at: now(),
        result: 'ok',
        facts: { ...whence(session), message: message.id },
      })
      const {
        unsubscribe: _call,
        wake: _wake,
        ...letter
      } = outbound.read(sealed === undefined ? {} : { sealed })
      return { ...shown(row), ...letter }
    },
  }
}

/** Z-03: a link in a message opens an account; nobody reads one for somebody who stands above him. */
export async function assertMayRead(
  parts: Pick<Parts, 'store' | 'now'>,
  { to, userId }: Pick<SealedMessage, 'to' | 'userId'>,
  session: Pick<SessionRecord, 'userId' | 'address' | 'userAgent'>,
): Promise<void> {
  const { accounts } = parts.store
  const [addressee, reader] = await Promise.all([
    userId === undefined ? accounts.findByIdentity(to) : accounts.find(userId),
    accounts.find(session.userId),
  ])
  if (!addressee || (reader && !outranks(addressee.groups, reader.groups))) return
  const refused = notAllowed()
  await noteRefusal(parts, 'readOutbox', session, undefined, refused)
  throw refused
}

const shown = ({ at, ...row }: MessageRow) => ({ ...row, at: new Date(at).toISOString() })
