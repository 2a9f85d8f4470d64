import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { Database } from '../database.ts'
import type { BackupsTable, GatewaysTable } from './tables.ts'

/** What is told of a backup besides its file. */
export type About = Pick<
  Backup,
  | 'currentFWVersion'
  | 'size'
  | 'devices'
  | 'rooms'
  | 'scenes'
  | 'isEncrypted'
  | 'madeAt'
  | 'historyFrom'
  | 'radios'
  | 'took'
>

export interface NewBackup extends About {
  id: string
  serialNumber: string
  userId?: string | undefined
  /** target: how a home is to be while it is restored. */
  status: Backup['status'] | 'target'
  type: Backup['type']
  snapshotName: string
  createdAt: number
  file: Uint8Array
}

/** When a home is backed up by itself, in minutes after midnight, and how many of those backups stay; undefined: as the catalogue has it. */
export interface NightsRow {
  minute: number | undefined
  kept: number | undefined
}

/** Backups of homes. Those of status `target` say how a home is to be while it is restored, and are listed nowhere. */
export interface Backups {
  /** Throws MissingReferenceError when there is no such gateway. */
  keep(backup: NewBackup): Promise<void>
  /** Newest first. */
  of(serialNumber: string): Promise<readonly Backup[]>
  find(id: string): Promise<Backup | undefined>
  fileOf(id: string): Promise<Uint8Array | undefined>
  /** False when it was gone already. */
  remove(id: string): Promise<boolean>
  /** Gateways that make backups by themselves, when each made its last, and the zone that its owner lives in as far as he has said so. */
  automatic(): Promise<
    readonly ({ serialNumber: string; last: number | undefined; zone: string | undefined } & NightsRow)[]
  >
  nights(serialNumber: string): Promise<NightsRow>
  setNights(serialNumber: string, nights: { minute: number; kept: number }): Promise<void>
}

export const backupsOn = ({ sql }: Database): Backups => {
  const listed = () =>
    sql
      .selectFrom('backups')
      .select(['id', 'serial_number', 'user_id', 'status', 'type', 'name', 'created_at', 'about'])
      .where('status', 'in', ['success', 'uploaded'])
  return {
    async keep({ id, serialNumber, userId, status, type, snapshotName, createdAt, file, ...about }) {
      await sql
        .insertInto('backups')
        .values({
          ...{ id, status, type, name: snapshotName, created_at: createdAt },
          serial_number: serialNumber,
          user_id: userId ?? null,
          about: JSON.stringify(about),
          file: Buffer.from(file).toString('base64'),
        })
        .execute()
    },
    async of(serialNumber) {
      const rows = await listed()
        .where('serial_number', '=', serialNumber)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(backupOf)
    },
    async find(id) {
      const row = await listed().where('id', '=', id).executeTakeFirst()
      return row && backupOf(row)
    },
    async fileOf(id) {
      const row = await sql.selectFrom('backups').select('file').where('id', '=', id).executeTakeFirst()
      return row && Buffer.from(row.file, 'base64')
    },
    async remove(id) {
      const { numDeletedRows } = await sql
        .deleteFrom('backups')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async automatic() {
      const rows = await sql
        .selectFrom('gateways')
        .leftJoin('backups', (join) =>
          join
            .onRef('backups.serial_number', '=', 'gateways.serial_number')
            .on('backups.type', '=', 'automatic'),
        )
        .leftJoin('quiet_hours', 'quiet_hours.user_id', 'gateways.user_id')
        .where('gateways.is_automatically_backup', '=', true)
        .groupBy([
          ...(['gateways.serial_number', 'gateways.backup_minute', 'gateways.backups_kept'] as const),
          'quiet_hours.zone',
        ])
        .select((e) => [
          'gateways.serial_number as serialNumber',
          'gateways.backup_minute',
          'gateways.backups_kept',
          'quiet_hours.zone',
          e.fn.max('backups.created_at').as('last'),
        ])
        .execute()
      return rows.map(({ serialNumber, last, zone, ...nights }) => ({
        serialNumber,
        zone: zone ?? undefined,
        last: last === null ? undefined : Number(last),
        ...nightsOf(nights),
      }))
    },
    async nights(serialNumber) {
      const row = await sql
        .selectFrom('gateways')
        .select(['backup_minute', 'backups_kept'])
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return nightsOf(row ?? { backup_minute: null, backups_kept: null })
    },
    async setNights(serialNumber, { minute, kept }) {
      await sql
        .updateTable('gateways')
        .set({ backup_minute: minute, backups_kept: kept })
        .where('serial_number', '=', serialNumber)
        .execute()
    },
  }
}

const nightsOf = ({
  backup_minute,
  backups_kept,
}: Pick<GatewaysTable, 'backup_minute' | 'backups_kept'>): NightsRow => ({
  minute: backup_minute ?? undefined,
  kept: backups_kept ?? undefined,
})

const backupOf = ({
  id,
  serial_number,
  user_id,
  status,
  type,
  name,
  created_at,
  about,
}: Omit<BackupsTable, 'file'>): Backup => ({
  _id: id,
  serialNumber: serial_number,
  ...(user_id !== null && { userId: user_id }),
  status: status as Backup['status'],
  type: type as Backup['type'],
  snapshotName: name,
  createdAt: new Date(Number(created_at)).toISOString(),
  isAutomaticallyBackup: type === 'automatic',
  ...(JSON.parse(about) as About),
})
