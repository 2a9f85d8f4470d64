import type { Driver } from '#gateway/core/ports.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { MqttPort } from '../shared/port.ts'
import { startedBridge } from '../shared/started.ts'
import { Bridge } from './bridge.ts'

export interface Zigbee2MqttOptions {
  mqtt: MqttPort
  /** catalogue/rules: what the names of the bridge become. */
  rules: CatalogueRules
  name?: string
  /** `base_topic` of the bridge. */
  base?: string
}

/** Zigbee2MQTT as a driver: its devices become devices of the home (tested with 2.14). */
export function createZigbee2MqttDriver({
  mqtt,
  rules,
  name = 'zigbee2mqtt',
  base = 'zigbee2mqtt',
}: Zigbee2MqttOptions): Driver {
  const { running, driver } = startedBridge(mqtt, (host) => new Bridge({ mqtt, rules, base, host }))
  return {
    name,
    ...driver,
    async get({ device, service, property }) {
      running().ask(device, service, property)
    },
    rename: (device, to) => running().rename(device, to),
    update: async (device, begun) => await running().update(device, begun),
    network: {
      serves: ['zigbee'],
      open: (wish) => running().joining.open(wish),
      close: () => running().joining.close(),
      remove: (device, force) => running().remove(device, force),
      group: async (name, members) => await running().upkeep.group(name, members),
      map: async () => await running().upkeep.map(),
      backup: async () => await running().upkeep.backup(),
    },
  }
}
