import type { Saving } from '../../lib/saving.ts'
import { type Database, savingOf } from '../database.ts'
import { withoutNulls } from '../text.ts'
import type { WebAddressesTable } from './tables.ts'

export type WebMethod = 'GET' | 'POST'

/** An address elsewhere that scenes of a home call. */
export interface KeptWebAddress {
  id: string
  serialNumber: string
  name: string
  method: WebMethod
  /** Where it leads, and the secret that signs: of whoever put it. */
  sealed: string
  /** It is worth what this person may do in the home. */
  madeBy: string
  madeAt: number
  /** Of the last call that is settled. */
  calledAt?: number
  /** Empty: it arrived; else why it did not. */
  answer?: string
  /** One more with each change. */
  revision: number
}

export interface WebAddresses {
  /** The oldest first. */
  of(serialNumber: string): Promise<readonly KeptWebAddress[]>
  find(id: string): Promise<KeptWebAddress | undefined>
  put(address: KeptWebAddress): Promise<void>
  /** In place of what it was in the revision that was read. */
  change(
    seen: Pick<KeptWebAddress, 'serialNumber' | 'id' | 'revision'>,
    part: Partial<Pick<KeptWebAddress, 'name' | 'method' | 'sealed' | 'madeBy'>>,
  ): Promise<Saving>
  /** What became of a call. */
  settled(id: string, at: number, answer: string): Promise<void>
  /** False when the home has no such address. */
  remove(serialNumber: string, id: string): Promise<boolean>
}

export const webAddressesOn = ({ sql }: Database): WebAddresses => ({
  async of(serialNumber) {
    const rows = await sql
      .selectFrom('web_addresses')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .orderBy('made_at')
      .orderBy('id')
      .execute()
    return rows.map(addressOf)
  },
  async find(id) {
    const row = await sql.selectFrom('web_addresses').selectAll().where('id', '=', id).executeTakeFirst()
    return row && addressOf(row)
  },
  async put({ serialNumber, madeBy, madeAt, calledAt, answer, ...address }) {
    await sql
      .insertInto('web_addresses')
      .values({
        ...address,
        ...{ serial_number: serialNumber, made_by: madeBy, made_at: madeAt },
        ...{ called_at: calledAt ?? null, answer: answer ?? null },
      })
      .execute()
  },
  async change({ serialNumber, id, revision }, { madeBy, ...part }) {
    const result = await sql
      .updateTable('web_addresses')
      .set({ ...part, ...(madeBy !== undefined && { made_by: madeBy }), revision: revision + 1 })
      .where('serial_number', '=', serialNumber)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    const there = sql.selectFrom('web_addresses').select('id').where('serial_number', '=', serialNumber)
    return savingOf(result, there.where('id', '=', id))
  },
  async settled(id, at, answer) {
    await sql
      .updateTable('web_addresses')
      .set({ called_at: at, answer: answer.slice(0, 200) })
      .where('id', '=', id)
      .execute()
  },
  async remove(serialNumber, id) {
    const { numDeletedRows } = await sql
      .deleteFrom('web_addresses')
      .where('serial_number', '=', serialNumber)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const addressOf = (row: WebAddressesTable): KeptWebAddress => ({
  id: row.id,
  serialNumber: row.serial_number,
  name: row.name,
  method: row.method as WebMethod,
  sealed: row.sealed,
  madeBy: row.made_by,
  madeAt: Number(row.made_at),
  revision: Number(row.revision),
  ...withoutNulls({ calledAt: row.called_at === null ? null : Number(row.called_at), answer: row.answer }),
})
