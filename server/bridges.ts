import { type DriverName, drivers } from '#gateway/drivers/drivers.ts'
import { bridgeDriver } from '#gateway/node/bridges.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Inside } from './homes/hosted/hosted-home.ts'
import type { Log } from './log.ts'
import type { Store } from './store/store.ts'

/** Addresses of the bridges named in the configuration. */
export type BridgeAddresses = Readonly<Partial<Record<DriverName, URL>>>

const named = (addresses: BridgeAddresses) => drivers.filter(({ name }) => addresses[name])

/** Makes their gateways unless they are there. Without an owner, administrators see them. */
export async function seedBridges(
  store: Store,
  addresses: BridgeAddresses,
  userId: string | null,
  now: number,
): Promise<void> {
  for (const { name: bridge, gateway } of named(addresses)) {
    const { serialNumber, name } = gateway
    if (await store.gateways.find(serialNumber)) continue
    await store.gateways.create({
      _id: bridge,
      serialNumber,
      name,
      model: 'VOC200',
      type: 'vg',
      userId,
      connectionStatus: 'online',
      connectionStatusSince: new Date(now).toISOString(),
      connectionType: 'Ethernet',
      operationMode: 0,
      lockStatus: 0,
      privileged: false,
      subscriptionLockMode: 0,
    })
  }
}

/** The bridges as gateways in this process, by serial number. */
export async function bridgesInside(
  addresses: BridgeAddresses,
  catalogue: Pick<Catalogue, 'rules'>,
  log: Log,
): Promise<ReadonlyMap<string, () => Inside>> {
  const bridges = named(addresses)
  const topicOf = (name: DriverName) =>
    decodeURIComponent(addresses[name]?.pathname.slice(1) ?? '') || undefined
  const beside = bridges.map(({ name }) => ({ name, topic: topicOf(name) }))
  const inside = await Promise.all(
    bridges.map(async ({ name, gateway }) => {
      const address = addresses[name]
      if (!address) return []
      const driver = await bridgeDriver(name, {
        address,
        rules: () => catalogue.rules(),
        beside,
        log: (level, message, facts) => log[level](facts ?? {}, message),
      })
      return [[gateway.serialNumber, (): Inside => ({ drivers: [driver()] })] as const]
    }),
  )
  return new Map(inside.flat())
}
