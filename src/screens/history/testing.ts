import { vi } from 'vitest'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

export const HOUR = 3_600_000
/** Friday, 20 November 2026, noon at the home. */
export const NOON = Date.parse('2026-11-20T11:00:00Z')
export const MIDNIGHT = Date.parse('2026-11-19T23:00:00Z')

/** A value that a device measures, as its layout places it. */
export const placed = (service: string, property: string, value: Partial<Placed['value']>): Placed => ({
  service,
  property,
  section: 'sensory',
  grid: [0, 0, 1, 1],
  options: { propertyType: value.kind === 'bool' ? 'iconType' : 'serviceWithUnit' },
  value: { kind: 'number', access: ['read'], ...value },
})

export const layoutOf = (...sensory: Placed[]): DeviceLayout => ({
  model: 'M',
  type: 'Sensor',
  name: 'Sensor',
  icon: 'thermometer',
  generated: false,
  tile: { footer: [] },
  sections: { sensory },
})

/** A window so wide; until globals are no longer stubbed. */
export const windowOf = (width: number): void =>
  void vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)/.exec(query)?.[1] ?? Infinity),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
