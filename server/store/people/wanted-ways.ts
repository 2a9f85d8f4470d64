import type { WantedWays } from '#schemas/generated/entities/wanted-ways.ts'
import type { Database } from '../database.ts'

export interface WantedWaysOfPeople {
  /** undefined: he has never said anything. */
  find(userId: string): Promise<WantedWays | undefined>
  set(userId: string, ways: WantedWays): Promise<void>
}

export const wantedWaysOn = ({ sql }: Database): WantedWaysOfPeople => ({
  async find(userId) {
    const row = await sql
      .selectFrom('wanted_ways')
      .select('ways')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row && (JSON.parse(row.ways) as WantedWays)
  },
  async set(userId, wanted) {
    const ways = JSON.stringify(wanted)
    await sql
      .insertInto('wanted_ways')
      .values({ user_id: userId, ways })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ways }))
      .execute()
  },
})
