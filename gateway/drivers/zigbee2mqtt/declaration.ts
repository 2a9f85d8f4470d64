import type { DriverDeclaration } from '../shared/declaration.ts'

export const zigbee2mqtt = {
  name: 'zigbee2mqtt',
  gateway: { serialNumber: 'ZIGBEE2MQTT', name: 'Zigbee2MQTT' },
  variable: {
    name: 'GATEHOUSE_ZIGBEE2MQTT',
    about:
      'Broker of a Zigbee2MQTT, e.g. mqtt://user:password@host:1883/zigbee2mqtt (the path is its base topic); ' +
      'its devices appear as the gateway "Zigbee2MQTT".',
    secret: true,
  },
  option: { name: 'base', about: 'its base_topic (default zigbee2mqtt)' },
  // A second one on the broker is nobody else's.
  claims: (topic) => ({ owner: 'zigbee2mqtt', base: topic ?? 'zigbee2mqtt' }),
  async load() {
    const { createZigbee2MqttDriver } = await import('./driver.ts')
    return ({ mqtt, rules, topic }) => createZigbee2MqttDriver({ mqtt, rules, ...(topic && { base: topic }) })
  },
} as const satisfies DriverDeclaration
