import { join } from 'node:path'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/backup.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import { takenOf } from '../../gateways/backups/backups.ts'
import { statusWords } from '../../lib/product-words.ts'
import { invalid, notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { assertOwner, findGateway } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

/** /backup: backups of homes (spec 3 §7). Whoever may use a home may make one; its owner brings one back. */
export function backupHandlers(parts: Parts, root: string): HandlersOf<operations> {
  const { rights, gateways } = parts
  const { backups, restores } = gateways
  const note = notedIn(parts)
  const names = statusWords(join(root, 'locales'), 'backupName')
  /** What one may not use answers like what does not exist (Z-02). */
  const mine = async (userId: string, id: string): Promise<Backup> => {
    const backup = await backups.find(id)
    if (!(await rights.mayUseGateway(userId, backup.serialNumber))) throw notFound()
    return backup
  }
  const owned = async (userId: string, id: string): Promise<Backup> => {
    const backup = await mine(userId, id)
    await assertOwner(parts, userId, backup.serialNumber)
    return backup
  }
  return {
    async listBackups({ params: { sn }, query: { type: wanted, open }, session }) {
      const all = await backups.offered(sn)
      const data = all.filter(
        ({ type, isEncrypted }) =>
          (wanted === undefined || type === wanted) && (open !== true || isEncrypted !== true),
      )
      const { isAutomaticallyBackup = false } = await findGateway(parts, sn)
      const making = backups.making(sn)
      return {
        ...{ data, count: data.length },
        places: catalogue.limits.backupPlaces.value,
        taken: takenOf(all),
        isAutomaticallyBackup,
        nights: await backups.nights(sn),
        ...(making && { making }),
        mayRestore: await rights.ownsGateway(session.userId, sn),
      }
    },
    async saveBackup({ body: { currentFWVersion: _told, ...wish }, session }) {
      const { userId, serialNumber } = wish
      if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
      // The keys of a radio network open the home.
      if (wish.radios) await assertOwner(parts, userId, serialNumber)
      const backup = await backups.save(wish)
      await note(session, 'saveBackup', serialNumber, { snapshotName: backup.snapshotName })
      return backup
    },
    readBackupOutlook: ({ params: { sn } }) => backups.outlook(sn),
    async cancelBackup({ params: { sn }, session }) {
      const canceled = backups.cancel(sn)
      if (canceled) await note(session, 'cancelBackup', sn, {})
      return { canceled }
    },
    async previewBackup({ params, body, session }) {
      return backups.preview(await owned(session.userId, params.backupId), body)
    },
    async restoreBackup({
      body: { backupId, serialNumber, userId, chosen, substitutes, passphrase, history },
      session,
    }) {
      const backup = await owned(userId, backupId)
      if (backup.serialNumber !== serialNumber) throw invalid('/serialNumber')
      await restores.begin(gateways.jobs, backup, {
        ...{ userId, chosen, passphrase, history },
        ...(substitutes && { substitutes }),
      })
      await note(session, 'restoreBackup', serialNumber, { snapshotName: backup.snapshotName })
      return undefined
    },
    async readRestore({ params: { sn } }) {
      const { backupRestoreInProgress = false } = await findGateway(parts, sn)
      return { inProgress: backupRestoreInProgress, ...(await restores.progress(sn)) }
    },
    async cancelRestore({ params: { sn }, session }) {
      await note(session, 'cancelRestore', sn, { snapshotName: await restores.cancel(sn) })
      return undefined
    },
    async backupAutomatically({ params: { sn }, body: { isAutomaticallyBackup, nights }, session }) {
      await backups.setAutomatic(sn, isAutomaticallyBackup, nights)
      await note(session, 'backupAutomatically', sn, { isAutomaticallyBackup, ...nights })
      return undefined
    },
    async deleteBackup({ params, session }) {
      const backup = await owned(session.userId, params.backupId)
      await backups.remove(backup)
      await note(session, 'deleteBackup', backup.serialNumber, { snapshotName: backup.snapshotName })
      return undefined
    },
    async exportBackup({ params, session, language = 'ch_DE' }) {
      const backup = await mine(session.userId, params.backupId)
      // Its passphrase keeps the keys of a radio network as well as the owner does.
      if (backup.radios && !backup.isEncrypted) await assertOwner(parts, session.userId, backup.serialNumber)
      await note(session, 'exportBackup', backup.serialNumber, { snapshotName: backup.snapshotName })
      return backups.file(backup, names[language].get(backup.snapshotName))
    },
    async readBackupRadio({ params, body, session }) {
      const backup = await owned(session.userId, params.backupId)
      const file = await backups.alongside.radio(backup, body)
      await note(session, 'readBackupRadio', backup.serialNumber, { snapshotName: backup.snapshotName })
      return file
    },
    async importBackup({ params: { sn }, body: { file, fileName, gtwSN }, session }) {
      if (gtwSN !== sn) throw invalid('/gtwSN')
      const named = new File([file], fileName, { type: file.type })
      const backup = await backups.take(sn, session.userId, named)
      await note(session, 'importBackup', sn, { snapshotName: backup.snapshotName })
      return backup
    },
  }
}
