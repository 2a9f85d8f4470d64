import type { Database } from '../database.ts'

/** What goes offline: the gateway itself, or devices that show pictures or play sound. */
export type Outage = 'gateway' | 'media'

export interface OutageNews {
  wants(userId: string, serialNumber: string, subject: Outage): Promise<boolean>
  /** All that somebody wants to be told of. */
  wantedBy(userId: string): Promise<readonly { serialNumber: string; subject: Outage }[]>
  set(userId: string, serialNumber: string, subject: Outage, enabled: boolean): Promise<void>
  /** Whoever wants to be told. */
  of(serialNumber: string, subject: Outage): Promise<readonly string[]>
}

export const outageNewsOn = ({ sql }: Database): OutageNews => {
  const rows = (serialNumber: string, subject: Outage) =>
    sql
      .selectFrom('outage_news')
      .select('user_id')
      .where('serial_number', '=', serialNumber)
      .where('subject', '=', subject)
  return {
    wants: async (userId, serialNumber, subject) =>
      (await rows(serialNumber, subject).where('user_id', '=', userId).executeTakeFirst()) !== undefined,
    async wantedBy(userId) {
      const wanted = await sql
        .selectFrom('outage_news')
        .select(['serial_number', 'subject'])
        .where('user_id', '=', userId)
        .execute()
      return wanted.map(({ serial_number, subject }) => ({
        serialNumber: serial_number,
        subject: subject as Outage,
      }))
    },
    async set(userId, serialNumber, subject, enabled) {
      if (enabled)
        await sql
          .insertInto('outage_news')
          .values({ user_id: userId, serial_number: serialNumber, subject })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else
        await sql
          .deleteFrom('outage_news')
          .where('user_id', '=', userId)
          .where('serial_number', '=', serialNumber)
          .where('subject', '=', subject)
          .execute()
    },
    of: async (serialNumber, subject) =>
      (await rows(serialNumber, subject).orderBy('user_id').execute()).map(({ user_id }) => user_id),
  }
}
