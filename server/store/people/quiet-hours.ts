import type { Database } from '../database.ts'

/** When somebody is told only what is urgent. */
export interface QuietHours {
  active: boolean
  /** Minutes of the day; an end before the beginning lies on the next day. */
  from: number
  until: number
  /** IANA. */
  zone: string
}

export interface QuietHoursOfPeople {
  find(userId: string): Promise<QuietHours | undefined>
  set(userId: string, hours: QuietHours): Promise<void>
}

export const quietHoursOn = ({ sql }: Database): QuietHoursOfPeople => ({
  find: (userId) =>
    sql
      .selectFrom('quiet_hours')
      .select(['active', 'from_minute as from', 'until_minute as until', 'zone'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  async set(userId, { active, from, until, zone }) {
    const row = { active, from_minute: from, until_minute: until, zone }
    await sql
      .insertInto('quiet_hours')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  },
})
