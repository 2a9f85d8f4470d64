import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { Meaning } from './points.ts'

/** A value of which a history is kept. */
export interface Recordable {
  meaning: Meaning
  /** What it counts of the home's energy, where its model says so; what can be set counts nothing. */
  energy: Value['energy']
}

const known = new WeakMap<DeviceLayout, ReadonlyMap<string, Recordable>>()

/** What of a device is recorded, by `service/property`, as its layout describes it (`history` in rules, templates and models). */
export function recordableOf(layout: DeviceLayout): ReadonlyMap<string, Recordable> {
  const there = known.get(layout)
  if (there) return there
  const found = new Map<string, Recordable>()
  gather([layout.tile, layout.sections], found)
  known.set(layout, found)
  return found
}

function gather(part: unknown, found: Map<string, Recordable>): void {
  if (typeof part !== 'object' || part === null) return
  const { service, property, value } = part as {
    service?: unknown
    property?: unknown
    value?: Partial<Value>
  }
  if (typeof service === 'string' && typeof property === 'string' && typeof value === 'object' && value) {
    const { history, secret, unit, scale, recordEvery, access, energy } = value
    if (secret !== true && (history === 'area' || history === 'step'))
      found.set(`${service}/${property}`, {
        meaning: {
          draw: history,
          ...(typeof unit === 'string' && { unit }),
          ...(typeof scale === 'number' && { scale }),
          ...(typeof recordEvery === 'number' && { every: recordEvery }),
        },
        energy: energy ?? (access?.includes('write') ? 'none' : undefined),
      })
  }
  for (const inner of Object.values(part)) gather(inner, found)
}
