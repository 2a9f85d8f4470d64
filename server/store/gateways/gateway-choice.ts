import { type ExpressionBuilder, type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { type Database, isOnPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'
import { contains, fold } from '../text.ts'
import { ranksOf, SHOWN_STATES, type ShownState, type StateAsked, shownRank } from './gateway-state.ts'
import { KeptCounts } from './kept-counts.ts'
import type { GatewaysTable } from './tables.ts'

export type GatewayField = 'connectionStatus' | 'name' | 'serialNumber' | 'model' | 'currentFWVersion'
export type GatewayOrder = GatewayField | `-${GatewayField}`

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

/** How many there are, how many of them are assigned and online, and what they are shown as. */
export interface GatewayCounts {
  count: number
  assign: number
  online: number
  conditions: Record<ShownState, number>
}

export interface GatewayQuery extends GatewayChoice {
  /** Default: serial number. Ties are broken by serial number, the way that the index of the order has them. */
  orderBy?: GatewayOrder
  /** From 1. */
  page: number
  limit: number
}

/** How they are looked for: what is found is the same. */
interface Way {
  /** Reads the index of its order, and no other. */
  inOrder?: boolean
  /** Of the group. */
  members?: number
}

/** An index is read in both directions, as it stands and turned round whole: so ties go with it. */
const TURNED: ReadonlySet<GatewayField> = new Set(['connectionStatus'])

const ORDER = {
  // What stands in that column: conditions in their order, then offline, then online.
  connectionStatus: shownRank,
  name: 'gateways.name_order',
  serialNumber: 'gateways.serial_number',
  model: 'gateways.model',
  currentFWVersion: 'gateways.fw_order',
} as const

/** So many are found first and ordered then; more are looked for in the order that is asked for (decision 0221). */
const FEW = 500
/** Of so many choices it is remembered how many they leave. */
const KEPT = 100

/** Finds gateways in a fleet of any size, by what stands in indexes alone. */
export const gatewayChoiceOn = ({ sql }: Pick<Database, 'sql'>) => {
  const wayOf = async ({ group }: GatewayChoice): Promise<Way> => {
    if (group === undefined) return {}
    const { n } = await sql
      .selectFrom('group_gateways')
      .where('group_id', '=', group)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return { members: Number(n) }
  }
  const kept = new KeptCounts<number>(KEPT)
  const keptFigures = new KeptCounts<GatewayCounts>(KEPT)
  const countOf = async (choice: GatewayChoice, way: Way): Promise<number> => {
    if (way.members !== undefined && !narrows(choice)) return way.members
    const all = async () => {
      const { n } = await matching(sql, choice, way)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    return kept.of(keyOf(choice), all, (count) => count > FEW)
  }
  const found = async (choice: GatewayChoice) => matching(sql, choice, await wayOf(choice))

  const figures = async (choice: GatewayChoice): Promise<GatewayCounts> => {
    const rows = await (await found(choice))
      .select((e) => [
        shownRank.as('rank'),
        e.fn.countAll<number>().as('count'),
        e.fn.count<number>('user_id').as('assign'),
        e.fn.countAll<number>().filterWhere('connection_status', '=', 'online').as('online'),
      ])
      .groupBy(shownRank)
      .execute()
    const sum = (of: 'count' | 'assign' | 'online'): number =>
      rows.reduce((all, row) => all + Number(row[of]), 0)
    const byRank = new Map(rows.map(({ rank, count }) => [Number(rank), Number(count)]))
    const conditions = SHOWN_STATES.map((state, rank) => [state, byRank.get(rank) ?? 0] as const)
    return {
      ...{ count: sum('count'), assign: sum('assign'), online: sum('online') },
      conditions: Object.fromEntries(conditions) as GatewayCounts['conditions'],
    }
  }

  return {
    counts: (choice: GatewayChoice): Promise<GatewayCounts> =>
      narrows(choice) || choice.group !== undefined
        ? keptFigures.of(
            keyOf(choice),
            () => figures(choice),
            ({ count }) => count > FEW,
          )
        : figures(choice),
    /** Serial numbers of one page, in their order, and how many there are in all. */
    async page(query: GatewayQuery): Promise<{ serialNumbers: readonly string[]; count: number }> {
      const { orderBy = 'serialNumber', page, limit } = query
      const backwards = orderBy.startsWith('-')
      const field = (backwards ? orderBy.slice(1) : orderBy) as GatewayField
      const skipped = (page - 1) * limit
      const way = await wayOf(query)
      const numbers = (inWay: Way) => matching(sql, query, inWay).select('gateways.serial_number')
      // Of a group by itself it is known already.
      const many = (way.members ?? 0) > FEW && !narrows(query)
      const some = many
        ? []
        : await numbers(way)
            .limit(FEW + 1)
            .execute()
      const inOrder = async (all: typeof numbers, from: number, size: number, fromEnd = false) => {
        const rows = await all({ ...way, inOrder: true })
          .orderBy(ORDER[field], backwards === fromEnd ? 'asc' : 'desc')
          .orderBy('gateways.serial_number', (TURNED.has(field) !== backwards) === fromEnd ? 'asc' : 'desc')
          .limit(size)
          .offset(from)
          .execute()
        const found = rows.map(({ serial_number }) => serial_number)
        return fromEnd ? found.toReversed() : found
      }
      if (!many && some.length <= FEW) {
        const few = some.map(({ serial_number }) => serial_number)
        const all = () => matching(sql, { serialNumbers: few }, {}).select('gateways.serial_number')
        return {
          serialNumbers: skipped < few.length ? await inOrder(all, skipped, limit) : [],
          count: few.length,
        }
      }
      const count = await countOf(query, way)
      const size = Math.min(limit, count - skipped)
      if (size <= 0) return { serialNumbers: [], count }
      // The later half is reached from the end.
      const fromEnd = skipped > count / 2
      const from = fromEnd ? count - skipped - size : skipped
      return { serialNumbers: await inOrder(numbers, from, size, fromEnd), count }
    },
  }
}

/** What is asked but for the order and the page, which say nothing of how many there are. */
const askedIn = ({ orderBy: _order, page: _page, limit: _limit, ...choice }: Partial<GatewayQuery>) => choice

const keyOf = (choice: GatewayChoice): string => JSON.stringify(askedIn(choice))

/** Whether more is asked than of which group they are. */
function narrows(choice: GatewayChoice): boolean {
  const { searchText = '', owners: _owners, group: _group, ...others } = askedIn(choice)
  return fold(searchText) !== '' || Object.values(others).some((one) => one !== undefined)
}

function matching(sql: Database['sql'], choice: GatewayChoice, { inOrder, members: many = 0 }: Way) {
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
      // PostgreSQL would put the whole group in order; asked this way, it walks through the index of the order.
      if (inOrder && isOnPostgres(sql)) return raw<SqlBool>`(gateways.serial_number in (${members})) is true`
      return e.exists(members.whereRef('group_gateways.serial_number', '=', 'gateways.serial_number'))
    })
  if (places !== undefined)
    query = query.where((e) =>
      e.or([
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
      ]),
    )
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
