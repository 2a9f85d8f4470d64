import type { Database } from './database.ts'

/** The order that somebody has put the devices of a home in; only of those that were ordered. */
export interface TileOrders {
  /** Ids of devices, the first one first; empty where nobody has ordered anything. */
  of(userId: string, serialNumber: string): Promise<readonly string[]>
  /** An empty order is none. Throws MissingReferenceError when user or gateway do not exist. */
  keep(userId: string, serialNumber: string, devices: readonly string[]): Promise<void>
}

export const tileOrdersOn = ({ sql }: Database): TileOrders => ({
  async of(userId, serialNumber) {
    const row = await sql
      .selectFrom('tile_orders')
      .select('devices')
      .where('user_id', '=', userId)
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst()
    return row ? (JSON.parse(row.devices) as string[]) : []
  },
  async keep(userId, serialNumber, devices) {
    if (devices.length === 0) {
      await sql
        .deleteFrom('tile_orders')
        .where('user_id', '=', userId)
        .where('serial_number', '=', serialNumber)
        .execute()
      return
    }
    await sql
      .insertInto('tile_orders')
      .values({ user_id: userId, serial_number: serialNumber, devices: JSON.stringify(devices) })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'serial_number'])
          .doUpdateSet((e) => ({ devices: e.ref('excluded.devices') })),
      )
      .execute()
  },
})
