import type { Database } from './database.ts'
import { orderedId } from './ordered-id.ts'
import type { AuditTable } from './tables.ts'
import { withoutNulls } from './text.ts'

/** Who did what, when, where, and how it ended. Never put secrets into `facts`. */
export interface AuditEntry {
  /** User id, `gateway:<serial>`, `system` or `anonymous`. */
  who: string
  what: string
  at: number
  gateway?: string
  result: 'ok' | 'refused' | 'failed'
  facts?: Readonly<Record<string, unknown>>
}

export interface AuditRow extends AuditEntry {
  id: string
}

/** Rows are only ever added. */
export interface Audit {
  append(entry: AuditEntry): Promise<void>
  /** Newest first. `before` is the id of the last row of the previous page. */
  list(query: {
    who?: string
    what?: string
    gateway?: string
    from?: number
    to?: number
    before?: string
    limit: number
  }): Promise<readonly AuditRow[]>
}

export const auditOn = ({ sql }: Database): Audit => ({
  async append({ who, what, at, gateway, result, facts }) {
    await sql
      .insertInto('audit')
      .values({
        id: orderedId(at),
        at,
        who,
        what,
        gateway: gateway ?? null,
        result,
        facts: facts ? JSON.stringify(facts) : null,
      })
      .execute()
  },
  async list({ who, what, gateway, from, to, before, limit }) {
    let query = sql.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
    if (who !== undefined) query = query.where('who', '=', who)
    if (what !== undefined) query = query.where('what', '=', what)
    if (gateway !== undefined) query = query.where('gateway', '=', gateway)
    if (from !== undefined) query = query.where('at', '>=', from)
    if (to !== undefined) query = query.where('at', '<', to)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.execute()).map(rowOf)
  },
})

const rowOf = ({ gateway, facts, result, ...row }: AuditTable): AuditRow => ({
  ...row,
  result: result as AuditRow['result'],
  ...withoutNulls({ gateway }),
  ...(facts === null ? {} : { facts: JSON.parse(facts) as Record<string, unknown> }),
})
