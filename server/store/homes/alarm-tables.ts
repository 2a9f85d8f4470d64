import { changed, type Database } from '../database.ts'

/** Which gateways keep the table of alarms themselves, and up to which change each knows it. */
export interface AlarmTables {
  /** `at`: the change (epoch ms) that it has taken; undefined: it is to get one, and has not. */
  sent(serialNumber: string, at: number | undefined): Promise<void>
  /** How many there are, and how many do not know the change of then. */
  standing(at: number): Promise<{ gateways: number; behind: number }>
}

export const alarmTablesOn = ({ sql }: Database): AlarmTables => ({
  async sent(serialNumber, at) {
    const known = await sql
      .updateTable('alarm_tables')
      .set((e) => ({ at: at ?? e.ref('at') }))
      .where('serial_number', '=', serialNumber)
      .executeTakeFirstOrThrow()
    if (changed(known)) return
    await sql
      .insertInto('alarm_tables')
      .values({ serial_number: serialNumber, at: at ?? 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  async standing(at) {
    const { n, behind } = await sql
      .selectFrom('alarm_tables')
      .select((e) => [
        e.fn.countAll<number>().as('n'),
        e.fn.sum<number | null>(e.case().when('at', '<', at).then(1).else(0).end()).as('behind'),
      ])
      .executeTakeFirstOrThrow()
    return { gateways: Number(n), behind: Number(behind ?? 0) }
  },
})
