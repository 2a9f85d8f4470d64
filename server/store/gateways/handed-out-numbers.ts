import type { Database } from '../database.ts'

/** What a virtual gateway will be called, handed out before it is made. */
export interface SerialNumber {
  serialNumber: string
  /** Plain until the gateway is made; then only its hash is kept. */
  secureId: string
}

export interface SerialNumbers {
  /** What this user was handed out and has not used. */
  of(userId: string): Promise<SerialNumber | undefined>
  /** Throws ConflictError when the user has one already, or the number is taken. */
  handOut(userId: string, number: SerialNumber, at: number): Promise<void>
  /** Uses it up; undefined unless it was handed out to this user. */
  take(userId: string): Promise<SerialNumber | undefined>
}

export const serialNumbersOn = ({ sql }: Database): SerialNumbers => ({
  of: (userId) =>
    sql
      .selectFrom('serial_numbers')
      .select(['serial_number as serialNumber', 'secure_id as secureId'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  async handOut(userId, { serialNumber, secureId }, at) {
    await sql
      .insertInto('serial_numbers')
      .values({ serial_number: serialNumber, secure_id: secureId, user_id: userId, created_at: at })
      .execute()
  },
  take: (userId) =>
    sql
      .deleteFrom('serial_numbers')
      .where('user_id', '=', userId)
      .returning(['serial_number as serialNumber', 'secure_id as secureId'])
      .executeTakeFirst(),
})
