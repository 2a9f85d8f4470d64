import type { HomeStore } from '#gateway/core/ports.ts'
import type { Database } from '../database.ts'

export interface Homes {
  /**
   * Keys and JSON values of one home. A batch of `put` is stored whole or not at all; the value `undefined` removes its key.
   * Throws MissingReferenceError when the gateway is unknown.
   */
  of(serialNumber: string): HomeStore
  /** Serial numbers of the homes that have something under this key. */
  having(key: string): Promise<readonly string[]>
  /** Forgets everything about a home; answers how many entries there were. */
  clear(serialNumber: string): Promise<number>
}

/** Rows in one statement; SQLite takes 32,766 parameters. */
const CHUNK = 500

export const homesOn = ({ sql, together }: Database): Homes => ({
  of: (serialNumber) => ({
    async load() {
      const rows = await sql
        .selectFrom('home_entries')
        .select(['entry_key', 'value'])
        .where('serial_number', '=', serialNumber)
        .execute()
      return new Map(rows.map(({ entry_key: key, value }): [string, unknown] => [key, JSON.parse(value)]))
    },
    async put(entries) {
      const kept = [...entries].filter(([, value]) => value !== undefined)
      const gone = [...entries.keys()].filter((key) => entries.get(key) === undefined)
      const writes = chunks(kept).map((chunk) =>
        sql
          .insertInto('home_entries')
          .values(
            chunk.map(([key, value]) => ({
              serial_number: serialNumber,
              entry_key: key,
              value: JSON.stringify(value),
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['serial_number', 'entry_key'])
              .doUpdateSet((e) => ({ value: e.ref('excluded.value') })),
          ),
      )
      const removals = chunks(gone).map((keys) =>
        sql
          .deleteFrom('home_entries')
          .where('serial_number', '=', serialNumber)
          .where('entry_key', 'in', keys),
      )
      if (writes.length + removals.length > 0) await together([...writes, ...removals])
    },
  }),
  async having(key) {
    const rows = await sql
      .selectFrom('home_entries')
      .select('serial_number')
      .where('entry_key', '=', key)
      .orderBy('serial_number')
      .execute()
    return rows.map(({ serial_number }) => serial_number)
  },
  async clear(serialNumber) {
    const removal = sql.deleteFrom('home_entries').where('serial_number', '=', serialNumber)
    return Number((await removal.executeTakeFirst()).numDeletedRows)
  },
})

function chunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, n) =>
    all.slice(n * CHUNK, (n + 1) * CHUNK),
  )
}
