import { changed, type Database } from '../database.ts'
import { sha256, withoutNulls } from '../text.ts'

/** A signed-in session. The id itself is never stored, only its hash; `key` is opaque and safe to show. */
export interface SessionRecord {
  key: string
  userId: string
  createdAt: number
  lastSeenAt: number
  userAgent?: string
  address?: string
  /** It began with the secret of this gateway, is for nothing else, and ends with that secret. */
  serialNumber?: string
  /** An administrator looks at this gateway as the user would see it, and changes nothing (decision 0216). */
  viewer?: string
}

/** Expiry is decided by the caller from `createdAt` (absolute) and `lastSeenAt` (inactivity). */
export interface Sessions {
  create(session: {
    id: string
    userId: string
    at: number
    userAgent?: string
    address?: string
    serialNumber?: string
    viewer?: string
  }): Promise<SessionRecord>
  /** Undefined also where the account is closed: a session that began while it was being closed is none. */
  find(id: string): Promise<SessionRecord | undefined>
  findByKey(key: string): Promise<SessionRecord | undefined>
  /** Moves `lastSeenAt` forward, never back. Each call is a durable write: call it sparingly. */
  touch(key: string, at: number): Promise<boolean>
  /** The session that ended, undefined when there was none. */
  end(key: string): Promise<SessionRecord | undefined>
  /** Ends all sessions of the user, except one if asked, and answers those that ended. */
  endAll(userId: string, exceptKey?: string): Promise<readonly SessionRecord[]>
  /** Newest first; not those in which somebody else looks on. */
  ofUser(userId: string): Promise<readonly SessionRecord[]>
  /** Ends what was created, or last seen, before these times. */
  purge(before: { created: number; seen: number }): Promise<readonly SessionRecord[]>
}

/** What others may see of a session; neither the id nor its stored hash follows from it. */
export const sessionKeyOf = (sessionId: string): string => sha256(`session key ${sessionId}`).slice(0, 22)

const COLUMNS = [
  'key',
  'user_id as userId',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
  'user_agent as userAgent',
  'address',
  'serial_number as serialNumber',
  'viewer',
] as const

export const sessionsOn = ({ sql }: Database): Sessions => {
  const found = (column: 'hash' | 'key', value: string) =>
    sql
      .selectFrom('sessions')
      .select(COLUMNS)
      .where(column, '=', value)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('accounts')
            .select('id')
            .whereRef('id', '=', 'sessions.user_id')
            .where('disabled_at', 'is', null)
            .where('deletion_marked_at', 'is', null),
        ),
      )
      // Whoever looks on is shut out with his own account.
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('viewer', 'is', null),
          exists(
            selectFrom('accounts')
              .select('id')
              .whereRef('id', '=', 'sessions.viewer')
              .where('disabled_at', 'is', null)
              .where('deletion_marked_at', 'is', null),
          ),
        ]),
      )
      .executeTakeFirst()

  return {
    async create({ id, userId, at, userAgent, address, serialNumber, viewer }) {
      const row = {
        hash: sha256(id),
        key: sessionKeyOf(id),
        user_id: userId,
        created_at: at,
        last_seen_at: at,
        user_agent: userAgent?.slice(0, 400) ?? null,
        address: address ?? null,
        serial_number: serialNumber ?? null,
        viewer: viewer ?? null,
      }
      return recordOf(
        await sql.insertInto('sessions').values(row).returning(COLUMNS).executeTakeFirstOrThrow(),
      )
    },
    find: async (id) => optional(await found('hash', sha256(id))),
    findByKey: async (key) => optional(await found('key', key)),
    async touch(key, at) {
      const update = sql.updateTable('sessions').set({ last_seen_at: at }).where('key', '=', key)
      return changed(await update.where('last_seen_at', '<', at).executeTakeFirst())
    },
    async end(key) {
      return optional(
        await sql.deleteFrom('sessions').where('key', '=', key).returning(COLUMNS).executeTakeFirst(),
      )
    },
    async endAll(userId, exceptKey) {
      const ended = await sql
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .$if(exceptKey !== undefined, (query) => query.where('key', '<>', exceptKey ?? ''))
        .returning(COLUMNS)
        .execute()
      return ended.map(recordOf)
    },
    async ofUser(userId) {
      const rows = await sql
        .selectFrom('sessions')
        .select(COLUMNS)
        .where('user_id', '=', userId)
        .where('viewer', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('key')
        .execute()
      return rows.map(recordOf)
    },
    async purge({ created, seen }) {
      const ended = await sql
        .deleteFrom('sessions')
        .where((e) => e.or([e('created_at', '<', created), e('last_seen_at', '<', seen)]))
        .returning(COLUMNS)
        .execute()
      return ended.map(recordOf)
    },
  }
}

type Facts = 'userAgent' | 'address' | 'serialNumber' | 'viewer'
type Row = Omit<SessionRecord, Facts> & Readonly<Record<Facts, string | null>>

const recordOf = ({ userAgent, address, serialNumber, viewer, ...record }: Row): SessionRecord => ({
  ...record,
  ...withoutNulls({ userAgent, address, serialNumber, viewer }),
})

const optional = (row: Row | undefined): SessionRecord | undefined => row && recordOf(row)
