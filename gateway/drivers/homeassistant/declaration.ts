import type { DriverDeclaration } from '../shared/declaration.ts'

export const homeassistant = {
  name: 'homeassistant',
  gateway: { serialNumber: 'HOMEASSISTANT', name: 'MQTT Discovery' },
  variable: {
    name: 'GATEHOUSE_HOMEASSISTANT',
    about:
      "Broker on which devices announce themselves by Home Assistant's MQTT discovery, e.g. mqtt://host:1883/homeassistant " +
      '(the path is the discovery prefix); they appear as the gateway "MQTT Discovery".',
    secret: true,
  },
  option: { name: 'discovery', about: 'its discovery prefix (default homeassistant)' },
  // Its messages bring templates along: whoever may publish on that broker makes it work.
  isolated: true,
  async load() {
    const { createHomeAssistantDriver } = await import('./driver.ts')
    return ({ topic, ...parts }) => createHomeAssistantDriver({ ...parts, ...(topic && { prefix: topic }) })
  },
} as const satisfies DriverDeclaration
