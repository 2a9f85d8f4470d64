import { type RawBuilder, sql as raw, type SelectQueryBuilder } from 'kysely'
import type { Database } from '../database.ts'
import { FEW, KeptCounts } from '../lists/kept-counts.ts'
import { isSoon, PlaceMarks, type Walk } from '../lists/place-marks.ts'
import { walkThrough } from '../lists/walk-through.ts'
import type { Tables } from '../tables.ts'
import { fold } from '../text.ts'
import { SHOWN_STATES, type ShownState, shownRank } from './gateway-state.ts'
import { type GatewayChoice, matching, type Way } from './matching-gateways.ts'
import type { WholeGroups } from './whole-group.ts'

export type GatewayField = 'connectionStatus' | 'name' | 'serialNumber' | 'model' | 'currentFWVersion'
export type GatewayOrder = GatewayField | `-${GatewayField}`

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

/** An index is read in both directions, as it stands and turned round whole: so ties go with it. */
const TURNED: ReadonlySet<GatewayField> = new Set(['connectionStatus'])

const NUMBER = raw<string>`gateways.serial_number`
const ORDER: Readonly<Record<GatewayField, RawBuilder<string | number>>> = {
  // What stands in that column: conditions in their order, then offline, then online.
  connectionStatus: shownRank,
  name: raw`gateways.name_order`,
  serialNumber: NUMBER,
  model: raw`gateways.model`,
  currentFWVersion: raw`gateways.fw_order`,
}
const MEMBER = raw<string>`group_gateways.serial_number`
/** Orders that a group keeps of its members itself. */
const ORDER_IN_GROUP: Readonly<Partial<Record<GatewayField, RawBuilder<string>>>> = {
  name: raw`group_gateways.sort`,
  serialNumber: MEMBER,
}

/** Of so many choices it is remembered how many they leave. */
const KEPT = 100

/** Finds gateways in a fleet of any size, by what stands in indexes alone. */
export const gatewayChoiceOn = ({ sql }: Pick<Database, 'sql'>, whole: WholeGroups) => {
  const kept = new KeptCounts<number>(KEPT)
  const keptFigures = new KeptCounts<GatewayCounts>(KEPT)
  const marks = new PlaceMarks()

  /** What narrows them, and how they are found: a group that all of them are in narrows nothing. */
  const asked = async (choice: GatewayChoice): Promise<{ choice: GatewayChoice; way: Way }> => {
    const { group, ...others } = choice
    if (group === undefined) return { choice, way: {} }
    const { members, all, missing } = await whole.of({ sql }, group)
    return all ? { choice: others, way: {} } : { choice, way: { members, missing } }
  }
  const inThe = (group = '') => sql.selectFrom('group_gateways').where('group_id', '=', group)
  const countOf = async (choice: GatewayChoice, way: Way): Promise<number> => {
    const { n } = await matching(sql, choice, way)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const howMany = async (choice: GatewayChoice, way: Way): Promise<number> =>
    way.members !== undefined && !narrows(choice)
      ? way.members
      : kept.of(
          keyOf(choice),
          () => countOf(choice, way),
          (count) => count > FEW,
        )

  const figures = async (choice: GatewayChoice, way: Way): Promise<GatewayCounts> => {
    const rows = await matching(sql, choice, way)
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
    async counts(chosen: GatewayChoice): Promise<GatewayCounts> {
      const { choice, way } = await asked(chosen)
      const all = () => figures(choice, way)
      if (!narrows(chosen) && chosen.group === undefined) return all()
      return keptFigures.of(keyOf(choice), all, ({ count }) => count > FEW)
    },
    /** Serial numbers of one page, in their order, and how many there are in all. */
    async page(query: GatewayQuery): Promise<{ serialNumbers: readonly string[]; count: number }> {
      const { orderBy = 'serialNumber', page, limit } = query
      const turned = orderBy.startsWith('-')
      const field = (turned ? orderBy.slice(1) : orderBy) as GatewayField
      const skipped = (page - 1) * limit
      const { choice, way } = await asked(query)
      const walked = <T extends keyof Tables>(
        rows: SelectQueryBuilder<Tables, T, object>,
        walk: Walk,
        order: { by: RawBuilder<string | number>; tie: RawBuilder<string> },
      ) => {
        const back = turned !== walk.backwards
        return walkThrough(rows, walk, { ...order, back, backTies: TURNED.has(field) !== back })
      }
      // Of a group by itself it is known already.
      const many = (way.members ?? 0) > FEW && !narrows(choice)
      const some = many
        ? []
        : await matching(sql, choice, { ...way, soon: true })
            .select('gateways.serial_number')
            .limit(FEW + 1)
            .execute()
      const order = { by: ORDER[field], tie: NUMBER }
      if (!many && some.length <= FEW) {
        const serialNumbers = some.map(({ serial_number }) => serial_number)
        const found =
          skipped < some.length
            ? await walked(
                matching(sql, { serialNumbers }, {}),
                { backwards: false, skip: skipped, size: limit },
                order,
              )
            : []
        return { serialNumbers: found.map(({ tie }) => tie), count: some.length }
      }
      const count = await howMany(choice, way)
      const size = Math.min(limit, count - skipped)
      if (size <= 0) return { serialNumbers: [], count }
      const inGroup = many ? ORDER_IN_GROUP[field] : undefined
      const rows = await marks.page(
        JSON.stringify([keyOf(choice), orderBy]),
        { skipped, size, count },
        (walk) =>
          inGroup
            ? walked(inThe(choice.group), walk, { by: inGroup, tie: MEMBER })
            : walked(matching(sql, choice, { ...way, inOrder: true, soon: isSoon(walk) }), walk, order),
      )
      return { serialNumbers: rows.map(({ tie }) => tie), count }
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
