import limits from '#catalogue/limits.json' with { type: 'json' }
import { meshAt } from '#gateway/drivers/virtual/mesh.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { KEPT, namedEntry, snapshotOf } from '../homes/network-snapshots.ts'
import type { Store } from '../store/store.ts'
import { demoSerialNumber } from './accounts.ts'
import { DEMO_SEED, demoDevices } from './home.ts'

const EVERY = limits.limits.networkSnapshotEvery.value
const DAY = 86_400_000
/** When somebody took a snapshot of the demo home, and what of. */
const BY_HAND = { ago: 4.6 * DAY, name: 'nach dem Umbau' }

/** The last week of the demo home's network, as its simulation says that it was. */
export async function seedNetworkPast(
  store: Pick<Store, 'networkSnapshots' | 'atomically'>,
  catalogue: { model(name: string): DeviceModel | undefined },
  now: number,
): Promise<void> {
  if ((await store.networkSnapshots.lastScheduled(demoSerialNumber)) !== undefined) return
  const devices = demoDevices(catalogue)
  const takenAt = (at: number) => {
    const ways = new Map(meshAt(devices, DEMO_SEED, at).map((way) => [way.device, way]))
    const nodes = devices.map((device) => {
      const way = ways.get(device.id)
      if (!way) return namedEntry(device)
      const { route, lqi: lqiValue, lost } = way
      const seen = new Date(lost ? at - DAY / 8 : at).toISOString()
      const status = lost ? (5 as const) : device.status
      return namedEntry({ ...device, status, route: [...route], lqiValue, routeTimestamp: seen })
    })
    return snapshotOf(nodes, at)
  }
  const last = Math.floor(now / EVERY) * EVERY
  await store.atomically(async ({ networkSnapshots }) => {
    for (let ago = KEPT.scheduled - 1; ago >= 0; ago -= 1)
      await networkSnapshots.keep(demoSerialNumber, takenAt(last - ago * EVERY), KEPT)
    const at = Math.round(now - BY_HAND.ago)
    await networkSnapshots.keep(demoSerialNumber, { ...takenAt(at), byHand: true, name: BY_HAND.name }, KEPT)
  })
}
