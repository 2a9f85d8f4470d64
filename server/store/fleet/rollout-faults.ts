import { createHash } from 'node:crypto'
import type { RolloutFault } from '#schemas/generated/entities/rollout-fault.ts'
import type { Database } from '../database.ts'

export interface KeptFault {
  id: string
  kind: RolloutFault['kind']
  what: string
  message: string
  /** In how many homes. */
  gateways: number
  times: number
  at: number
}

/** What goes wrong in homes that have an edit of the catalogue. */
export interface RolloutFaults {
  /** The same in the same home is counted. */
  add(
    rollout: string,
    serialNumber: string,
    fault: Pick<KeptFault, 'kind' | 'what' | 'message' | 'at'>,
  ): Promise<void>
  /** Kinds of faults of one home. */
  countOf(rollout: string, serialNumber: string): Promise<number>
  /** Homes with any. */
  gateways(rollout: string): Promise<number>
  /** By those homes that have some: how many. */
  some(rollout: string, serialNumbers: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Those in most homes first. */
  list(
    rollout: string,
    query: { page: number; limit: number },
  ): Promise<{ data: readonly KeptFault[]; count: number }>
}

export const rolloutFaultsOn = ({ sql }: Database): RolloutFaults => {
  const of = (rollout: string) => sql.selectFrom('rollout_faults').where('rollout_id', '=', rollout)
  return {
    async add(rollout, serialNumber, { kind, what, message, at }) {
      const fault = createHash('sha256')
        .update(JSON.stringify([kind, what, message]))
        .digest('hex')
        .slice(0, 32)
      await sql
        .insertInto('rollout_faults')
        .values({
          ...{ rollout_id: rollout, serial_number: serialNumber, fault, kind, what, message },
          ...{ times: 1, at },
        })
        .onConflict((on) =>
          on
            .columns(['rollout_id', 'serial_number', 'fault'])
            .doUpdateSet((e) => ({ times: e('rollout_faults.times', '+', 1), at })),
        )
        .execute()
    },
    async countOf(rollout, serialNumber) {
      return (await this.some(rollout, [serialNumber])).get(serialNumber) ?? 0
    },
    async gateways(rollout) {
      const { n } = await of(rollout)
        .select((e) => e.fn.count<number>('serial_number').distinct().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async some(rollout, serialNumbers) {
      if (serialNumbers.length === 0) return new Map()
      const rows = await of(rollout)
        .where('serial_number', 'in', serialNumbers)
        .select((e) => ['serial_number', e.fn.countAll<number>().as('n')])
        .groupBy('serial_number')
        .execute()
      return new Map(rows.map(({ serial_number, n }) => [serial_number, Number(n)]))
    },
    async list(rollout, { page, limit }) {
      const [rows, { n }] = await Promise.all([
        of(rollout)
          .select((e) => [
            'fault',
            ...(['kind', 'what', 'message'] as const).map((name) => e.fn.min(name).as(name)),
            e.fn.countAll<number>().as('gateways'),
            e.fn.sum<number>('times').as('times'),
            e.fn.max('at').as('at'),
          ])
          .groupBy('fault')
          .orderBy('gateways', 'desc')
          .orderBy('fault')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        of(rollout)
          .select((e) => e.fn.count<number>('fault').distinct().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return {
        count: Number(n),
        data: rows.map(({ fault, gateways, times, at, ...said }) => ({
          ...{ id: fault, what: said.what, message: said.message, kind: said.kind as KeptFault['kind'] },
          ...{ gateways: Number(gateways), times: Number(times), at: Number(at) },
        })),
      }
    },
  }
}
