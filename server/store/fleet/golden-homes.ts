import type { Reading } from '#gateway/lib/fleet/drift.ts'
import type { DriftAllowance } from '#schemas/generated/entities/drift-allowance.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import { changed, type Database } from '../database.ts'
import { fold } from '../text.ts'
import type { GoldenHomesTable } from './tables.ts'

export type Allowance = Pick<DriftAllowance, 'aspect' | 'key'>

/** What the model is, and where it was read. */
export interface GoldenModel {
  serialNumber: string
  gatewayName: string
  source: GoldenHome['source']
  asOf: number
  reading: Reading
}

export interface KeptGoldenHome extends GoldenModel {
  id: string
  name: string
  groupId: string
  allowances: readonly Allowance[]
  createdAt: number
  comparedAt: number | undefined
  job: string | undefined
}

/** Homes that those of a group are to be like. */
export interface GoldenHomes {
  /** Throws ConflictError when another one has that name, MissingReferenceError when the group is gone. */
  create(golden: Omit<KeptGoldenHome, 'allowances' | 'comparedAt' | 'job'>): Promise<void>
  find(id: string): Promise<KeptGoldenHome | undefined>
  /** By name. */
  list(query: { page: number; limit: number }): Promise<{ data: readonly KeptGoldenHome[]; count: number }>
  /** Another model, or the same as it is now. */
  renew(id: string, model: GoldenModel): Promise<boolean>
  /** Which job compares. False when there is none of this id. */
  began(id: string, job: string): Promise<boolean>
  compared(id: string, at: number): Promise<boolean>
  /** False when they are others than `before` by now. */
  setAllowances(id: string, before: readonly Allowance[], next: readonly Allowance[]): Promise<boolean>
  remove(id: string): Promise<boolean>
}

export const goldenHomesOn = ({ sql }: Database): GoldenHomes => {
  const set = async (id: string, columns: Partial<GoldenHomesTable>): Promise<boolean> =>
    changed(await sql.updateTable('golden_homes').set(columns).where('id', '=', id).executeTakeFirst())
  return {
    async create({ id, name, groupId, createdAt, ...model }) {
      await sql
        .insertInto('golden_homes')
        .values({
          ...{ id, name, identity: fold(name), group_id: groupId, created_at: createdAt },
          ...columnsOf(model),
          ...{ allowances: JSON.stringify([]), compared_at: null, job: null },
        })
        .execute()
    },
    async find(id) {
      const row = await sql.selectFrom('golden_homes').selectAll().where('id', '=', id).executeTakeFirst()
      return row && goldenOf(row)
    },
    async list({ page, limit }) {
      const [rows, { n }] = await Promise.all([
        sql
          .selectFrom('golden_homes')
          .selectAll()
          .orderBy('identity')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        sql
          .selectFrom('golden_homes')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(goldenOf), count: Number(n) }
    },
    renew: (id, model) => set(id, columnsOf(model)),
    began: (id, job) => set(id, { job }),
    compared: (id, at) => set(id, { compared_at: at }),
    async setAllowances(id, before, next) {
      const result = await sql
        .updateTable('golden_homes')
        .set({ allowances: JSON.stringify(next) })
        .where('id', '=', id)
        .where('allowances', '=', JSON.stringify(before))
        .executeTakeFirst()
      return changed(result)
    },
    async remove(id) {
      const { numDeletedRows } = await sql
        .deleteFrom('golden_homes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

const columnsOf = ({ serialNumber, gatewayName, source, asOf, reading }: GoldenModel) => ({
  ...{ serial_number: serialNumber, gateway_name: gatewayName, source, as_of: asOf },
  reading: JSON.stringify(reading),
})

const goldenOf = (row: GoldenHomesTable): KeptGoldenHome => ({
  ...{ id: row.id, name: row.name, groupId: row.group_id },
  ...{ serialNumber: row.serial_number, gatewayName: row.gateway_name },
  source: row.source as GoldenHome['source'],
  asOf: Number(row.as_of),
  reading: JSON.parse(row.reading) as Reading,
  allowances: JSON.parse(row.allowances) as Allowance[],
  createdAt: Number(row.created_at),
  comparedAt: row.compared_at === null ? undefined : Number(row.compared_at),
  job: row.job ?? undefined,
})
