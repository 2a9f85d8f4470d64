import limits from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { unpacked } from '../gateways/backups/archive.ts'
import { invalid } from '../lib/refusal.ts'
import type { GoldenModel } from '../store/fleet/golden-homes.ts'
import type { Store } from '../store/store.ts'

const { backupFileSize } = limits.limits

/** The home that the file of a backup holds, wherever it was made: of a gateway that is known here, under its name here. */
export async function modelOfFile(
  { gateways }: Pick<Store, 'gateways'>,
  file: File,
  passphrase: string | undefined,
): Promise<GoldenModel> {
  if (file.size > backupFileSize.value) throw invalid('/file', undefined, 'BACKUP_TOO_LARGE')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { manifest, content } = await unpacked(bytes, passphrase)
  const { serialNumber, model, name, firmware: version, madeAt } = manifest
  const known = await gateways.find(serialNumber)
  return {
    ...{ serialNumber, source: 'file', asOf: Date.parse(madeAt) },
    gatewayName: known?.name ?? (cleanName(name) || serialNumber),
    reading: { content, model, ...(version !== undefined && { version }) },
  }
}
