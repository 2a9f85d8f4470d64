import { commonValueKey } from '#gateway/lib/models/text-keys.ts'
import type { Device, Value } from '#schemas/generated/entities/device.ts'
import type { DeviceSpeech } from '#schemas/generated/entities/device-speech.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import { together } from '#server/catalogue/speech/speech.ts'
import type { Language } from '#server/lib/language.ts'
import { deviceWithin, floorsWithin, type Reach } from '#server/lib/reach/reach.ts'
import type { Home } from './home.ts'

type Layouts = Pick<Catalogue, 'layoutOf' | 'said'>

/** The order of the tile screen: by name, numbers by value. */
const byName = new Intl.Collator('de-CH', { numeric: true }).compare

/** Which devices a snapshot holds: without `first` all, without `skip` from the first one on. */
export interface SnapshotPart {
  first?: number
  skip?: number
  /** Devices that come first; the others follow by name. */
  order?: readonly string[]
  /** Of somebody who finds no more of the home. */
  reach?: Reach | undefined
  /** In which words are said; in all of them where nobody says. */
  language?: Language | undefined
}

/** The first devices of a home after `skip` of them, with what draws them. */
export function snapshotOf(
  home: Omit<Home, 'device' | 'rules'>,
  catalogue: Layouts,
  now: number,
  { first, skip = 0, order: wanted, reach, language }: SnapshotPart = {},
): HomeSnapshot {
  const isSeen = (id: string): boolean => reach === undefined || reach.devices.has(id)
  const order = (wanted ?? []).filter(isSeen)
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: Device): number => places.get(id) ?? order.length
  const all = home
    .devices()
    .filter(({ id }) => isSeen(id))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || byName(a.device_name, b.device_name))
  const shown = all
    .slice(skip, first === undefined ? undefined : skip + first)
    .map((device) => ({ device, ...catalogue.layoutOf(device, home.serialNumber) }))
  return {
    serialNumber: home.serialNumber,
    // How much happens in a home is known by whoever finds all of it.
    seq: reach ? 0 : home.seq(),
    at: new Date(now).toISOString(),
    online: home.online(),
    total: all.length,
    devices: shown.map(({ device, hash }) => ({
      device: withoutSources(reach ? deviceWithin(device) : device),
      layout: hash,
    })),
    ...spokenTogether(
      shown.map(({ hash, layout }) => [hash, layout]),
      language,
      [catalogue.said(shown.flatMap(({ device }) => wordsOfValues(device)))],
    ),
    floors: reach ? floorsWithin(reach.devices, home.floors()) : [...home.floors()],
    bridges: reach ? [] : [...home.bridges()],
    zone: home.zone(),
    order: [...order],
  }
}

/** Layouts by their hashes, and once for all of them what they say. */
export function spokenTogether(
  hashed: readonly (readonly [hash: string, layout: DeviceLayout])[],
  language: Language | undefined,
  more: readonly DeviceSpeech[] = [],
): { layouts: Record<string, DeviceLayout>; speech: DeviceSpeech } {
  const layouts = new Map(hashed)
  const speech = together([...[...layouts.values()].flatMap((one) => one.speech ?? []), ...more], language)
  const silent = [...layouts].map(([hash, { speech: _speech, ...layout }]) => [hash, layout] as const)
  return { layouts: Object.fromEntries(silent), speech }
}

/** What the values of a device are called now, where nothing lists them. */
const wordsOfValues = ({ service_list }: Device): string[] =>
  service_list.flatMap(({ property_list }) =>
    property_list.flatMap(({ value }) => (typeof value === 'string' ? [commonValueKey(value)] : [])),
  )

/** Content hash of the layout of every device. */
export const hashesOf = (home: Home, catalogue: Pick<Catalogue, 'layoutOf'>): Record<string, string> =>
  Object.fromEntries(
    home.devices().map((device) => [device.id, catalogue.layoutOf(device, home.serialNumber).hash]),
  )

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
