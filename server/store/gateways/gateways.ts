import type { Updateable } from 'kysely'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import { changed, type Database } from '../database.ts'
import { fold } from '../text.ts'
import { type GatewayCounts, type GatewayQuery, gatewayChoiceOn } from './gateway-choice.ts'
import { gatewayOf, ownerSearchOf, rowOf, searchOf, stateColumns } from './gateway-rows.ts'
import type { GatewayChoice } from './matching-gateways.ts'
import { onceMore } from './once-more.ts'
import type { GatewaysTable } from './tables.ts'
import type { WholeGroups } from './whole-group.ts'

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
    | 'deviceFirmwareInProgress'
    | 'backupInProgress'
    | 'isAutomaticallyBackup'
    | 'installationSoftwareId'
    | 'installations'
    | 'swVersions'
  >
>

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
  /** Every one that somebody has. */
  claimed(): Promise<readonly string[]>
  query(query: GatewayQuery): Promise<{ data: readonly Gateway[]; count: number }>
  /** All that the search and filters leave, and how many of them are assigned and online. */
  counts(choice?: GatewayChoice): Promise<GatewayCounts>
  /** What the user may use: own gateways first, then those of verified masters; with owner, by name. */
  ofUser(userId: string): Promise<readonly Gateway[]>
  rename(serialNumber: string, name: string): Promise<boolean>
  setState(serialNumber: string, state: GatewayState): Promise<boolean>
  /** Where devices install firmware, as far as it was told. */
  installing(): Promise<string[]>
  /** What made backups is gone: none is being made any more. */
  endBackups(): Promise<void>
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

/** Rows in one statement; each has some 25 parameters. */
const CHUNK = 200
export const gatewaysOn = ({ sql, together }: Database, whole: WholeGroups): Gateways => {
  const update = (serialNumber: string, columns: Updateable<GatewaysTable>) =>
    sql.updateTable('gateways').set(columns).where('serial_number', '=', serialNumber)
  const sessionsOf = (serialNumber: string) =>
    sql.deleteFrom('sessions').where('serial_number', '=', serialNumber)
  const choice = gatewayChoiceOn({ sql }, whole)
  // Each gateway that comes or goes is told with the figures of all: thousands at once are counted together.
  const countAll = onceMore(() => choice.counts({}))

  return {
    async create(gateway) {
      await whole.changing(sql.insertInto('gateways').values(inserted(gateway)).execute())
    },
    async createMany(gateways) {
      const rows = gateways.map(inserted)
      const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) =>
        sql.insertInto('gateways').values(rows.slice(n * CHUNK, (n + 1) * CHUNK)),
      )
      if (chunks.length > 0) await whole.changing(together(chunks))
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
    async claimed() {
      const rows = await sql
        .selectFrom('gateways')
        .select('serial_number')
        .where('user_id', 'is not', null)
        .orderBy('serial_number')
        .execute()
      return rows.map(({ serial_number }) => serial_number)
    },
    async query(query) {
      const { serialNumbers, count } = await choice.page(query)
      const rows = new Map((await this.some(serialNumbers)).map((one) => [one.serialNumber, one]))
      return { data: serialNumbers.flatMap((one) => rows.get(one) ?? []), count }
    },
    counts: (chosen = {}) =>
      Object.values(chosen).some((one) => one !== undefined) ? choice.counts(chosen) : countAll(),
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
      const [renamed] = await together([
        update(serialNumber, { name, name_order: fold(name), search }),
        // Lists of its groups are in this order.
        sql
          .updateTable('group_gateways')
          .set({ sort: fold(name) })
          .where('serial_number', '=', serialNumber),
      ])
      return (renamed?.numAffectedRows ?? 0n) > 0n
    },
    async setState(serialNumber, state) {
      // A state that says nothing still answers whether the gateway exists.
      const columns = { serial_number: serialNumber, ...stateColumns(state) }
      return changed(await update(serialNumber, columns).executeTakeFirst())
    },
    async installing() {
      const rows = await sql
        .selectFrom('gateways')
        .select('serial_number')
        .where('device_firmware_in_progress', '=', true)
        .execute()
      return rows.map(({ serial_number }) => serial_number)
    },
    async endBackups() {
      await sql
        .updateTable('gateways')
        .set({ backup_in_progress: false })
        .where('backup_in_progress', '=', true)
        .execute()
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
      const change = update(serialNumber, { user_id: userId })
        .set({ owner_search: ownerSearchOf(userId) })
        .where('user_id', 'is', null)
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
        owner_search: null,
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

const inserted = (gateway: NewGateway) => ({
  ...rowOf(gateway),
  owner_search: gateway.userId ? ownerSearchOf(gateway.userId) : null,
})

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
