import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'
import type { NetworkSpan } from '#schemas/generated/entities/network-span.ts'
import type { Database } from '../database.ts'
import type { NetworkSnapshotsTable } from './tables.ts'

export type NewSnapshot = Omit<NetworkSnapshot, 'at'> & { at: number }

/** Each gateway keeps so many of either kind; older ones go. */
export interface Kept {
  scheduled: number
  byHand: number
}

/** How the devices of homes were reached at earlier moments. */
export interface NetworkSnapshots {
  /** Keeps it and forgets what is too much. One of the same moment is replaced. Throws MissingReferenceError when there is no such gateway. */
  keep(serialNumber: string, snapshot: NewSnapshot, kept: Kept): Promise<void>
  /** Newest first. */
  spans(
    serialNumber: string,
    page: { page: number; limit: number },
  ): Promise<{ data: NetworkSpan[]; count: number }>
  /** The one of this moment. */
  find(serialNumber: string, at: number): Promise<NetworkSnapshot | undefined>
  /** The last one up to this moment. */
  lastBefore(serialNumber: string, at: number): Promise<NetworkSnapshot | undefined>
  /** Of each gateway that has one: when the last by schedule was taken. */
  lastScheduled(serialNumber: string): Promise<number | undefined>
}

export const networkSnapshotsOn = ({ sql }: Database): NetworkSnapshots => {
  const of = (serialNumber: string) =>
    sql.selectFrom('network_snapshots').where('serial_number', '=', serialNumber)

  const forget = async (serialNumber: string, byHand: boolean, most: number): Promise<void> => {
    const first = await of(serialNumber)
      .select('at')
      .where('by_hand', '=', byHand)
      .orderBy('at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (!first) return
    await sql
      .deleteFrom('network_snapshots')
      .where('serial_number', '=', serialNumber)
      .where('by_hand', '=', byHand)
      .where('at', '<=', first.at)
      .execute()
  }

  return {
    async keep(serialNumber, { at, byHand, name, nodes, ...summary }, kept) {
      const row = {
        by_hand: byHand,
        name: name ?? null,
        summary: JSON.stringify(summary),
        nodes: JSON.stringify(nodes),
      }
      await sql
        .insertInto('network_snapshots')
        .values({ serial_number: serialNumber, at, ...row })
        .onConflict((conflict) => conflict.columns(['serial_number', 'at']).doUpdateSet(row))
        .execute()
      await forget(serialNumber, byHand, byHand ? kept.byHand : kept.scheduled)
    },
    async spans(serialNumber, { page, limit }) {
      const [rows, { n }] = await Promise.all([
        of(serialNumber)
          .select(['at', 'by_hand', 'name', 'summary'])
          .orderBy('at', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        of(serialNumber)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(spanOf), count: Number(n) }
    },
    async find(serialNumber, at) {
      const row = await of(serialNumber).selectAll().where('at', '=', at).executeTakeFirst()
      return row && snapshotOf(row)
    },
    async lastBefore(serialNumber, at) {
      const row = await of(serialNumber)
        .selectAll()
        .where('at', '<=', at)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && snapshotOf(row)
    },
    async lastScheduled(serialNumber) {
      const row = await of(serialNumber)
        .select('at')
        .where('by_hand', '=', false)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && Number(row.at)
    },
  }
}

type SpanRow = Pick<NetworkSnapshotsTable, 'at' | 'by_hand' | 'name' | 'summary'>

const spanOf = ({ at, by_hand, name, summary }: SpanRow): NetworkSpan => ({
  at: Number(at),
  byHand: by_hand,
  ...(name !== null && { name }),
  ...(JSON.parse(summary) as Pick<NetworkSpan, 'total' | 'weak' | 'lost'>),
})

const snapshotOf = (row: NetworkSnapshotsTable): NetworkSnapshot => ({
  ...spanOf(row),
  nodes: JSON.parse(row.nodes) as NetworkSnapshot['nodes'],
})
