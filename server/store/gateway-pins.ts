import { changed, type Database } from './database.ts'

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
  /** Sets or removes it; tries begin anew. */
  setHash(serialNumber: string, hash: string | null): Promise<boolean>
  /** Counts one try before the PIN is looked at; answers which it was, undefined when `most` are used up. */
  countTry(serialNumber: string, most: number): Promise<number | undefined>
  forgetTries(serialNumber: string): Promise<void>
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

  return {
    async hash(serialNumber) {
      const row = await sql
        .selectFrom('gateways')
        .select('pin_hash')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row?.pin_hash ?? undefined
    },
    setHash: async (serialNumber, hash) =>
      changed(await update(serialNumber).set({ pin_hash: hash, pin_failures: 0 }).executeTakeFirst()),
    async countTry(serialNumber, most) {
      const row = await update(serialNumber)
        .set((e) => ({ pin_failures: e('pin_failures', '+', 1) }))
        .where('pin_failures', '<', most)
        // Who was still looking when the last try locked it has none left.
        .where((e) => e.or([e('lock_by_failure', 'is', null), e('lock_by_failure', '=', false)]))
        .returning('pin_failures')
        .executeTakeFirst()
      return row && Number(row.pin_failures)
    },
    async forgetTries(serialNumber) {
      await update(serialNumber).set({ pin_failures: 0 }).execute()
    },
    async lock({ serialNumber, remaining, byFailure }) {
      const change = update(serialNumber).set({
        lock_status: LOCKED,
        lock_remaining: remaining ?? null,
        lock_by_failure: byFailure,
        pin_failures: 0,
      })
      const open = change.where((e) => e.or([e('lock_status', 'is', null), e('lock_status', '<', LOCKED)]))
      return changed(await (byFailure ? change : open).executeTakeFirst())
    },
    unlock: async (serialNumber) =>
      changed(
        await update(serialNumber)
          .set({ lock_status: 0, lock_remaining: null, lock_by_failure: null, pin_failures: 0 })
          .where('lock_status', '>=', LOCKED)
          .executeTakeFirst(),
      ),
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
