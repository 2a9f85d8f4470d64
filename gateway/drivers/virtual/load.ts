import type { Wire } from '#gateway/core/ports.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { between, type Random, rounded } from './random.ts'

/** A device from within, as far as it draws power. */
interface Powered {
  places: readonly { property: Property }[]
  value(place: { property: Property }): Wire
  /** Draws that much while it is fully on. */
  watts: number
}

/** What has changed already, though its value is not noted yet. */
interface Change {
  property: Property
  value: Wire
}

const mains = 230
const isPower = ({ name, readonly }: Property): boolean => readonly && /^(power|ActivePower)$/.test(name)
const isLevel = ({ name }: Property): boolean => /^(brightness|level)$/.test(name)
const isSwitch = ({ name, type }: Property): boolean => name === 'state' && type === 'bool'

export const isCurrent = ({ name, readonly }: Property): boolean => readonly && name === 'current'

const named = ({ places }: Powered, is: (property: Property) => boolean): Property | undefined =>
  places.find(({ property }) => is(property))?.property

/** What hangs on a device draws much less than it can bear. */
export function loadOf({ places }: Pick<Powered, 'places'>, random: Random): number {
  const most = places.find(({ property }) => isPower(property))?.property.max
  return Math.round(most === undefined ? between(random, 6, 180) : most * between(random, 0.03, 0.2))
}

/** Power now: none while it is off, less while it is dimmed; undefined where nothing is switched. */
export function drawn(inner: Powered, change?: Change): { property: Property; value: number } | undefined {
  const power = named(inner, isPower)
  const state = named(inner, isSwitch)
  if (!power || !state) return undefined
  const now = (property: Property): Wire =>
    property === change?.property ? change.value : inner.value({ property })
  const level = named(inner, isLevel)
  const dimmed = level && change?.property === level && Number(change.value) > 0
  if (!dimmed && now(state) !== (state.on ?? true)) return { property: power, value: 0 }
  const share = level ? Number(now(level)) / (level.max ?? 100) : 1
  return { property: power, value: rounded(inner.watts * share, power.precision ?? 0) }
}

/** The current that goes with the power, as the wire has it; undefined where there is not both. */
export function currentOf(
  inner: Powered,
  change?: Change,
): { property: Property; value: number } | undefined {
  const power = named(inner, isPower)
  const current = named(inner, isCurrent)
  if (!power || !current) return undefined
  const { scale = 1, precision = 2 } = current
  const amperes =
    (Number(change?.property === power ? change.value : inner.value({ property: power })) *
      (power.scale ?? 1)) /
    mains
  return { property: current, value: rounded(amperes / scale, scale > 1 ? 6 : precision) }
}
