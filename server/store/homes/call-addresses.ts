import type { Database } from '../database.ts'
import { sha256 } from '../text.ts'
import type { CallAddressesTable } from './tables.ts'

/** What a call of an address does: it begins a scene, or sets a status. */
export type Called = { rule_id: string; trigger_id: string } | { resource_id: string }

export interface KeptAddress {
  id: string
  serialNumber: string
  called: Called
  /** It is worth what this person may do in the home. */
  madeBy: string
  madeAt: number
  calledAt: number | undefined
  calls: number
}

/** Addresses that are called from elsewhere. */
export interface CallAddresses {
  /** The oldest first. */
  of(serialNumber: string): Promise<readonly KeptAddress[]>
  bySecret(secret: string): Promise<KeptAddress | undefined>
  /** In place of the one that did the same; that one is worthless from now on. */
  put(
    address: Pick<KeptAddress, 'id' | 'serialNumber' | 'called' | 'madeBy' | 'madeAt'>,
    secret: string,
  ): Promise<void>
  /** It was called, and something came of it. */
  called(id: string, at: number): Promise<void>
  /** False when there is no such address. */
  remove(serialNumber: string, id: string): Promise<boolean>
}

export const callAddressesOn = ({ sql }: Database): CallAddresses => ({
  async of(serialNumber) {
    const rows = await sql
      .selectFrom('call_addresses')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .orderBy('made_at')
      .orderBy('id')
      .execute()
    return rows.map(addressOf)
  },
  async bySecret(secret) {
    const row = await sql
      .selectFrom('call_addresses')
      .selectAll()
      .where('hash', '=', sha256(secret))
      .executeTakeFirst()
    return row && addressOf(row)
  },
  async put({ id, serialNumber, called, madeBy, madeAt }, secret) {
    const anew = { id, hash: sha256(secret), made_by: madeBy, made_at: madeAt, called_at: null, calls: 0 }
    const does = { rule_id: '', trigger_id: '', resource_id: '', ...called }
    await sql
      .insertInto('call_addresses')
      .values({ serial_number: serialNumber, ...does, ...anew })
      .onConflict((conflict) =>
        conflict.columns(['serial_number', 'rule_id', 'trigger_id', 'resource_id']).doUpdateSet(anew),
      )
      .execute()
  },
  async called(id, at) {
    await sql
      .updateTable('call_addresses')
      .set((e) => ({ called_at: at, calls: e('calls', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
  async remove(serialNumber, id) {
    const { numDeletedRows } = await sql
      .deleteFrom('call_addresses')
      .where('serial_number', '=', serialNumber)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const addressOf = (row: CallAddressesTable): KeptAddress => ({
  id: row.id,
  serialNumber: row.serial_number,
  called:
    row.resource_id === ''
      ? { rule_id: row.rule_id, trigger_id: row.trigger_id }
      : { resource_id: row.resource_id },
  madeBy: row.made_by,
  madeAt: Number(row.made_at),
  calledAt: row.called_at === null ? undefined : Number(row.called_at),
  calls: Number(row.calls),
})
