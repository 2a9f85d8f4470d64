import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupHistory } from '#schemas/generated/entities/backup-history.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { BackupRadios } from '#schemas/generated/entities/backup-radios.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { SERVER } from '#server/homes/asker.ts'
import { dayOf } from '#server/homes/history/points.ts'
import { conflict, notFound } from '#server/lib/refusal.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import type { NewsParts } from '../parts.ts'
import { type More, moreOf } from './archive.ts'
import { historyFor, historyOf, missingOf } from './history.ts'

const { backupFileSize } = catalogue.limits
/** A bridge asks its radio first, and packs what it has. */
const RADIO = { patience: 70_000, retries: 0 }

/** How a backup is looked into. */
export interface Look {
  substitutes?: Readonly<Record<string, string>>
  passphrase?: string | undefined
}

/** What goes along with a backup by choice: what a home did, and what bridges keep of their radio networks. */
export class Alongside {
  readonly #parts: NewsParts

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  /** The gateway asks its bridges. */
  async radios(serialNumber: string): Promise<BackupRadios> {
    const { code, data } = await this.#parts.homes.order(serialNumber, SERVER, 'get_radio_backup', {}, RADIO)
    const { radios } = (data ?? { radios: [] }) as BackupRadios
    if (code !== 0 || radios.length === 0) throw conflict('BACKUP_RADIO_SILENT')
    return { radios }
  }

  /** As much of what a home did as the file has room for beside the rest. */
  async historyBeside(serialNumber: string, pack: (more: More) => Promise<Uint8Array>) {
    const rest = (await pack({})).length
    return await historyOf(this.#parts, serialNumber, {
      room: backupFileSize.value - rest,
      sizeOf: async (history) => (await pack({ history })).length - rest,
    })
  }

  /** What restoring it would bring back of that, and what of it can be taken out. */
  async planOf(
    backup: Backup,
    look: Look,
    present: HomeContent,
  ): Promise<Pick<BackupPlan, 'history' | 'radios'>> {
    if (backup.historyFrom === undefined && !backup.radios) return {}
    const { history, radios } = await this.#of(backup, look)
    const days = history ? await this.#taken(backup, history, present, look) : []
    // What was told just now counts as well.
    if (days.length > 0) await this.#parts.homes.recorded.upToDate(backup.serialNumber)
    return {
      ...(history && {
        history: {
          from: history.from,
          days: days.length,
          missing: await missingOf(this.#parts, backup.serialNumber, days),
        },
      }),
      ...(radios && {
        radios: radios.radios.map(({ name, zip }) => ({ name, size: Buffer.byteLength(zip, 'base64') })),
      }),
    }
  }

  /** What of its history a restoration keeps beside the home that is to be. */
  async historyOf(backup: Backup, look: Look): Promise<More> {
    const { history } = await this.#of(backup, look)
    return history ? { history } : {}
  }

  /** Brings back what a home did, as a target has it; again it adds nothing more. */
  async bringHistory(
    serialNumber: string,
    target: string,
    { type, substitutes }: Pick<Backup, 'type'> & Pick<Look, 'substitutes'>,
    present: HomeContent,
  ): Promise<void> {
    const { history } = await this.#of({ _id: target }, {})
    if (!history) return
    const days = await this.#taken({ type }, history, present, { ...(substitutes && { substitutes }) })
    await this.#parts.homes.recorded.bringBack(serialNumber, days)
  }

  /** What a bridge keeps of its radio network, as it packed it itself. */
  async radio(
    backup: Backup,
    { name, passphrase }: { name: string; passphrase?: string | undefined },
  ): Promise<File> {
    const { radios } = await this.#of(backup, { passphrase })
    const radio = radios?.radios.find((one) => one.name === name)
    if (!radio) throw notFound()
    const file = `${name} ${backup.createdAt.slice(0, 10)}.zip`
    return new File([new Uint8Array(Buffer.from(radio.zip, 'base64'))], file, { type: 'application/zip' })
  }

  async #of({ _id }: Pick<Backup, '_id'>, { passphrase }: Look): Promise<More> {
    const file = await this.#parts.store.backups.fileOf(_id)
    if (!file) throw notFound()
    return await moreOf(file, passphrase)
  }

  /** What of it the home takes as it is now. */
  #taken(
    { type }: Pick<Backup, 'type'>,
    history: BackupHistory,
    present: HomeContent,
    { substitutes = {} }: Look,
  ): Promise<readonly HistoryDay[]> {
    const devices = new Map(present.devices.map(({ device_id }) => [device_id, device_id]))
    for (const [gone, by] of Object.entries(substitutes)) if (devices.has(by)) devices.set(gone, by)
    const statuses = new Set(present.statuses.map(({ resource_id }) => resource_id))
    return historyFor(
      history,
      { devices, statuses, isSame: type !== 'imported' },
      dayOf(this.#parts.clock.now()),
    )
  }
}
