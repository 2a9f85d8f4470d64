import type { Device, Value } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { Home } from './home.ts'

type Layouts = Pick<Catalogue, 'layoutOf'>

/** The order of the tile screen: by name, numbers by value. */
const byName = new Intl.Collator('de-CH', { numeric: true }).compare

/** Which devices a snapshot holds: without `first` all, without `skip` from the first one on. */
export interface SnapshotPart {
  first?: number
  skip?: number
  /** Devices that come first; the others follow by name. */
  order?: readonly string[]
}

/** The first devices of a home after `skip` of them, with what draws them. */
export function snapshotOf(
  home: Home,
  catalogue: Layouts,
  now: number,
  { first, skip = 0, order = [] }: SnapshotPart = {},
): HomeSnapshot {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: Device): number => places.get(id) ?? order.length
  const all = home
    .devices()
    .toSorted((a, b) => placeOf(a) - placeOf(b) || byName(a.device_name, b.device_name))
  const shown = all
    .slice(skip, first === undefined ? undefined : skip + first)
    .map((device) => ({ device, ...catalogue.layoutOf(device) }))
  return {
    serialNumber: home.serialNumber,
    seq: home.seq(),
    at: new Date(now).toISOString(),
    online: home.online(),
    total: all.length,
    devices: shown.map(({ device, hash }) => ({ device: withoutSources(device), layout: hash })),
    layouts: Object.fromEntries(shown.map(({ hash, layout }) => [hash, layout])),
    floors: [...home.floors()],
    bridges: [...home.bridges()],
    order: [...order],
  }
}

/** Content hash of the layout of every device. */
export const hashesOf = (home: Home, catalogue: Layouts): Record<string, string> =>
  Object.fromEntries(home.devices().map((device) => [device.id, catalogue.layoutOf(device).hash]))

/** Addresses on a bridge stay on the gateway, whatever a gateway of another make sends. */
function withoutSources(device: Device): Device {
  const service_list = device.service_list.map((service) => ({
    ...service,
    property_list: service.property_list.map((property) => {
      const { fields, item } = property
      if (!fields && !item) return property
      return { ...property, ...(fields && { fields: bareFields(fields) }), ...(item && { item: bare(item) }) }
    }),
  }))
  return { ...device, service_list }
}

function bare({ source: _source, fields, item, ...value }: Value): Value {
  return { ...value, ...(fields && { fields: bareFields(fields) }), ...(item && { item: bare(item) }) }
}

const bareFields = (fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bare(value)]))
