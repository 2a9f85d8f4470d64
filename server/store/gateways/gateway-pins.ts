import { changed, type Database } from '../database.ts'

/** Unsigned 32 bit with the top bit set (spec 1 §4). */
export const LOCKED = 2_147_483_648

/** A gateway that its PIN locks. */
export interface PinLock {
  serialNumber: string
  /** Ms; undefined: the lock has no known end. */
  remaining: number | undefined
  /** Wrong PINs locked it: the right one does not open it before the time is over. */
  byFailure: boolean
}

/** PIN and lock of gateways. No call answers the PIN, and a lock is kept as what is left of it. */
export interface GatewayPins {
  /** Hash of the PIN; undefined when there is none. */
  hash(serialNumber: string): Promise<string | undefined>
  /** Sets or removes it; everybody's tries begin anew. */
  setHash(serialNumber: string, hash: string | null): Promise<boolean>
  /** Counts one try of a person before the PIN is looked at; answers which it was, undefined when `most` are used up. */
  countTry(serialNumber: string, userId: string, most: number): Promise<number | undefined>
  forgetTries(serialNumber: string, userId: string): Promise<void>
  /** False when it was locked already; what wrong PINs lead to comes before any other lock. */
  lock(lock: PinLock): Promise<boolean>
  /** False when it was not locked. */
  unlock(serialNumber: string): Promise<boolean>
  find(serialNumber: string): Promise<PinLock | undefined>
  /** Those that end by themselves. */
  running(): Promise<readonly PinLock[]>
  /** Writes down what is left. */
  keep(serialNumber: string, remaining: number): Promise<void>
}

export const gatewayPinsOn = ({ sql }: Database): GatewayPins => {
  const update = (serialNumber: string) =>
    sql.updateTable('gateways').where('serial_number', '=', serialNumber)
  const locks = () =>
    sql
      .selectFrom('gateways')
      .select(['serial_number', 'lock_remaining', 'lock_by_failure'])
      .where('lock_status', '>=', LOCKED)

  const forgetAll = (serialNumber: string) =>
    sql.deleteFrom('pin_tries').where('serial_number', '=', serialNumber).execute()

  return {
    async hash(serialNumber) {
      const row = await sql
        .selectFrom('gateways')
        .select('pin_hash')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row?.pin_hash ?? undefined
    },
    async setHash(serialNumber, hash) {
      const set = await update(serialNumber).set({ pin_hash: hash }).executeTakeFirst()
      await forgetAll(serialNumber)
      return changed(set)
    },
    async countTry(serialNumber, userId, most) {
      const row = await sql
        .insertInto('pin_tries')
        .values({ serial_number: serialNumber, user_id: userId, tries: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['serial_number', 'user_id'])
            .doUpdateSet({ tries: (e) => e('pin_tries.tries', '+', 1) })
            .where('pin_tries.tries', '<', most),
        )
        .returning('tries')
        .executeTakeFirst()
      return row && Number(row.tries)
    },
    async forgetTries(serialNumber, userId) {
      await sql
        .deleteFrom('pin_tries')
        .where('serial_number', '=', serialNumber)
        .where('user_id', '=', userId)
        .execute()
    },
    async lock({ serialNumber, remaining, byFailure }) {
      const change = update(serialNumber).set({
        lock_status: LOCKED,
        lock_remaining: remaining ?? null,
        lock_by_failure: byFailure,
      })
      const open = change.where((e) => e.or([e('lock_status', 'is', null), e('lock_status', '<', LOCKED)]))
      return changed(await (byFailure ? change : open).executeTakeFirst())
    },
    async unlock(serialNumber) {
      const unlocked = await update(serialNumber)
        .set({ lock_status: 0, lock_remaining: null, lock_by_failure: null })
        .where('lock_status', '>=', LOCKED)
        .executeTakeFirst()
      if (changed(unlocked)) await forgetAll(serialNumber)
      return changed(unlocked)
    },
    async find(serialNumber) {
      const row = await locks().where('serial_number', '=', serialNumber).executeTakeFirst()
      return row && lockOf(row)
    },
    async running() {
      const rows = await locks().where('lock_remaining', 'is not', null).orderBy('serial_number').execute()
      return rows.map(lockOf)
    },
    async keep(serialNumber, remaining) {
      await update(serialNumber)
        .set({ lock_remaining: remaining })
        .where('lock_remaining', 'is not', null)
        .execute()
    },
  }
}

const lockOf = (row: {
  serial_number: string
  lock_remaining: number | null
  lock_by_failure: boolean | null
}): PinLock => ({
  serialNumber: row.serial_number,
  remaining: row.lock_remaining ?? undefined,
  byFailure: row.lock_by_failure === true,
})
