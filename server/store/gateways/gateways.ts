import type { Updateable } from 'kysely'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import { changed, type Database } from '../database.ts'
import { contains, fold } from '../text.ts'
import { gatewayOf, rowOf, searchOf, stateColumns } from './gateway-rows.ts'
import { rankOf, type ShownState, shownRank } from './gateway-state.ts'
import type { GatewaysTable } from './tables.ts'

/** A gateway as stored; `owner` is joined on reading. `secureId` must come masked: the plain one never enters the store. */
export type NewGateway = Omit<Gateway, 'owner'>

/** What the gateway's own state may change; identity, name and ownership have calls of their own. */
export type GatewayState = Partial<
  Pick<
    Gateway,
    | 'connectionType'
    | 'currentFWVersion'
    | 'operationMode'
    | 'lockStatus'
    | 'privileged'
    | 'subscriptionLockMode'
    | 'backupRestoreInProgress'
    | 'replacementInProgress'
    | 'replacementFinsihed'
    | 'firmwareUpgradeInProgress'
    | 'isAutomaticallyBackup'
    | 'installationSoftwareId'
    | 'installations'
    | 'swVersions'
  >
>

export type GatewayField = 'connectionStatus' | 'name' | 'serialNumber' | 'model' | 'currentFWVersion'
export type GatewayOrder = GatewayField | `-${GatewayField}`

export interface GatewayQuery {
  /** Literal text (no wildcards), case-folded, looked for in serial number, name and model, and in the owner's names when `owners`. */
  searchText?: string
  /** Join the owner and search in it too. */
  owners?: boolean
  type?: string
  model?: string
  connectionStatus?: Gateway['connectionStatus']
  condition?: ShownState
  unassigned?: boolean
  models?: readonly string[]
  /** Id of a group that they are in. */
  group?: string
  /** Default: serial number. Ties are broken by serial number. */
  orderBy?: GatewayOrder
  /** From 1. */
  page: number
  limit: number
}

/** Which gateways, without saying which page of them. */
export type GatewayChoice = Omit<GatewayQuery, 'orderBy' | 'page' | 'limit'>

export interface Gateways {
  /** Throws ConflictError when the serial number or `_id` is taken. */
  create(gateway: NewGateway): Promise<void>
  /** Many at once, all or none. */
  createMany(gateways: readonly NewGateway[]): Promise<void>
  /** Always with owner. */
  find(serialNumber: string): Promise<Gateway | undefined>
  /** By its `_id`. */
  findById(id: string): Promise<Gateway | undefined>
  /** Those of them that there are, in one look. */
  some(serialNumbers: readonly string[]): Promise<readonly Gateway[]>
  query(query: GatewayQuery): Promise<{ data: readonly Gateway[]; count: number }>
  /** All that the search and filters leave, and how many of them are assigned and online. */
  counts(choice?: GatewayChoice): Promise<{ count: number; assign: number; online: number }>
  /** What the user may use: own gateways first, then those of verified masters; with owner, by name. */
  ofUser(userId: string): Promise<readonly Gateway[]>
  rename(serialNumber: string, name: string): Promise<boolean>
  setState(serialNumber: string, state: GatewayState): Promise<boolean>
  /** True when the status changed; `connectionStatusSince` then becomes `at`, and why it is offline what is known of it. */
  setConnectionStatus(
    serialNumber: string,
    status: Gateway['connectionStatus'],
    at: number,
    cause?: OfflineCause,
  ): Promise<boolean>
  /** What is known by now of why it is offline: true when it still is, since `since`. */
  setConnectionCause(serialNumber: string, since: number, cause: OfflineCause): Promise<boolean>
  /** Gives an ownerless gateway to a user, under a new name if there is one: of several callers exactly one gets true. */
  assign(serialNumber: string, userId: string, name?: string): Promise<boolean>
  /** Takes owner, sign-in secret and the sessions that began with it away; answers the former owner, undefined when there was none. */
  unassign(serialNumber: string): Promise<string | undefined>
  /** Hash of the secret with which the gateway signs in to the channel; null takes it away. What began with another ends. */
  setSecretHash(serialNumber: string, hash: string | null): Promise<boolean>
  secretHash(serialNumber: string): Promise<string | undefined>
}

