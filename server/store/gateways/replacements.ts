import type { GatewayReplacement } from '#schemas/generated/entities/gateway-replacement.ts'
import type { Database } from '../database.ts'

/** One that took place, or is about to. */
export interface KeptReplacement {
  id: string
  failed: string
  other: string
  /** How the restore point is called. */
  restorePoint: string
  factoryReset: boolean
  /** User id. */
  startedBy: string
  state: GatewayReplacement['state']
  startedAt: number
  finishedAt?: number
}

/** Which gateway took the place of which. */
export interface Replacements {
  begin(replacement: Omit<KeptReplacement, 'state' | 'finishedAt'>): Promise<void>
  /** Only of one that is in progress. */
  end(id: string, state: 'finished' | 'failed', at: number): Promise<void>
  remove(id: string): Promise<void>
  /** Newest first. */
  list(page: { page: number; limit: number }): Promise<{ data: readonly KeptReplacement[]; count: number }>
}

export const replacementsOn = ({ sql }: Database): Replacements => ({
  async begin({ id, failed, other, restorePoint, factoryReset, startedBy, startedAt }) {
    await sql
      .insertInto('replacements')
      .values({
        ...{ id, failed, other, state: 'inProgress', finished_at: null },
        restore_point: restorePoint,
        factory_reset: factoryReset,
        started_by: startedBy,
        started_at: startedAt,
      })
      .execute()
  },
  async end(id, state, at) {
    await sql
      .updateTable('replacements')
      .set({ state, finished_at: at })
      .where('id', '=', id)
      .where('state', '=', 'inProgress')
      .execute()
  },
  async remove(id) {
    await sql.deleteFrom('replacements').where('id', '=', id).execute()
  },
  async list({ page, limit }) {
    const [rows, { n }] = await Promise.all([
      sql
        .selectFrom('replacements')
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      sql
        .selectFrom('replacements')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ])
    return {
      data: rows.map((row) => ({
        ...{ id: row.id, failed: row.failed, other: row.other, restorePoint: row.restore_point },
        factoryReset: Boolean(row.factory_reset),
        startedBy: row.started_by,
        state: row.state as KeptReplacement['state'],
        startedAt: Number(row.started_at),
        ...(row.finished_at !== null && { finishedAt: Number(row.finished_at) }),
      })),
      count: Number(n),
    }
  },
})
