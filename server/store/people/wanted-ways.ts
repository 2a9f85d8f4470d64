import type { WantedWays } from '#schemas/generated/entities/wanted-ways.ts'
import { changed, type Database } from '../database.ts'

export interface WantedWaysOfPeople {
  /** undefined: he has never said anything. */
  find(userId: string): Promise<WantedWays | undefined>
  /** Of several at once each works on what the one before has left; what `next` throws changes nothing. */
  change(userId: string, next: (kept: WantedWays | undefined) => WantedWays): Promise<void>
}

export const wantedWaysOn = ({ sql }: Database): WantedWaysOfPeople => {
  const written = async (userId: string): Promise<string | undefined> => {
    const row = await sql
      .selectFrom('wanted_ways')
      .select('ways')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row?.ways
  }
  /** False when somebody else was quicker. */
  const replaced = async (userId: string, before: string | undefined, ways: string): Promise<boolean> => {
    if (before === undefined) {
      const { numInsertedOrUpdatedRows = 0n } = await sql
        .insertInto('wanted_ways')
        .values({ user_id: userId, ways })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    }
    return changed(
      await sql
        .updateTable('wanted_ways')
        .set({ ways })
        .where('user_id', '=', userId)
        .where('ways', '=', before)
        .executeTakeFirst(),
    )
  }
  const parsed = (ways: string | undefined): WantedWays | undefined =>
    ways === undefined ? undefined : (JSON.parse(ways) as WantedWays)
  return {
    find: async (userId) => parsed(await written(userId)),
    async change(userId, next) {
      for (;;) {
        const before = await written(userId)
        if (await replaced(userId, before, JSON.stringify(next(parsed(before))))) return
      }
    },
  }
}
