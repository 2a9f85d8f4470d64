import { changed, type Database } from '../database.ts'
import type { NewsChoicesTable } from './tables.ts'

/** Whether somebody wants news of the deployment. */
export interface NewsChoice {
  userId: string
  wanted: boolean
  /** Stands in the link of each such mail, and does nothing but end them: kept as it is. */
  secret: string
  changedAt: number
}

export interface NewsChoices {
  find(userId: string): Promise<NewsChoice | undefined>
  /** Whoever has said nothing yet wants them. What is there stays as it is. */
  begin(choice: Omit<NewsChoice, 'wanted'>): Promise<NewsChoice>
  /** False when there is none. */
  set(userId: string, wanted: boolean, at: number): Promise<boolean>
  bySecret(secret: string): Promise<NewsChoice | undefined>
}

export const newsChoicesOn = ({ sql }: Database): NewsChoices => {
  const all = () => sql.selectFrom('news_choices').selectAll()
  const find = async (userId: string) => {
    const row = await all().where('user_id', '=', userId).executeTakeFirst()
    return row && choiceOf(row)
  }
  return {
    find,
    async begin({ userId, secret, changedAt }) {
      await sql
        .insertInto('news_choices')
        .values({ user_id: userId, wanted: true, secret, changed_at: changedAt })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()
      return (await find(userId)) ?? { userId, wanted: true, secret, changedAt }
    },
    set: async (userId, wanted, at) =>
      changed(
        await sql
          .updateTable('news_choices')
          .set({ wanted, changed_at: at })
          .where('user_id', '=', userId)
          .executeTakeFirst(),
      ),
    async bySecret(secret) {
      const row = await all().where('secret', '=', secret).executeTakeFirst()
      return row && choiceOf(row)
    },
  }
}

const choiceOf = (row: NewsChoicesTable): NewsChoice => ({
  userId: row.user_id,
  wanted: Boolean(row.wanted),
  secret: row.secret,
  changedAt: Number(row.changed_at),
})