const ORDER = {
  // What stands in that column: conditions in their order, then offline, then online.
  connectionStatus: shownRank,
  name: 'gateways.name_order',
  serialNumber: 'gateways.serial_number',
  model: 'gateways.model',
  currentFWVersion: 'gateways.fw_order',
} as const

/** Rows in one statement; each has some 25 parameters. */
const CHUNK = 200

export const gatewaysOn = ({ sql, together }: Database): Gateways => {
  const update = (serialNumber: string, columns: Updateable<GatewaysTable>) =>
    sql.updateTable('gateways').set(columns).where('serial_number', '=', serialNumber)
  const sessionsOf = (serialNumber: string) =>
    sql.deleteFrom('sessions').where('serial_number', '=', serialNumber)

  return {
    async create(gateway) {
      await sql.insertInto('gateways').values(rowOf(gateway)).execute()
    },
    async createMany(gateways) {
      const rows = gateways.map(rowOf)
      const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) =>
        sql.insertInto('gateways').values(rows.slice(n * CHUNK, (n + 1) * CHUNK)),
      )
      if (chunks.length > 0) await together(chunks)
    },
    async find(serialNumber) {
      const row = await joined(sql).where('serial_number', '=', serialNumber).executeTakeFirst()
      return row && gatewayOf(row)
    },
    async findById(id) {
      const row = await joined(sql).where('gateways.id', '=', id).executeTakeFirst()
      return row && gatewayOf(row)
    },
    async some(serialNumbers) {
      if (serialNumbers.length === 0) return []
      const rows = await joined(sql).where('serial_number', 'in', serialNumbers).execute()
      return rows.map(gatewayOf)
    },
    async query(query) {
      const [field, direction] = orderOf(query.orderBy ?? 'serialNumber')
      const skipped = (query.page - 1) * query.limit
      // Found by key alone, so that the rows before the page are never read whole.
      const page = matching(sql, query)
        .select('gateways.serial_number')
        .orderBy(ORDER[field], direction)
        .orderBy('gateways.serial_number')
        .limit(query.limit)
        .offset(skipped)
      const rows = await joined(sql)
        .where('gateways.serial_number', 'in', page)
        .orderBy(ORDER[field], direction)
        .orderBy('gateways.serial_number')
        .execute()
      // A page that is not full is the last one: its end is the count.
      const isLast = rows.length > 0 ? rows.length < query.limit : skipped === 0
      if (isLast) return { data: rows.map(gatewayOf), count: skipped + rows.length }
      const { n } = await matching(sql, query)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return { data: rows.map(gatewayOf), count: n }
    },
    async counts(choice = {}) {
      const row = await matching(sql, choice)
        .select((e) => [
          e.fn.countAll<number>().as('count'),
          e.fn.count<number>('user_id').as('assign'),
          e.fn.countAll<number>().filterWhere('connection_status', '=', 'online').as('online'),
        ])
        .executeTakeFirstOrThrow()
      return row
    },
    async ofUser(userId) {
      const masters = sql
        .selectFrom('links')
        .select('master_id')
        .where('secondary_id', '=', userId)
        .where('verified', '=', true)
      const rows = await joined(sql)
        .where((e) => e.or([e('user_id', '=', userId), e('user_id', 'in', masters)]))
        .orderBy((e) => e.case().when('user_id', '=', userId).then(0).else(1).end())
        .orderBy('name_order')
        .orderBy('serial_number')
        .execute()
      return rows.map(gatewayOf)
    },
    async rename(serialNumber, name) {
      const known = await sql
        .selectFrom('gateways')
        .select('model')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      if (!known) return false
      const search = searchOf({ serialNumber, name, model: known.model })
      return changed(await update(serialNumber, { name, name_order: fold(name), search }).executeTakeFirst())
    },
    async setState(serialNumber, state) {
      // A state that says nothing still answers whether the gateway exists.
      const columns = { serial_number: serialNumber, ...stateColumns(state) }
      return changed(await update(serialNumber, columns).executeTakeFirst())
    },
    async setConnectionStatus(serialNumber, status, at, cause) {
      const change = update(serialNumber, {
        connection_status: status,
        connection_status_since: at,
        connection_cause: cause ?? null,
      })
      return changed(await change.where('connection_status', '<>', status).executeTakeFirst())
    },
    async setConnectionCause(serialNumber, since, cause) {
      const change = update(serialNumber, { connection_cause: cause })
        .where('connection_status', '=', 'offline')
        .where('connection_status_since', '=', since)
      return changed(await change.executeTakeFirst())
    },
    async assign(serialNumber, userId, name) {
      const change = update(serialNumber, { user_id: userId }).where('user_id', 'is', null)
      if (!changed(await change.executeTakeFirst())) return false
      if (name !== undefined) await this.rename(serialNumber, name)
      return true
    },
    async unassign(serialNumber) {
      const row = await sql
        .selectFrom('gateways')
        .select('user_id')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      const owner = row?.user_id
      if (!owner) return undefined
      // Of several callers only the one who took it from this owner is told so (Z-09).
      const change = update(serialNumber, {
        user_id: null,
        secret_hash: null,
        address: null,
        pin_hash: null,
      }).where('user_id', '=', owner)
      if (!changed(await change.executeTakeFirst())) return undefined
      await sessionsOf(serialNumber).execute()
      return owner
    },
    async setSecretHash(serialNumber, hash) {
      const [changes] = await together([
        update(serialNumber, { secret_hash: hash }),
        sessionsOf(serialNumber),
      ])
      return (changes?.numAffectedRows ?? 0n) > 0n
    },
    async secretHash(serialNumber) {
      const row = await sql
        .selectFrom('gateways')
        .select('secret_hash')
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row?.secret_hash ?? undefined
    },
  }
}

