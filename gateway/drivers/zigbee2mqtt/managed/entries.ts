import type { Wire } from '#gateway/core/ports.ts'
import { propertyOf } from '#gateway/lib/models/as-device.ts'
import { addressOf, type CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { describe } from '#gateway/lib/models/describe.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Service } from '#schemas/generated/entities/device.ts'
import type { BridgeAddress, BridgeRequest, Described } from '../describe.ts'

/** A property that the bridge keeps for a device. */
export interface Entry {
  name: string
  compound: string
  value: Value
  path?: readonly string[]
  absent?: Wire
  /** Known from the description itself. */
  worth?: Wire
  request?: (value: Wire) => BridgeRequest | readonly BridgeRequest[]
}

/** Sent once, nothing is heard of it. */
export const once = (value: string, category: Value['category'] = 'config'): Value => ({
  kind: 'option',
  access: ['write'],
  options: [{ value }],
  category,
})

/** Entries as services, and where each of them lives. */
export function describeEntries(entries: readonly Entry[], rules: CatalogueRules): Described {
  const services = new Map<string, Service>()
  const addresses = entries.map(({ name, compound, value, path, absent, worth, request }): BridgeAddress => {
    const { service, property } = addressOf(rules, {
      name,
      compound,
      writable: value.access.includes('write'),
    })
    const described = propertyOf(property, describe(rules, { service, property }, value))
    const held = services.get(service) ?? { name: service, type: service, property_list: [] }
    held.property_list.push(worth === undefined ? described : { ...described, value: worth })
    services.set(service, held)
    return {
      service,
      property,
      key: `${service}/${property}`,
      kind: value.kind,
      readable: value.access.includes('read'),
      gettable: false,
      event: false,
      main: false,
      described,
      ...(path && { path }),
      ...(absent !== undefined && { absent }),
      ...(request && { request: (wanted: Wire) => [request(wanted)].flat() }),
    }
  })
  return { services: [...services.values()], addresses }
}
