import type { DriverDeclaration } from '../shared/declaration.ts'

export const tasmota = {
  name: 'tasmota',
  gateway: { serialNumber: 'TASMOTA', name: 'Tasmota' },
  variable: {
    name: 'GATEHOUSE_TASMOTA',
    about:
      'Broker of Tasmota devices, e.g. mqtt://host:1883 (a path is where they announce themselves, tasmota/discovery); ' +
      'they appear as the gateway "Tasmota".',
    secret: true,
  },
  option: { name: 'tasmota', about: 'where devices announce themselves (default tasmota/discovery)' },
  claims: () => 'tasmota',
  async load() {
    const { createTasmotaDriver } = await import('./driver.ts')
    return ({ mqtt, rules, topic }) => createTasmotaDriver({ mqtt, rules, ...(topic && { prefix: topic }) })
  },
} as const satisfies DriverDeclaration
