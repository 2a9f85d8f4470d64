import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Database } from '../database.ts'
import { gatewayChoiceOn } from '../gateways/gateway-choice.ts'
import type { GatewayChoice } from '../gateways/matching-gateways.ts'
import type { WholeGroups } from '../gateways/whole-group.ts'

export interface Centre {
  code: string
  name: string
  region: string
  state: string
}

export interface PlacedGateway {
  serialNumber: string
  name: string
  model: string
  connectionStatus: Gateway['connectionStatus']
  currentFWVersion?: string
  centre?: { code: string; name: string; point: string }
}

/** Which gateways; without anything, all. */
export type PlaceQuery = Pick<GatewayChoice, 'places' | 'group' | 'searchText' | 'serialNumbers'>

/** Where gateways stand as an organisation sees it: regions, states in them, centres in those (spec 3 §3). */
export interface Centres {
  /** Codes of those that have centres. */
  regions(): Promise<readonly string[]>
  states(region: string): Promise<readonly string[]>
  inState(region: string, state: string): Promise<readonly Centre[]>
  /** Every centre, in no order. */
  all(): Promise<readonly Centre[]>
  find(code: string): Promise<Centre | undefined>
  /** Gateways of a centre, with the point each is at. */
  points(code: string): Promise<readonly { serialNumber: string; point: string }[]>
  gateways(
    query: PlaceQuery & { page: number; limit: number },
  ): Promise<{ data: readonly PlacedGateway[]; count: number }>
  count(query: PlaceQuery): Promise<number>
  /** Replaces what is known of those that are named; the others stay. */
  put(
    centres: readonly Centre[],
    gateways: readonly { serialNumber: string; centre: string; point: string }[],
  ): Promise<void>
  /** The one gateway stands where the other did, as far as that is known. */
  move(serialNumber: string, other: string): Promise<void>
}

/** Rows in one statement. */
const CHUNK = 200
const chunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_none, n) => all.slice(n * CHUNK, (n + 1) * CHUNK))

export const centresOn = ({ sql, together }: Database, whole: WholeGroups): Centres => {
  const choice = gatewayChoiceOn({ sql }, whole)
  return {
    async regions() {
      const rows = await sql.selectFrom('centres').select('region').distinct().orderBy('region').execute()
      return rows.map(({ region }) => region)
    },
    async states(region) {
      const rows = await sql
        .selectFrom('centres')
        .select('state')
        .distinct()
        .where('region', '=', region)
        .orderBy('state')
        .execute()
      return rows.map(({ state }) => state)
    },
    inState: (region, state) =>
      sql
        .selectFrom('centres')
        .selectAll()
        .where('region', '=', region)
        .where('state', '=', state)
        .orderBy('name')
        .execute(),
    all: () => sql.selectFrom('centres').selectAll().execute(),
    find: (code) => sql.selectFrom('centres').selectAll().where('code', '=', code).executeTakeFirst(),
    points: (code) =>
      sql
        .selectFrom('gateway_centres')
        .select(['serial_number as serialNumber', 'point'])
        .where('centre', '=', code)
        .orderBy('serial_number')
        .execute(),
    async gateways(query) {
      const { serialNumbers, count } = await choice.page({ ...query, orderBy: 'name' })
      if (serialNumbers.length === 0) return { data: [], count }
      const rows = await sql
        .selectFrom('gateways')
        .leftJoin('gateway_centres', 'gateway_centres.serial_number', 'gateways.serial_number')
        .leftJoin('centres', 'centres.code', 'gateway_centres.centre')
        .select([
          'gateways.serial_number',
          'gateways.name',
          'gateways.model',
          'gateways.connection_status',
          'gateways.current_fw_version',
          'centres.code as code',
          'centres.name as centre',
          'gateway_centres.point',
        ])
        .where('gateways.serial_number', 'in', serialNumbers)
        .execute()
      const order = new Map(serialNumbers.map((one, at) => [one, at]))
      const data = rows
        .map((row) => ({
          ...{ serialNumber: row.serial_number, name: row.name, model: row.model },
          connectionStatus: row.connection_status as Gateway['connectionStatus'],
          ...(row.current_fw_version !== null && { currentFWVersion: row.current_fw_version }),
          ...(row.code !== null && {
            centre: { code: row.code, name: row.centre ?? '', point: row.point ?? '' },
          }),
        }))
        .toSorted((a, b) => (order.get(a.serialNumber) ?? 0) - (order.get(b.serialNumber) ?? 0))
      return { data, count }
    },
    count: async (query) => (await choice.counts(query)).count,
    async put(centres, gateways) {
      await together([
        ...chunks(centres).map((some) =>
          sql
            .insertInto('centres')
            .values(some)
            .onConflict((conflict) =>
              conflict.column('code').doUpdateSet((e) => ({
                name: e.ref('excluded.name'),
                region: e.ref('excluded.region'),
                state: e.ref('excluded.state'),
              })),
            ),
        ),
        ...chunks(gateways).map((some) =>
          sql
            .insertInto('gateway_centres')
            .values(
              some.map(({ serialNumber, centre, point }) => ({ serial_number: serialNumber, centre, point })),
            )
            .onConflict((conflict) =>
              conflict.column('serial_number').doUpdateSet((e) => ({
                centre: e.ref('excluded.centre'),
                point: e.ref('excluded.point'),
              })),
            ),
        ),
      ])
    },
    async move(serialNumber, other) {
      const itsPlace = sql
        .selectFrom('gateway_centres')
        .select('serial_number')
        .where('serial_number', '=', serialNumber)
      await together([
        sql
          .deleteFrom('gateway_centres')
          .where('serial_number', '=', other)
          .where((e) => e.exists(itsPlace)),
        sql
          .updateTable('gateway_centres')
          .set({ serial_number: other })
          .where('serial_number', '=', serialNumber),
      ])
    },
  }
}
