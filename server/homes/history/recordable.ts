import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { Meaning } from './points.ts'

const known = new WeakMap<DeviceLayout, ReadonlyMap<string, Meaning>>()

/** What of a device is recorded, by `service/property`, as its layout describes it (`history` in rules, templates and models). */
export function recordableOf(layout: DeviceLayout): ReadonlyMap<string, Meaning> {
  const there = known.get(layout)
  if (there) return there
  const found = new Map<string, Meaning>()
  gather([layout.tile, layout.sections], found)
  known.set(layout, found)
  return found
}

function gather(part: unknown, found: Map<string, Meaning>): void {
  if (typeof part !== 'object' || part === null) return
  const { service, property, value } = part as { service?: unknown; property?: unknown; value?: unknown }
  if (typeof service === 'string' && typeof property === 'string' && typeof value === 'object' && value) {
    const { history, secret, unit, scale, recordEvery } = value as Record<string, unknown>
    if (secret !== true && (history === 'area' || history === 'step'))
      found.set(`${service}/${property}`, {
        draw: history,
        ...(typeof unit === 'string' && { unit }),
        ...(typeof scale === 'number' && { scale }),
        ...(typeof recordEvery === 'number' && { every: recordEvery }),
      })
  }
  for (const inner of Object.values(part)) gather(inner, found)
}
