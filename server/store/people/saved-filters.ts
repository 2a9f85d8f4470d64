import type { SavedFilter } from '#schemas/generated/entities/saved-filter.ts'
import { changed, type Database } from '../database.ts'

export interface SavedFilters {
  /** By list, then by name as the database sorts it: whoever shows them sorts them as its reader does. */
  of(userId: string): Promise<readonly SavedFilter[]>
  /**
   * Keeps one; what has the same name on the same list is replaced.
   * @returns false: the list has as many as it may have
   */
  keep(userId: string, filter: SavedFilter, most: number): Promise<boolean>
  /** False where there is none of that name. */
  delete(userId: string, screen: string, name: string): Promise<boolean>
}

export const savedFiltersOn = ({ sql }: Database): SavedFilters => ({
  async of(userId) {
    const rows = await sql
      .selectFrom('saved_filters')
      .select(['screen', 'name', 'asks'])
      .where('user_id', '=', userId)
      .orderBy('screen')
      .orderBy('name')
      .execute()
    return rows.map(({ asks, ...row }) => ({ ...row, asks: JSON.parse(asks) as SavedFilter['asks'] }))
  },

  async keep(userId, { screen, name, asks }, most) {
    const text = JSON.stringify(asks)
    const replaced = await sql
      .updateTable('saved_filters')
      .set({ asks: text })
      .where('user_id', '=', userId)
      .where('screen', '=', screen)
      .where('name', '=', name)
      .executeTakeFirst()
    if (changed(replaced)) return true
    // Counted where it is kept: whoever presses twice keeps one, and the limit holds for all tabs together.
    const { numInsertedOrUpdatedRows = 0n } = await sql
      .insertInto('saved_filters')
      .columns(['user_id', 'screen', 'name', 'asks'])
      .expression((query) =>
        query
          .selectFrom('accounts')
          .select(({ val }) => [
            'accounts.id',
            val(screen).as('screen'),
            val(name).as('name'),
            val(text).as('asks'),
          ])
          .where('accounts.id', '=', userId)
          .where(({ eb, selectFrom, fn }) =>
            eb(
              selectFrom('saved_filters')
                .select(fn.countAll<number>().as('kept'))
                .where('user_id', '=', userId)
                .where('screen', '=', screen),
              '<',
              most,
            ),
          ),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'screen', 'name']).doUpdateSet({ asks: text }))
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  async delete(userId, screen, name) {
    const { numDeletedRows } = await sql
      .deleteFrom('saved_filters')
      .where('user_id', '=', userId)
      .where('screen', '=', screen)
      .where('name', '=', name)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
