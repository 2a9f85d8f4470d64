import type { ExpressionBuilder } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { sha256 } from './text.ts'

export interface LimitAnswer {
  allowed: boolean
  /** Hits in the present window, this one included; stops counting just above `max`. */
  count: number
  /** When the window ends, epoch ms; a refused caller may try again then. */
  retryAt: number
}

/** Counters that survive a restart. A window that has begun keeps its end, whatever the clock does meanwhile. */
export interface Limits {
  /** Counts one hit of `key` in a window of `windowMs` that begins with its first hit; more than `max` are refused. */
  hit(key: string, windowMs: number, max: number, now: number): Promise<LimitAnswer>
  /** Takes one hit back that was allowed; those of others stay. */
  giveBack(key: string, now: number): Promise<void>
  /** Forgets a key, e.g. after a successful sign-in. */
  clear(key: string): Promise<void>
  purge(now: number): Promise<number>
}

/** More keys than this are never kept; those whose window ends first go first. */
const MOST_KEYS = 50_000
/** How many hits pass between two clean-ups. */
const CLEAN_EVERY = 1000

export const limitsOn = (
  { sql }: Database,
  { mostKeys = MOST_KEYS, cleanEvery = CLEAN_EVERY } = {},
): Limits => {
  let sinceCleaning = 0

  const purge = async (now: number) => {
    const { numDeletedRows } = await sql.deleteFrom('limits').where('ends_at', '<=', now).executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** Whatever keys strangers make up, the table stays bounded. */
  const clean = async (now: number) => {
    await purge(now)
    const kept = sql
      .selectFrom('limits')
      .select('key')
      .orderBy('ends_at', 'desc')
      .orderBy('key')
      .limit(mostKeys)
    await sql.deleteFrom('limits').where('key', 'not in', kept).execute()
  }

  return {
    async hit(key, windowMs, max, now) {
      if (++sinceCleaning >= cleanEvery) {
        sinceCleaning = 0
        await clean(now)
      }
      const over = (e: ExpressionBuilder<Tables, 'limits'>) => e('limits.ends_at', '<=', now)
      const { ends_at: retryAt, hits } = await sql
        .insertInto('limits')
        .values({ key: bounded(key), ends_at: now + windowMs, hits: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            ends_at: (e) =>
              e
                .case()
                .when(over(e))
                .then(now + windowMs)
                .else(e.ref('limits.ends_at'))
                .end(),
            hits: (e) =>
              e
                .case()
                .when(over(e))
                .then(1)
                .when('limits.hits', '>', max)
                .then(e.ref('limits.hits'))
                .else(e('limits.hits', '+', 1))
                .end(),
          }),
        )
        .returning(['ends_at', 'hits'])
        .executeTakeFirstOrThrow()
      return { allowed: hits <= max, count: hits, retryAt }
    },
    async giveBack(key, now) {
      await sql
        .updateTable('limits')
        .set((e) => ({ hits: e('hits', '-', 1) }))
        .where('key', '=', bounded(key))
        .where('ends_at', '>', now)
        .where('hits', '>', 0)
        .execute()
    },
    async clear(key) {
      await sql.deleteFrom('limits').where('key', '=', bounded(key)).execute()
    },
    purge,
  }
}

/** A key made from what a stranger sent must not become a large row. */
const bounded = (key: string): string => (key.length > 200 ? `sha256:${sha256(key)}` : key)
