import type { RawValue } from '#engine/widget.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'

/** One property of one device as a string: `device/service/property`. Ids hold no slash; names may. */
export type PropertyKey = `${string}/${string}/${string}`

/** A property with its last value, the time of its report (epoch ms), and whether that was before the gateway started. */
export type Change = readonly [key: PropertyKey, value: RawValue, at: number | undefined, recalled?: boolean]

/** The time of a property's report, and whether the gateway only recalls it. */
export const reportOf = ({
  at,
  recalled,
}: Pick<Property, 'at' | 'recalled'>): readonly [number | undefined, boolean] => [
  at === undefined ? undefined : Date.parse(at),
  recalled === true,
]

/** The gateway's verdict on an order. */
export type OrderEnded = Events['order_ended']

/** A device without its values: what lists and tile heads need. */
export interface DeviceFacts {
  id: string
  name: string
  model: string
  status: Device['status']
  statusReason?: number
  statusSince?: number
  networkType: string
  lqi?: number
  sleeping?: boolean
  groups?: boolean
  firmware?: string
  manufacturer?: string
  /** How it is reached (spec 2 §3, network fields). */
  address?: string
  ipAddress?: string
  /** Nodes on the way, the gateway first. */
  route?: string
  routeAt?: number
  linkSpeed?: string
  role?: 0 | 1 | 2 | 3
}

/** Timings of the channel in ms (catalogue/limits.json, spec 1 §9). */
export interface ChannelLimits {
  keepalive: number
  reconnect: number
  connectTimeout: number
  requestTimeout: number
  retries: number
  /** Bytes that may be said at once. */
  packet: number
  /** Silence after which the link is tried with a ping, and how long its answer may take. */
  silence: number
  pingTimeout: number
  /** spec 2 §4: detail of a new device is fetched this long after `device_added`. */
  deviceAddedDelay: number
}

export interface OpenChannel {
  url: string
  userId: string
  admin: boolean
  /** Serial number of the chosen gateway; absent while none is chosen. */
  gateway: string | undefined
  limits: ChannelLimits
}

/** What opens one connection. */
export interface ChannelToken {
  token: string
  sessionKey: string
  /** Ms until it is accepted: many connections were made shortly before. */
  wait?: number
}

/** Of what the page wants to hear from now on with every frame, of what a few times a second, and of what no longer. */
export interface Watch {
  frame: readonly PropertyKey[]
  calm: readonly PropertyKey[]
  drop: readonly PropertyKey[]
}

export type ToWorker =
  | { kind: 'open'; open: OpenChannel }
  | { kind: 'token'; token: ChannelToken }
  | { kind: 'noToken' }
  | ({ kind: 'watch' } & Watch)
  | { kind: 'call'; request: string; command: string; params: unknown }
  | { kind: 'ack' }
  | { kind: 'retry' }
  | { kind: 'close' }

export type LinkState = 'connecting' | 'live' | 'stale' | 'failed'

export type EventOrigin = 'gateway' | 'user' | 'admin'

export type FromWorker =
  | { kind: 'needToken' }
  | { kind: 'link'; state: LinkState; since: number; until?: number }
  | { kind: 'presence'; online: boolean }
  | { kind: 'home'; bridges: readonly BridgeTrouble[]; zone: string | undefined }
  /** The gateway is asked for its devices in vain. */
  | { kind: 'untold' }
  | { kind: 'floors'; floors: FloorLayout['floors'] }
  | Batch
  | { kind: 'answer'; request: string; ok: true; data: unknown }
  | { kind: 'answer'; request: string; ok: false; code: string; message: string }
  | { kind: 'event'; origin: EventOrigin; event: string; data: unknown }
  | { kind: 'refused' }
  | { kind: 'malformed'; where: string }

/** What happened since the batch before; of devices, properties and orders the newest. */
export interface Batch {
  kind: 'batch'
  devices?: DevicesUpdate
  changes: readonly Change[]
  ended: readonly OrderEnded[]
  /** What the gateway told, in its order; all of the above came of it. */
  events: readonly { event: string; data: unknown }[]
}

export interface DevicesUpdate {
  /** There are no others. */
  all: boolean
  facts: readonly DeviceFacts[]
  removed: readonly string[]
}

export const keyOf = (device: string, service: string, property: string): PropertyKey =>
  `${device}/${service}/${property}`

export const factsOf = (device: Device): DeviceFacts => ({
  id: device.id,
  name: device.device_name,
  model: device.class,
  status: device.status,
  statusReason: device.status_reason,
  statusSince: device.status_since === undefined ? undefined : Date.parse(device.status_since),
  networkType: device.networkType,
  lqi: device.lqiValue,
  sleeping: device.sleeping,
  groups: device.groups,
  firmware: device.firmwareVersion,
  manufacturer: device.device_manufacturer,
  address: device.address,
  ipAddress: device.ipAddress,
  route: device.route?.join(' › '),
  routeAt: device.routeTimestamp === undefined ? undefined : Date.parse(device.routeTimestamp),
  linkSpeed: device.link_speed,
  role: device.role,
})
