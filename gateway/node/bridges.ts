import type { Driver } from '#gateway/core/ports.ts'
import type { MqttPort } from '#gateway/drivers/shared/port.ts'
import type { Rules } from '#gateway/lib/rules.ts'

/** Drivers that speak with devices over a broker of their own. */
export const bridgeNames = ['zigbee2mqtt', 'homeassistant', 'tasmota'] as const

export type BridgeName = (typeof bridgeNames)[number]

export const isBridge = (name: string): name is BridgeName => bridgeNames.some((one) => one === name)

export interface BridgeAccess {
  /** mqtt://user:password@host:1883/topic: the path is the topic below which the bridge publishes, if it is not the usual one. */
  address: URL
  rules(): Rules
  /** The others beside it: what they serve, it leaves alone. */
  beside: readonly BridgeName[]
}

type Make = (
  mqtt: MqttPort,
  options: { rules: Rules; topic?: string; beside: readonly BridgeName[] },
) => Driver

/** Loaded by those only who use them. */
const makers: Readonly<Record<BridgeName, () => Promise<Make>>> = {
  async zigbee2mqtt() {
    const { createZigbee2MqttDriver } = await import('#gateway/drivers/zigbee2mqtt/driver.ts')
    return (mqtt, { rules, topic }) => createZigbee2MqttDriver({ mqtt, rules, ...(topic && { base: topic }) })
  },
  async homeassistant() {
    const { createHomeAssistantDriver } = await import('#gateway/drivers/homeassistant/driver.ts')
    return (mqtt, { rules, topic, beside }) =>
      createHomeAssistantDriver({
        mqtt,
        rules,
        ...(topic && { prefix: topic }),
        ignore: beside.filter((one) => one !== 'homeassistant'),
      })
  },
  async tasmota() {
    const { createTasmotaDriver } = await import('#gateway/drivers/tasmota/driver.ts')
    return (mqtt, { rules, topic }) => createTasmotaDriver({ mqtt, rules, ...(topic && { prefix: topic }) })
  },
}

/** What makes the driver, as often as its home starts. */
export async function bridgeDriver(
  name: BridgeName,
  { address, rules, beside }: BridgeAccess,
): Promise<() => Driver> {
  const [make, { openMqttPort }] = await Promise.all([makers[name](), import('./mqtt-port.ts')])
  const url = new URL(address)
  const topic = decodeURIComponent(url.pathname.slice(1)) || undefined
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.pathname = url.username = url.password = ''
  return () =>
    make(openMqttPort({ url: url.href, ...(username && { username, password }) }), {
      rules: rules(),
      topic,
      beside,
    })
}
