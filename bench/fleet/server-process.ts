/** The real server with a large fleet in its store, and gateways of which each has a secret. */
import { join } from 'node:path'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { start } from '#server/start.ts'
import { CODE, fill } from './filled-fleet.ts'
import type { PlayedGateway } from './gateways-process.ts'

export type ToServer = { kind: 'code'; of: string }
export type FromServer =
  | {
      kind: 'ready'
      url: string
      port: number
      gateways: readonly PlayedGateway[]
      devices: readonly Device[]
    }
  | { kind: 'coded' }

const ADMIN = 'demo-admin'
const MODELS = ['SWI100', 'TMP100', 'SHU100'] as const

const [size = 0, played = 0] = process.argv.slice(2).map(Number)
const tell = (message: FromServer): void => void process.send?.(message)
const root = join(import.meta.dirname, '../..')
const running = await start(readConfig({ ...process.env, HOST: '127.0.0.1', PORT: '0' }), {
  ...{ root, log: createLog('error') },
})
const { store } = running
await fill(store, size)
const gateways: PlayedGateway[] = []
for (let at = 0; at < played; at += 1) {
  const serialNumber = `PLAY${String(at).padStart(6, '0')}`
  await store.gateways.create({
    ...{ _id: `p${at}`, serialNumber, name: `Played ${at}`, model: 'DOC400', userId: 'demo-home' },
    ...{ connectionStatus: 'offline', currentFWVersion: '4.22.0', operationMode: 0, subscriptionLockMode: 0 },
  })
  gateways.push({ serialNumber, secret: await issueGatewaySecret(store.gateways, serialNumber) })
}
const catalogue = await openCatalogue(join(root, 'catalogue'))
const devices = MODELS.flatMap((name): Device[] => {
  const model = catalogue.model(name)
  return model
    ? [
        {
          ...{ id: name.toLowerCase(), device_name: name, class: name, status: 2, networkType: 'virtual' },
          service_list: servicesOf(model),
        },
      ]
    : []
})
catalogue.close()
process.on('message', ({ of }: ToServer) => {
  void hashPassword(CODE)
    .then((hash) =>
      store.otps.replace({
        ...{ userId: ADMIN, action: 'sendAnnouncement', uniqueIdentifier: of, hash },
        expiresAt: Date.now() + 600_000,
      }),
    )
    .then(() => tell({ kind: 'coded' }))
})
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
tell({ kind: 'ready', url: running.url, port: running.gatewayPort ?? 0, gateways, devices })