const joined = (sql: Database['sql']) =>
  sql
    .selectFrom('gateways')
    .leftJoin('accounts', 'accounts.id', 'gateways.user_id')
    .selectAll('gateways')
    .select([
      'accounts.username as owner_username',
      'accounts.first_name as owner_first_name',
      'accounts.last_name as owner_last_name',
    ])

function matching(
  sql: Database['sql'],
  { searchText, owners, type, model, connectionStatus, condition, unassigned, models, group }: GatewayChoice,
) {
  let query = sql.selectFrom('gateways')
  if (searchText !== undefined && fold(searchText) !== '') {
    query = query.where((e) => {
      const own = contains(e.ref('gateways.search'), searchText)
      if (!owners) return own
      const named = e
        .selectFrom('accounts')
        .select('id')
        .where((owner) => contains(owner.ref('accounts.search'), searchText))
      return e.or([own, e('gateways.user_id', 'in', named)])
    })
  }
  if (type !== undefined) query = query.where('gateways.type', '=', type)
  if (model !== undefined) query = query.where('gateways.model', '=', model)
  if (models !== undefined) query = query.where('gateways.model', 'in', models)
  if (connectionStatus !== undefined) query = query.where('gateways.connection_status', '=', connectionStatus)
  if (condition !== undefined) query = query.where(shownRank, '=', rankOf(condition))
  if (unassigned !== undefined) query = query.where('gateways.user_id', unassigned ? 'is' : 'is not', null)
  if (group !== undefined)
    query = query.where('gateways.serial_number', 'in', (e) =>
      e.selectFrom('group_gateways').select('serial_number').where('group_id', '=', group),
    )
  return query
}

const orderOf = (order: GatewayOrder): [GatewayField, 'asc' | 'desc'] =>
  order.startsWith('-') ? [order.slice(1) as GatewayField, 'desc'] : [order as GatewayField, 'asc']
