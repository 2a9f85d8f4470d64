import type { operations } from '#schemas/generated/api/outbox.ts'
import type { MessageRow } from '../../store/outbox.ts'
import type { HandlersOf } from '../call.ts'
import { notFound } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** /outbox: what this server wrote to people. */
export function outboxHandlers({ store, outbound, now }: Parts): HandlersOf<operations> {
  return {
    async listOutbox({ query: { page = 1, limit = 10, searchText } }) {
      const { data, count } = await store.outbox.list({ page, limit, searchText })
      return { data: data.map(shown), count }
    },

    async readOutbox({ params, session }) {
      const message = await store.outbox.find(params.id)
      if (!message) throw notFound()
      const { sealed, tries: _tries, ...row } = message
      // Links in it open accounts: who looked is written down.
      await store.audit.append({
        who: session.userId,
        what: 'readOutbox',
        at: now(),
        result: 'ok',
        facts: { message: message.id },
      })
      const { unsubscribe: _call, ...letter } = outbound.read(sealed === undefined ? {} : { sealed })
      return { ...shown(row), ...letter }
    },
  }
}

const shown = ({ at, ...row }: MessageRow) => ({ ...row, at: new Date(at).toISOString() })
