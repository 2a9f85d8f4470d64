import { changed, type Database } from './database.ts'
import type { OutboxTable } from './tables.ts'
import { contains, searchable, withoutNulls } from './text.ts'

export type MessageState = 'outbox' | 'waiting' | 'sent' | 'failed'

/** A message to somebody, without its text. */
export interface MessageRow {
  id: string
  at: number
  channel: 'mail' | 'sms'
  to: string
  subject: string
  state: MessageState
  error?: string
}

export interface SealedMessage extends MessageRow {
  /** Its text, sealed by whoever put it; gone once it was sent. */
  sealed?: string
  tries: number
}

export interface Outbox {
  put(message: Omit<MessageRow, 'error'> & { sealed: string }): Promise<void>
  find(id: string): Promise<SealedMessage | undefined>
  /** Newest first. */
  list(query: {
    page: number
    limit: number
    searchText?: string | undefined
  }): Promise<{ data: readonly MessageRow[]; count: number }>
  /** The message that has waited longest, now its caller's for a while: nobody else gets it before `until`. */
  claim(now: number, until: number): Promise<SealedMessage | undefined>
  /** Its text goes. */
  sent(id: string): Promise<boolean>
  /** Not this time; without a time for the next, never. */
  failed(id: string, error: string, again: number | undefined): Promise<boolean>
  /** Forgets texts of messages that were put before the one time, and messages put before the other. */
  purge(before: { texts: number; messages: number }): Promise<void>
}

export const outboxOn = ({ sql }: Database): Outbox => {
  const update = (id: string) => sql.updateTable('outbox').where('id', '=', id)

  return {
    async put({ to, ...message }) {
      await sql
        .insertInto('outbox')
        .values({
          ...message,
          recipient: to,
          search: searchable([to, message.subject]),
          error: null,
          tries: 0,
          due_at: message.at,
        })
        .execute()
    },
    async find(id) {
      const row = await sql.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && sealedOf(row)
    },
    async list({ page, limit, searchText }) {
      const matching = sql
        .selectFrom('outbox')
        .$if(searchText !== undefined && searchText !== '', (query) =>
          query.where(({ ref }) => contains(ref('outbox.search'), searchText ?? '')),
        )
      const [rows, { n }] = await Promise.all([
        matching
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(rowOf), count: Number(n) }
    },
    async claim(now, until) {
      const next = sql
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
      const row = await sql
        .updateTable('outbox')
        .set((e) => ({ due_at: until, tries: e('tries', '+', 1) }))
        .where('id', 'in', next)
        // Asked again of the row itself: another replica may have been faster.
        .where('due_at', '<=', now)
        .returningAll()
        .executeTakeFirst()
      return row && sealedOf(row)
    },
    sent: async (id) =>
      changed(await update(id).set({ state: 'sent', sealed: null, error: null }).executeTakeFirst()),
    async failed(id, error, again) {
      const next =
        again === undefined ? { state: 'failed', sealed: null } : { state: 'waiting', due_at: again }
      return changed(
        await update(id)
          .set({ error: error.slice(0, 400), ...next })
          .executeTakeFirst(),
      )
    },
    async purge({ texts, messages }) {
      await sql.updateTable('outbox').set({ sealed: null }).where('at', '<', texts).execute()
      await sql.deleteFrom('outbox').where('at', '<', messages).execute()
    },
  }
}

const rowOf = (row: OutboxTable): MessageRow => ({
  id: row.id,
  at: row.at,
  channel: row.channel as MessageRow['channel'],
  to: row.recipient,
  subject: row.subject,
  state: row.state as MessageState,
  ...withoutNulls({ error: row.error }),
})

const sealedOf = (row: OutboxTable): SealedMessage => ({
  ...rowOf(row),
  ...withoutNulls({ sealed: row.sealed }),
  tries: row.tries,
})
