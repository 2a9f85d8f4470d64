import type { Catalogue } from './catalogue/catalogue.ts'
import type { Inside } from './homes/hosted-home.ts'
import type { Store } from './store/store.ts'

/** Serial number of the gateway that stands for the Zigbee2MQTT named in the configuration. */
export const zigbee2mqttSerialNumber = 'ZIGBEE2MQTT'

/** Makes the gateway unless it is there. Without an owner, administrators see it. */
export async function seedZigbee2mqtt(store: Store, userId: string | null, now: number): Promise<void> {
  if (await store.gateways.find(zigbee2mqttSerialNumber)) return
  await store.gateways.create({
    _id: 'zigbee2mqtt',
    serialNumber: zigbee2mqttSerialNumber,
    name: 'Zigbee2MQTT',
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

/**
 * The bridge as a gateway in this process. The address is its broker's, with the base topic as path:
 * `mqtt://user:password@host:1883/zigbee2mqtt`. Its MQTT client is loaded by those only who use it.
 */
export async function zigbee2mqttInside(
  address: URL,
  catalogue: Pick<Catalogue, 'rules'>,
): Promise<() => Inside> {
  const [{ createZigbee2MqttDriver }, { openMqttPort }] = await Promise.all([
    import('#gateway/drivers/zigbee2mqtt/driver.ts'),
    import('#gateway/node/mqtt-port.ts'),
  ])
  const url = new URL(address)
  const base = decodeURIComponent(url.pathname.slice(1)) || 'zigbee2mqtt'
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.pathname = url.username = url.password = ''
  return () => {
    const mqtt = openMqttPort({ url: url.href, ...(username && { username, password }) })
    return { drivers: [createZigbee2MqttDriver({ mqtt, rules: catalogue.rules(), base })] }
  }
}
