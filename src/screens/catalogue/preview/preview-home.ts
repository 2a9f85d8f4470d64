import { noSource } from '#engine/no-source.ts'
import type { DeviceHead, EnginePorts, PropertyAddress, PropertyState } from '#engine/ports.ts'
import { mainOf, onTile, partsOf } from '#engine/property/state/address.ts'
import type { Delivery, RawValue, WidgetRegistry } from '#engine/widget.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { type Mood, valueIn } from './preview-values.ts'

/** How long an order takes in the preview, so that one sees it on its way. */
const ON_ITS_WAY = 600

type Ports = Pick<EnginePorts, 'home' | 'link' | 'source'>

interface Shown {
  device: Device
  layout: DeviceLayout
  status: DeviceHead['status']
  mood: Mood
  /** Why it is restricted. */
  reason?: number
  /** How long ago its state began, ms. */
  since?: number
  /** Where an order for its main thing stands, and the reason of one that failed. */
  order?: { phase: Delivery['phase']; failure: string }
}

const keyOf = (service: string, property: string): string => `${service}/${property}`

const placedIn = ({ sections, tile }: DeviceLayout): Placed[] => [
  ...onTile(tile),
  ...Object.values(sections).flat(),
]

function said({ service_list }: Device): ReadonlyMap<string, RawValue> {
  return new Map(
    service_list.flatMap(({ name, property_list }) =>
      property_list.flatMap((live) =>
        live.value === null ? [] : [[keyOf(name, live.name), live.value as RawValue] as const],
      ),
    ),
  )
}

/** What the order of a preview is about: the first thing on the tile that can be set. */
const orderedOf = ({ tile }: DeviceLayout): Placed | undefined =>
  mainOf(tile).find(({ value }) => value.access.includes('write'))

function deliveryOf(order: Shown['order'], wanted: RawValue): Delivery {
  const retry = (): void => {}
  switch (order?.phase) {
    case 'sending':
    case 'accepted':
    case 'confirmed':
      return { phase: order.phase, wanted }
    case 'failed':
      return { phase: 'failed', wanted, reason: order.failure, retry }
    case 'diverged':
      return { phase: 'diverged', wanted, retry }
    default:
      return { phase: 'reported' }
  }
}

/** A home of one device that no gateway has: what is set there arrives, and goes nowhere. */
export function previewPorts(
  { device, layout, status, mood, reason, since = 0, order }: Shown,
  widgets: WidgetRegistry,
): EnginePorts {
  const live = said(device)
  const states = new Map<string, PropertyState>()
  const at = Date.now()
  for (const [index, { service, property, value }] of placedIn(layout).flatMap(partsOf).entries()) {
    const key = keyOf(service, property)
    if (!states.has(key))
      states.set(key, {
        value: valueIn(mood, value, index, live.get(key)),
        at,
        delivery: { phase: 'reported' },
      })
  }
  const ordered = order && orderedOf(layout)
  if (ordered) {
    const key = keyOf(ordered.service, ordered.property)
    const state = states.get(key)
    // What differs reports something else than was wanted.
    const wanted = valueIn(order.phase === 'diverged' ? 'extreme' : mood, ordered.value, 0)
    if (state) states.set(key, { ...state, delivery: deliveryOf(order, wanted) })
  }
  const listeners = new Set<() => void>()
  const put = ({ service, property }: PropertyAddress, state: PropertyState): void => {
    states.set(keyOf(service, property), state)
    for (const wake of [...listeners]) wake()
  }
  const unknown: PropertyState = { value: undefined, at: undefined, delivery: { phase: 'reported' } }
  const get = ({ service, property }: PropertyAddress): PropertyState =>
    states.get(keyOf(service, property)) ?? unknown
  const head: DeviceHead = {
    id: device.id,
    name: device.device_name,
    model: layout.model,
    type: layout.type,
    icon: layout.icon,
    status,
    statusSince: at - since,
    ...(reason !== undefined && { statusReason: reason }),
    networkType: device.networkType ?? 'virtual',
    ...(device.device_manufacturer !== undefined && { manufacturer: device.device_manufacturer }),
    layout,
  }
  const devices = { heads: [head], total: 1, complete: true }
  const link = { state: 'live' as const, since: at, retry: () => {} }
  const ports: Ports = {
    home: {
      devices: () => devices,
      device: (id) => (id === head.id ? head : undefined),
      rooms: () => [],
      floors: () => [],
      zone: () => undefined,
      order: () => [],
      arrange: () => {},
      link: () => link,
      subscribe: () => () => {},
    },
    link: {
      get,
      subscribe(_address, wake) {
        listeners.add(wake)
        return () => void listeners.delete(wake)
      },
      send(address, wanted) {
        put(address, { ...get(address), delivery: { phase: 'sending', wanted } })
        setTimeout(
          () => put(address, { value: wanted, at: Date.now(), delivery: { phase: 'confirmed', wanted } }),
          ON_ITS_WAY,
        )
      },
      dismiss: (address) => put(address, { ...get(address), delivery: { phase: 'reported' } }),
    },
    // Nothing is called for a device that is nowhere.
    source: noSource,
  }
  return { ...ports, widgets }
}
