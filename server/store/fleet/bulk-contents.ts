import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { Database } from '../database.ts'
import type { BulkContentsTable } from './tables.ts'

export interface KeptContent {
  id: string
  name: string
  type: BulkContent['content_type']
  params: BulkContent['content_params']
  createdAt: number
}

/** What can be brought to many gateways, made once and used again. */
export interface BulkContents {
  put(content: KeptContent): Promise<void>
  find(id: string): Promise<KeptContent | undefined>
  /** Newest first. */
  list(query: {
    type?: string | undefined
    page: number
    limit: number
  }): Promise<{ data: readonly KeptContent[]; count: number }>
  /** False when there is none. Campaigns keep what they bring themselves. */
  remove(id: string): Promise<boolean>
  count(): Promise<number>
}

export const bulkContentsOn = ({ sql }: Database): BulkContents => ({
  async put({ id, name, type, params, createdAt }) {
    await sql
      .insertInto('bulk_contents')
      .values({ id, name, type, params: JSON.stringify(params), created_at: createdAt })
      .execute()
  },
  async find(id) {
    const row = await sql.selectFrom('bulk_contents').selectAll().where('id', '=', id).executeTakeFirst()
    return row && contentOf(row)
  },
  async list({ type, page, limit }) {
    const matching = sql
      .selectFrom('bulk_contents')
      .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    const [data, { n }] = await Promise.all([
      matching
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ])
    return { data: data.map(contentOf), count: Number(n) }
  },
  async remove(id) {
    const { numDeletedRows } = await sql
      .deleteFrom('bulk_contents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
  async count() {
    const { n } = await sql
      .selectFrom('bulk_contents')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  },
})

const contentOf = ({ id, name, type, params, created_at }: BulkContentsTable): KeptContent => ({
  ...{ id, name },
  type: type as KeptContent['type'],
  params: JSON.parse(params) as KeptContent['params'],
  createdAt: Number(created_at),
})
