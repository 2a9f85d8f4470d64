import type { Database } from './database.ts'
import { orderedId } from './ordered-id.ts'
import type { AuditTable } from './tables.ts'
import { contains, withoutNulls } from './text.ts'

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

/** Rows are only ever added, and forgotten when their time is over. */
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
  /** One page of what somebody may read, newest first. */
  page(query: AuditQuery): Promise<{ data: readonly NamedAuditRow[]; count: number }>
  /** How many rows of each result there are of what somebody may read, and how many of them are newer than each of some moments. */
  counts(query: Omit<AuditQuery, 'page' | 'limit'>, since: readonly number[]): Promise<readonly AuditCount[]>
  /** Id of the newest row of a gateway whose `what` is one of these. */
  newest(gateway: string, whats: readonly string[]): Promise<string | undefined>
  /** Forgets what is older. */
  purge(before: number): Promise<number>
}

/** What is visible: everything, or what a person did and what happened to homes since they are his. */
export interface AuditScope {
  userId: string
  gateways: readonly { serialNumber: string; since: string }[]
}

export interface AuditQuery {
  page: number
  limit: number
  /** Undefined: all of it. */
  scope?: AuditScope | undefined
  result?: string | undefined
  from?: number | undefined
  /** The newest that is told. */
  until?: number | undefined
  /** Only what is newer. */
  after?: number | undefined
  search?:
    | {
        text: string
        /** Those whose words hold the text, in the reader's language. */
        whats: readonly string[]
      }
    | undefined
}

export interface AuditCount {
  result: AuditEntry['result']
  all: number
  /** In the order of the moments. */
  since: readonly number[]
}

export interface NamedAuditRow extends AuditRow {
  username?: string
  firstName?: string
  lastName?: string
  gatewayName?: string
}

/** What of the log somebody asks for and may read. */
function readable(
  sql: Database['sql'],
  { scope, result, from, until, after, search }: Omit<AuditQuery, 'page' | 'limit'>,
) {
  const homes = scope?.gateways.map(({ serialNumber }) => serialNumber)
  let matching = sql
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.who')
    .leftJoin('gateways', 'gateways.serial_number', 'audit.gateway')
  if (result !== undefined) matching = matching.where('audit.result', '=', result)
  if (from !== undefined) matching = matching.where('audit.at', '>=', from)
  if (until !== undefined) matching = matching.where('audit.at', '<=', until)
  if (after !== undefined) matching = matching.where('audit.at', '>', after)
  if (scope)
    matching = matching.where((e) =>
      e.or([
        e('audit.who', '=', scope.userId),
        ...scope.gateways.map(({ serialNumber, since }) =>
          e.and([e('audit.gateway', '=', serialNumber), e('audit.id', '>=', since)]),
        ),
      ]),
    )
  if (search)
    matching = matching.where((e) =>
      e.or([
        contains(e.fn.coalesce('accounts.search', e.val('')), search.text),
        // What a home of somebody else is called can't be found out by searching.
        ...(homes === undefined
          ? [contains(e.fn.coalesce('gateways.search', e.val('')), search.text)]
          : homes.length > 0
            ? [
                e.and([
                  contains(e.fn.coalesce('gateways.search', e.val('')), search.text),
                  e('audit.gateway', 'in', homes),
                ]),
              ]
            : []),
        ...(search.whats.length > 0 ? [e('audit.what', 'in', search.whats)] : []),
      ]),
    )
  return matching
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
  async page({ page, limit, ...query }) {
    const matching = readable(sql, query)
    const [rows, { n }] = await Promise.all([
      matching
        .selectAll('audit')
        .select([
          'accounts.username as username',
          'accounts.first_name as firstName',
          'accounts.last_name as lastName',
          'gateways.name as gatewayName',
        ])
        .orderBy('audit.id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ])
    return {
      data: rows.map(({ username, firstName, lastName, gatewayName, ...row }) => ({
        ...rowOf(row),
        ...withoutNulls({ username, firstName, lastName, gatewayName }),
      })),
      count: Number(n),
    }
  },
  async counts(query, since) {
    const rows = await readable(sql, query)
      .select(['audit.result as result'])
      .select((e) => [
        e.fn.countAll<number>().as('n'),
        ...since.map((from, index) =>
          e.fn.sum<number>(e.case().when('audit.at', '>=', from).then(1).else(0).end()).as(`since${index}`),
        ),
      ])
      .groupBy('audit.result')
      .execute()
    return rows.map(({ result, n, ...counted }) => ({
      result: result as AuditCount['result'],
      all: Number(n),
      since: since.map((_, index) => Number((counted as Record<string, unknown>)[`since${index}`])),
    }))
  },
  async newest(gateway, whats) {
    const row = await sql
      .selectFrom('audit')
      .select('id')
      .where('gateway', '=', gateway)
      .where('what', 'in', whats)
      .where('result', '=', 'ok')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  },
  async purge(before) {
    const { numDeletedRows } = await sql.deleteFrom('audit').where('at', '<', before).executeTakeFirst()
    return Number(numDeletedRows)
  },
})

const rowOf = ({ gateway, facts, result, ...row }: AuditTable): AuditRow => ({
  ...row,
  result: result as AuditRow['result'],
  ...withoutNulls({ gateway }),
  ...(facts === null ? {} : { facts: JSON.parse(facts) as Record<string, unknown> }),
})
