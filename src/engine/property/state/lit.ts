import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import type { RawValue } from '../../widget.ts'
import { mainOf, type Part, partKey, partsOf } from './address.ts'

const DARK = new Set(['off', 'false', '0', 'idle', 'none', 'cool', 'cooling', 'fan', 'fan_only', 'closed'])

const placements = ({ tile, sections }: DeviceLayout): readonly Placed[] => [
  ...mainOf(tile),
  ...Object.values(sections).flatMap((section) => section ?? []),
]

/** The value behind an address, wherever the layout shows it. */
export function partAt(
  layout: DeviceLayout,
  ref: { service: string; property: string },
): (Part & { placed: Placed }) | undefined {
  const key = partKey(ref)
  for (const placed of placements(layout)) {
    const part = partsOf(placed).find((one) => partKey(one) === key)
    if (part) return { service: part.service, property: part.property, value: part.value, placed }
  }
  return undefined
}

/** Whether it sets what shines: off, its brightness is only what it would be. */
export const isOfLight = ({ lit }: Pick<DeviceLayout, 'lit'>, placed: Placed): boolean =>
  lit !== undefined && partsOf(placed).some(({ service }) => service === lit.service)

/** Whether the value says that something shines or heats: on, "heat", more than nothing. */
export function shines(raw: RawValue | undefined, part: Part | undefined): boolean {
  if (raw === undefined || raw === null || typeof raw === 'object') return false
  const { on, off } = part?.value ?? {}
  if (off !== undefined && String(raw) === String(off)) return false
  if (on !== undefined) return String(raw) === String(on)
  if (typeof raw === 'number') return raw > 0
  return raw === true || (raw !== '' && !DARK.has(String(raw).toLowerCase()))
}
