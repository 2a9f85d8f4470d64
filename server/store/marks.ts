import { changed, type Database } from './database.ts'

/**
 * demo: accounts were seeded whose passwords everybody knows. counted: gateways were counted last. offline-counted: up to
 * when it was looked who is away for long. alarms: administrators have changed an alarm. alarmsSent: gateways were sent the
 * table of alarms.
 */
export type Mark = 'demo' | 'counted' | 'offline-counted' | 'alarms' | 'alarmsSent'

/** What is true of the data as a whole, wherever they are copied to. */
export interface Marks {
  /** Since when (epoch ms); undefined: it is not. */
  since(mark: Mark): Promise<number | undefined>
  put(mark: Mark, at: number): Promise<void>
  remove(mark: Mark): Promise<void>
}

export const marksOn = ({ sql }: Database): Marks => ({
  async since(mark) {
    const row = await sql.selectFrom('marks').select('at').where('name', '=', mark).executeTakeFirst()
    return row?.at
  },
  async put(mark, at) {
    const kept = await sql.updateTable('marks').set({ at }).where('name', '=', mark).executeTakeFirst()
    if (!changed(kept)) await sql.insertInto('marks').values({ name: mark, at }).execute()
  },
  async remove(mark) {
    await sql.deleteFrom('marks').where('name', '=', mark).execute()
  },
})
