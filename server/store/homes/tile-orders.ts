import type { Database } from '../database.ts'

/** The order that somebody has put the devices of a home in; only of those that were ordered. */
export interface TileOrders {
  /** Ids of devices, the first one first; empty where nobody has ordered anything. */
  of(userId: string, serialNumber: string): Promise<readonly string[]>
  /** An empty order is none. Throws MissingReferenceError when user or gateway do not exist. */
  keep(userId: string, serialNumber: string, devices: readonly string[]): Promise<void>
  /**
   * Puts a device that replaces another one beside it, in every order that has the other. The other keeps its place, which
   * counts again if the replacement is taken back. Answers the orders that are others now.
   */
  succeed(serialNumber: string, device: string, successor: string): Promise<readonly OrderOf[]>
}

interface OrderOf {
  userId: string
  devices: string[]
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
  async succeed(serialNumber, device, successor) {
    const rows = await sql
      .selectFrom('tile_orders')
      .select(['user_id as userId', 'devices'])
      .where('serial_number', '=', serialNumber)
      .execute()
    const changed = rows.flatMap(({ userId, devices }): OrderOf[] => {
      const order = (JSON.parse(devices) as string[]).filter((id) => id !== successor)
      const place = order.indexOf(device)
      return place < 0 ? [] : [{ userId, devices: order.toSpliced(place + 1, 0, successor) }]
    })
    for (const { userId, devices } of changed)
      await sql
        .updateTable('tile_orders')
        .set({ devices: JSON.stringify(devices) })
        .where('user_id', '=', userId)
        .where('serial_number', '=', serialNumber)
        .execute()
    return changed
  },
})
