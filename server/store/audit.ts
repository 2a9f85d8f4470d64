import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
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
        id: nextId(at),
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

let last = { at: 0, count: 0 }

/** Ids sort by time, then by the order in which they were given, so that a page can go on where the last one ended. */
function nextId(at: number): string {
  last = at === last.at ? { at, count: last.count + 1 } : { at, count: 0 }
  const time = Math.max(0, Math.trunc(at)).toString(36).padStart(9, '0')
  return `${time}${last.count.toString(36).padStart(4, '0')}${randomBytes(8).toString('hex')}`
}

const rowOf = ({ gateway, facts, result, ...row }: AuditTable): AuditRow => ({
  ...row,
  result: result as AuditRow['result'],
  ...withoutNulls({ gateway }),
  ...(facts === null ? {} : { facts: JSON.parse(facts) as Record<string, unknown> }),
})
