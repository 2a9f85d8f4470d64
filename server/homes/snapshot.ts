import type { Device, Value } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { Home } from './home.ts'

type Layouts = Pick<Catalogue, 'layoutOf'>

/** The order of the tile screen: by name, numbers by value. */
const byName = new Intl.Collator('de-CH', { numeric: true }).compare

/** Spec 2 §4: 4 is an error, 5 offline. */
const BROKEN: ReadonlySet<number> = new Set([4, 5])

/** The first devices of a home with what draws them; without `first` all. */
export function snapshotOf(home: Home, catalogue: Layouts, now: number, first?: number): HomeSnapshot {
  const all = home.devices().toSorted((a, b) => byName(a.device_name, b.device_name))
  const shown = all.slice(0, first).map((device) => ({ device, ...catalogue.layoutOf(device) }))
  return {
    serialNumber: home.serialNumber,
    seq: home.seq(),
    at: new Date(now).toISOString(),
    online: home.online(),
    total: all.length,
    counts: countsOf(all),
    devices: shown.map(({ device, hash }) => ({ device: withoutSources(device), layout: hash })),
    layouts: Object.fromEntries(shown.map(({ hash, layout }) => [hash, layout])),
    floors: [...home.floors()],
  }
}

/** Content hash of the layout of every device. */
export const hashesOf = (home: Home, catalogue: Layouts): Record<string, string> =>
  Object.fromEntries(home.devices().map((device) => [device.id, catalogue.layoutOf(device).hash]))

function countsOf(devices: readonly Device[]): HomeSnapshot['counts'] {
  return {
    online: devices.filter(({ status }) => !BROKEN.has(status)).length,
    attention: devices.filter((device) => BROKEN.has(device.status) || hasLowBattery(device)).length,
  }
}

const LOW_PERCENT = 15

/** A battery that says that it is low, or whose charge in per cent is. */
function hasLowBattery({ service_list }: Device): boolean {
  return service_list
    .flatMap(({ property_list }) => property_list)
    .some(({ name, type, value, unit, on = true }) => {
      if (/^battery_?low$/i.test(name)) return value === on
      return (
        /^battery/i.test(name) &&
        type !== 'bool' &&
        unit === '%' &&
        typeof value === 'number' &&
        value <= LOW_PERCENT
      )
    })
}

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
