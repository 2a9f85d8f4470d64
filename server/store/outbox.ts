import { changed, type Database } from './database.ts'
import type { OutboxTable } from './tables.ts'
import { contains, searchable, withoutNulls } from './text.ts'

export type MessageState = 'outbox' | 'waiting' | 'sent' | 'failed'
export const messageChannels = ['mail', 'push', 'sms', 'call', 'whatsapp', 'web'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** A message to somebody, without its text. */
export interface MessageRow {
  id: string
  at: number
  channel: MessageChannel
  to: string
  subject: string
  state: MessageState
  error?: string
}

/** Whom a message is for, and what else is known of it besides its address. */
export interface Addressed {
  userId?: string
  /** Its name for whoever sends it: by one way to one target the same message is never kept twice. */
  message?: string
  /** Of a push: the subscription; empty where the person has one address of the kind. */
  target?: string
}

export interface SealedMessage extends MessageRow, Addressed {
  /** Its text, sealed by whoever put it; gone once it was sent. */
  sealed?: string
  tries: number
}

export interface Outbox {
  /** False: it is known already, and stays as it is. `dueAt`: not before; without it at once. */
  put(message: MessageRow & Addressed & { sealed?: string; dueAt?: number }): Promise<boolean>
  /** What became of messages, by the names that their sender gave them. */
  named(messages: readonly string[]): Promise<readonly SealedMessage[]>
  find(id: string): Promise<SealedMessage | undefined>
  /** Another one that a message stands for; the same one again is none. */
  gather(gathered: string, message: string, at: number): Promise<void>
  /** How many a message stands for. */
  gathered(message: string): Promise<number>
  /** Newest first. */
  list(query: {
    page: number
    limit: number
    searchText?: string | undefined
  }): Promise<{ data: readonly MessageRow[]; count: number }>
  /** The message of a channel that has waited longest, now its caller's for a while: nobody else gets it before `until`. */
  claim(channel: MessageChannel, now: number, until: number): Promise<SealedMessage | undefined>
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
    async put({ to, sealed, error, userId, message, target, dueAt, ...row }) {
      const { numInsertedOrUpdatedRows } = await sql
        .insertInto('outbox')
        .values({
          ...row,
          recipient: to,
          search: searchable([to, row.subject]),
          sealed: sealed ?? null,
          error: error ?? null,
          tries: 0,
          due_at: dueAt ?? row.at,
          user_id: userId ?? null,
          message: message ?? null,
          target: message === undefined ? null : (target ?? ''),
        })
        .onConflict((conflict) => conflict.columns(['message', 'channel', 'target']).doNothing())
        .executeTakeFirst()
      return Number(numInsertedOrUpdatedRows ?? 0) > 0
    },
    async named(messages) {
      if (messages.length === 0) return []
      const rows = await sql
        .selectFrom('outbox')
        .selectAll()
        .where('message', 'in', messages)
        .orderBy('at')
        .orderBy('id')
        .execute()
      return rows.map(sealedOf)
    },
    async find(id) {
      const row = await sql.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && sealedOf(row)
    },
    async gather(gathered, message, at) {
      await sql
        .insertInto('gathered_messages')
        .values({ gathered, message, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async gathered(message) {
      const { n } = await sql
        .selectFrom('gathered_messages')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('gathered', '=', message)
        .executeTakeFirstOrThrow()
      return Number(n)
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
    async claim(channel, now, until) {
      const next = sql
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('channel', '=', channel)
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
      await sql.deleteFrom('gathered_messages').where('at', '<', messages).execute()
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
  ...withoutNulls({ sealed: row.sealed, userId: row.user_id, message: row.message, target: row.target }),
  tries: row.tries,
})
