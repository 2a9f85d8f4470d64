import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import type { Ignored } from '#gateway/drivers/homeassistant/identity.ts'
import type { CatalogueRules } from '#gateway/lib/catalogue-rules.ts'
import type { HomeAssistantThread } from './isolated/homeassistant.ts'
import type { MqttAccess } from './mqtt-port.ts'
import { unreachable } from './reason.ts'

/** Drivers that speak with devices over a broker of their own. */
export const bridgeNames = ['zigbee2mqtt', 'homeassistant', 'tasmota'] as const

export type BridgeName = (typeof bridgeNames)[number]

export const isBridge = (name: string): name is BridgeName => bridgeNames.some((one) => one === name)

export interface BridgeAccess {
  /** mqtt://user:password@host:1883/topic: the path is the topic below which the bridge publishes, if it is not the usual one. */
  address: URL
  rules(): CatalogueRules
  /** The others beside it: what they serve, it leaves alone. */
  beside: readonly Neighbour[]
  /** Is told why the broker cannot be reached. */
  log: DriverHost['log']
}

/** Another bridge on the same broker, with the topic below which it publishes if it is not the usual one. */
export interface Neighbour {
  name: BridgeName
  topic?: string | undefined
}

type Make = (
  access: MqttAccess,
  options: {
    rules: CatalogueRules
    topic?: string
    beside: readonly Neighbour[]
    /** Hears once of each reason why the broker cannot be reached. */
    failed(reason: string): void
  },
) => Driver

/** A second Zigbee2MQTT on the broker is nobody else's; Tasmota devices have topics of their own. */
const ignoredOf = ({ name, topic = name }: Neighbour): Ignored[] =>
  name === 'homeassistant' ? [] : [name === 'zigbee2mqtt' ? { owner: name, base: topic } : name]

/** Loaded by those only who use them. */
const makers: Readonly<Record<BridgeName, () => Promise<Make>>> = {
  async zigbee2mqtt() {
    const { createZigbee2MqttDriver } = await import('#gateway/drivers/zigbee2mqtt/driver.ts')
    const { openMqttPort } = await import('./mqtt-port.ts')
    return (access, { rules, topic, failed }) =>
      createZigbee2MqttDriver({ mqtt: openMqttPort(access, failed), rules, ...(topic && { base: topic }) })
  },
  /** Its messages bring templates along: whoever may publish on that broker makes it work. */
  async homeassistant() {
    const { isolatedDriver } = await import('./isolated/driver.ts')
    return (access, { rules, topic, beside }) => {
      const ignore = beside.flatMap(ignoredOf)
      const options: HomeAssistantThread = { access, rules, ignore, ...(topic && { prefix: topic }) }
      const entry = new URL('./isolated/homeassistant.ts', import.meta.url)
      return isolatedDriver({ name: 'homeassistant', entry, options })
    }
  },
  async tasmota() {
    const { createTasmotaDriver } = await import('#gateway/drivers/tasmota/driver.ts')
    const { openMqttPort } = await import('./mqtt-port.ts')
    return (access, { rules, topic, failed }) =>
      createTasmotaDriver({ mqtt: openMqttPort(access, failed), rules, ...(topic && { prefix: topic }) })
  },
}

/** What makes the driver, as often as its home starts. */
export async function bridgeDriver(
  name: BridgeName,
  { address, rules, beside, log }: BridgeAccess,
): Promise<() => Driver> {
  const make = await makers[name]()
  const url = new URL(address)
  const topic = decodeURIComponent(url.pathname.slice(1)) || undefined
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.pathname = url.username = url.password = ''
  const failed = (reason: string): void => log('warn', unreachable(name), { broker: url.host, error: reason })
  return () =>
    make(
      { url: url.href, ...(username && { username, password }) },
      { rules: rules(), topic, beside, failed },
    )
}
