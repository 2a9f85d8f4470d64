import { type ExpressionBuilder, type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { type Database, isOnPostgres } from '../database.ts'
import { FEW } from '../lists/kept-counts.ts'
import type { Tables } from '../tables.ts'
import { contains, fold } from '../text.ts'
import { ranksOf, type StateAsked, shownRank } from './gateway-state.ts'
import type { GatewaysTable } from './tables.ts'
import { among } from './whole-group.ts'

/** Region, then state, then centre: what is left out is not asked about. */
export interface PlaceFilter {
  region: string
  state?: string | undefined
  centre?: string | undefined
}

/** Instead of a region: those of which nobody has said where they stand. */
export const NOWHERE = '-'

/** Which gateways. */
export interface GatewayChoice {
  /** Literal text (no wildcards), case-folded, looked for in serial number, name and model, and in the owner's names when `owners`. */
  searchText?: string | undefined
  /** Search in the owner's names too. */
  owners?: boolean
  type?: string
  model?: string
  connectionStatus?: Gateway['connectionStatus']
  condition?: StateAsked
  unassigned?: boolean
  models?: readonly string[]
  serialNumbers?: readonly string[] | undefined
  /** Id of a group that they are in. */
  group?: string | undefined
  /** Where they stand: any of these. */
  places?: readonly PlaceFilter[] | undefined
}

/** How they are looked for: what is found is the same. */
export interface Way {
  /** Reads the index of its order, and no other. */
  inOrder?: boolean
  /** Of the group. */
  members?: number
  /** Who is not in the group, of one of most of the fleet. */
  missing?: string | undefined
  /** Only some rows are looked at, one after the other, until there are enough. */
  soon?: boolean
}

/** Those that are chosen, looked for in this way. */
export function matching(
  sql: Database['sql'],
  choice: GatewayChoice,
  { inOrder, members: many = 0, missing, soon }: Way,
) {
  const { searchText = '', owners, type, model, connectionStatus, condition, unassigned, models } = choice
  const { serialNumbers, group, places } = choice
  // SQLite takes an index for whatever is asked to be equal, however many are; a plus keeps it from that.
  const walks = inOrder === true && !isOnPostgres(sql)
  const plain = <T>(column: RawBuilder<T>) => (walks ? raw<T>`+${column}` : column)
  const named = <K extends keyof GatewaysTable>(column: K) =>
    plain(raw.ref<GatewaysTable[K]>(`gateways.${column}`))
  let query = sql.selectFrom('gateways')
  if (fold(searchText) !== '')
    query = query.where((e) => {
      const own = contains(e.ref('gateways.search'), searchText)
      if (!owners) return own
      // Whoever has nobody may still say what the one before was found by, until somebody has it again.
      const theirs = e.and([
        e(named('user_id'), 'is not', null),
        contains(raw.ref('gateways.owner_search'), searchText),
      ])
      return e.or([own, theirs])
    })
  if (type !== undefined) query = query.where(named('type'), '=', type)
  if (model !== undefined) query = query.where(named('model'), '=', model)
  if (models !== undefined) query = query.where(named('model'), 'in', models)
  if (connectionStatus !== undefined) query = query.where(named('connection_status'), '=', connectionStatus)
  if (condition !== undefined) query = query.where(plain(shownRank), 'in', ranksOf(condition))
  if (unassigned !== undefined) query = query.where(named('user_id'), unassigned ? 'is' : 'is not', null)
  if (serialNumbers !== undefined) query = query.where(named('serial_number'), 'in', serialNumbers)
  if (group !== undefined)
    query = query.where((e) => {
      const members = e
        .selectFrom('group_gateways')
        .select('group_gateways.serial_number')
        .where('group_gateways.group_id', '=', group)
      if (many <= FEW) return e('gateways.serial_number', 'in', members)
      const own = members.whereRef('group_gateways.serial_number', '=', 'gateways.serial_number')
      if (!isOnPostgres(sql) && missing === undefined) return e.exists(own)
      // It would read the whole group first; asked this way, it looks each row up as it comes to it.
      if (soon) return isOnPostgres(sql) ? raw<SqlBool>`(${own}) is not null` : e.exists(own)
      // Those few who are not in it are looked through sooner than all who are.
      if (missing !== undefined)
        return raw<SqlBool>`(gateways.serial_number in ${among(sql, missing)}) is not true`
      // It would put the whole group in order; asked this way, it walks through the index of the order.
      return inOrder ? raw<SqlBool>`(gateways.serial_number in (${members})) is true` : e.exists(own)
    })
  if (places !== undefined)
    query = query.where((e) => {
      const there = e.or([
        e(named('serial_number'), 'in', standingIn(e, places)),
        ...(places.some(({ region }) => region === NOWHERE)
          ? [
              e(
                named('serial_number'),
                'not in',
                e.selectFrom('gateway_centres').select('gateway_centres.serial_number'),
              ),
            ]
          : []),
      ])
      // As with groups: it walks through the index of the order.
      return inOrder && isOnPostgres(sql) ? raw<SqlBool>`(${there}) is true` : there
    })
  return query
}

const standingIn = (e: ExpressionBuilder<Tables, 'gateways'>, places: readonly PlaceFilter[]) =>
  e
    .selectFrom('gateway_centres')
    .innerJoin('centres', 'centres.code', 'gateway_centres.centre')
    .select('gateway_centres.serial_number')
    .where((inner) =>
      inner.or(
        places.map(({ region, state, centre }) =>
          inner.and([
            inner('centres.region', '=', region),
            ...(state === undefined ? [] : [inner('centres.state', '=', state)]),
            ...(centre === undefined ? [] : [inner('centres.code', '=', centre)]),
          ]),
        ),
      ),
    )
