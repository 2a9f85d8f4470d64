import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'

interface Place {
  service: string
  serviceType: string
  property: Property
}

const placesOf = ({ service_list }: Device): Place[] =>
  service_list.flatMap(({ name, type, property_list }) =>
    property_list.map((property) => ({ service: name, serviceType: type, property })),
  )

/** Numbers with and without a range are alike, and so are lists of choices with other choices. */
const familyOf = ({ type }: Property): string => (type === 'range' ? 'number' : type)

/** A value of one can stand where a value of the other stood. */
const isAlike = (old: Property, next: Property): boolean =>
  familyOf(old) === familyOf(next) && (old.unit ?? '') === (next.unit ?? '')

/** What was set must still be settable; a reading may well become a setting. */
const isEnough = (old: Property, next: Property): boolean => old.readonly || !next.readonly

/** How well a property of the new device stands in for one of the old; 0 is not at all. */
function closeness(old: Place, next: Place): number {
  if (!isAlike(old.property, next.property) || !isEnough(old.property, next.property)) return 0
  const sameName = old.property.name === next.property.name
  const sameService = old.service === next.service
  const sameType = old.serviceType === next.serviceType
  if (sameName && sameService) return 4
  if (sameName && sameType) return 3
  if (sameName) return 2
  // Readings of one unit mean the same under another name; switches of one service seldom do.
  return (sameService || sameType) && next.property.unit ? 1 : 0
}

function whyNot(old: Place, places: readonly Place[]): PlannedProperty['why'] {
  const named = places.filter(
    ({ service, property }) => property.name === old.property.name && service === old.service,
  )
  if (named.length === 0) return 'missing'
  return named.some(({ property }) => isAlike(old.property, property)) ? 'readonly' : 'kind'
}

/**
 * Which property of the new device takes the part of each of the old: the closest pairs first, none of the new twice, so
 * that nothing is set by two orders that were one thing each.
 */
export function matchProperties(old: Device, next: Device): PlannedProperty[] {
  const before = placesOf(old)
  const after = placesOf(next)
  const pairs = before
    .flatMap((from) => after.map((to) => ({ from, to, close: closeness(from, to) })))
    .filter(({ close }) => close > 0)
    .toSorted((a, b) => b.close - a.close)
  const matched = new Map<Place, { to: Place; close: number }>()
  const taken = new Set<Place>()
  for (const { from, to, close } of pairs) {
    if (matched.has(from) || taken.has(to)) continue
    matched.set(from, { to, close })
    taken.add(to)
  }
  return before.map((from) => {
    const at = { service: from.service, property: from.property.name }
    const found = matched.get(from)
    if (!found) return { ...at, fit: 'none', why: whyNot(from, after) }
    const to = { service: found.to.service, property: found.to.property.name }
    return found.close === 4 ? { ...at, fit: 'same', to } : { ...at, fit: 'similar', to }
  })
}

/** A device that shares nothing but what every device has, such as its battery, is no successor. */
export function isSuccessor(old: Device, properties: readonly PlannedProperty[]): boolean {
  const main = new Set(
    placesOf(old)
      .filter(({ property }) => property.category !== 'diagnostic' && property.category !== 'config')
      .map(({ service, property }) => `${service}/${property.name}`),
  )
  return (
    main.size === 0 ||
    properties.some(({ service, property, fit }) => fit !== 'none' && main.has(`${service}/${property}`))
  )
}
