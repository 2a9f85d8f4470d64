import type { Commands } from '#schemas/generated/channel.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { placeOf } from '../../gateways/places.ts'
import { devicesOf, kindsOf, statusesOf } from '../../homes/hosted/fork.ts'
import { snapshotOf } from '../../homes/snapshot.ts'
import { invalid, notFound } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import type { Handlers } from '../call.ts'
import type { Parts } from '../parts.ts'

const STATUSES = 'get_scenario_statuses_collection'

/** How a gateway is set up now, or was when a backup was made: what its twin in a browser begins as (decision 0234). */
export const forkHome =
  ({ store, homes, gateways, catalogue, alarmBook, now }: Parts): Handlers['forkHome'] =>
  async ({ params: { sn }, body: { backupId, passphrase }, session, language }) => {
    const gateway = await store.gateways.find(sn)
    const home = gateway && (await homes.of(sn))
    if (!gateway || !home) throw notFound()
    const backups = backupId === undefined ? [] : await gateways.backups.of(sn)
    const backup = backups.find(({ _id }) => _id === backupId)
    if (backupId !== undefined && !backup) throw invalid('/backupId', undefined, 'BACKUP_GONE')
    const content = backup
      ? await gateways.backups.content(backup, passphrase === undefined ? {} : { passphrase })
      : await gateways.backups.read(sn)
    const { devices, unknown } = backup
      ? devicesOf(content, home.devices(), catalogue)
      : { devices: home.devices(), unknown: [] }
    /** As a gateway of its own tells how its statuses are; without an answer they are off. */
    const statusesNow = async (of: HomeContent) => {
      const { code, data } = await homes.order(sn, session.userId, STATUSES, {})
      return code === 0 ? (data as Commands[typeof STATUSES]['data']).collection : statusesOf(of)
    }
    const at = backup?.madeAt ?? backup?.createdAt ?? new Date(now()).toISOString()
    const view = {
      ...{ serialNumber: sn, devices: () => devices, floors: () => content.floors, bridges: () => [] },
      ...{ zone: home.zone, seq: () => 0, online: () => true },
    }
    const address = await store.gatewayLife.address(sn)
    const place = address && placeOf(address)
    const fork: HomeFork = {
      ...{ serialNumber: sn, name: gateway.name || sn, at, source: backup ? 'backup' : 'live' },
      ...(backup && { snapshotName: backup.snapshotName }),
      snapshot: { ...snapshotOf(view, catalogue, now(), { language }), serialNumber: sn },
      content,
      statuses: [...(backup ? statusesOf(content) : await statusesNow(content))],
      kinds: kindsOf(devices, catalogue),
      alarms: [...alarmBook.table()],
      ...(place && { place }),
      unknown,
    }
    await store.audit.append({
      ...{ who: session.userId, what: 'forkHome', at: now(), gateway: sn, result: 'ok' },
      facts: { ...whence(session), ...(backup && { snapshotName: backup.snapshotName }) },
    })
    return fork
  }
