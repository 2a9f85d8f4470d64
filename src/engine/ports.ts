import type { AnswerOf, CommandName, DataOf, InputOf, OperationId, ParamsOf } from '#schemas/calls.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { Delivery, RawValue, WidgetRegistry } from './widget.ts'

/** One property of one device. */
export interface PropertyAddress {
  device: string
  service: string
  property: string
}

export interface PropertyState {
  value: RawValue | undefined
  /** Epoch ms of the last report; undefined while unknown. */
  at: number | undefined
  /** From before the gateway started, and not reported since: it may no longer be so. */
  recalled?: boolean
  delivery: Delivery
}

/** The engine's port to devices: one property in, one value out, with its delivery state. Implemented by src/live. */
/** How soon whoever looks at a value is woken: with the next frame, or a few times a second for what sums up a home. */
export type Pace = 'frame' | 'calm'

export interface DeviceLink {
  get(address: PropertyAddress): PropertyState
  /**
   * Wakes only for this property; returns what ends it. Calmly, one `wake` for many is called once for all that changed,
   * and may be called once more after it ended.
   */
  subscribe(address: PropertyAddress, wake: () => void, pace?: Pace): () => void
  send(address: PropertyAddress, value: RawValue): void
  /** Takes back a failed or diverged notice. */
  dismiss(address: PropertyAddress): void
}

/** What lists, tiles and the device page know of a device without its values. Changes identity when any field does. */
export interface DeviceHead {
  id: string
  name: string
  model: string
  type: string
  icon: string
  status: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
  statusReason?: number
  /** Epoch ms. */
  statusSince?: number
  room?: { id: string; name: string; floorId?: string }
  networkType: string
  lqi?: number
  sleeping?: boolean
  /** Several like it can be made one device that they obey as. */
  groups?: boolean
  firmware?: string
  manufacturer?: string
  /** How it is reached (spec 2 §3, network fields). */
  address?: string
  ipAddress?: string
  /** Nodes on the way, the gateway first. */
  route?: string
  /** Epoch ms. */
  routeAt?: number
  linkSpeed?: string
  /** Its part in a WISE network: controller, active, routing, end device. */
  role?: 0 | 1 | 2 | 3
  /** Undefined until its layout has been fetched. */
  layout: DeviceLayout | undefined
}

/** A floor of the home with its rooms. */
export interface FloorFacts {
  id: string
  name: string
  rooms: readonly { id: string; name: string; icon?: string; devices: readonly string[] }[]
}

/** The engine's port to the devices of the current gateway. Implemented by src/live. */
export interface Home {
  /** In the person's order, others by name; identity changes when heads change. `complete` is false while only the first page is known. */
  devices(): {
    heads: readonly DeviceHead[]
    total: number
    complete: boolean
    /** Bridges that are away. */
    bridges?: readonly BridgeTrouble[]
  }
  device(id: string): DeviceHead | undefined
  rooms(): readonly { id: string; name: string; floor: string; floorId: string; devices: readonly string[] }[]
  /** Undefined while they are unknown. */
  floors(): readonly FloorFacts[] | undefined
  /** IANA name of the zone by whose clocks it lives, as its gateway says it (`knownZone`); undefined while it has not told. */
  zone(): string | undefined
  /** Devices that the person has put first. */
  order(): readonly string[]
  /** Shows the devices in this order at once; whoever calls it has it kept. */
  arrange(order: readonly string[]): void
  /** Health of the link: how old the values may be. */
  link(): {
    state: 'connecting' | 'live' | 'stale' | 'offline' | 'failed'
    since: number
    /** It connects then by itself: many pages were opened shortly before. */
    until?: number
    retry: () => void
  }
  subscribe(wake: () => void): () => void
}

export type Row = Readonly<Record<string, unknown>>

export interface ListQuery {
  page: number
  limit: number
  search?: string
  order?: string
  filters?: Readonly<Record<string, string>>
  /** Nothing newer than this moment, as an answer has named it. */
  until?: string
}

export interface Rows {
  rows: readonly Row[]
  total: number
  /** The moment that they are of, where the answer tells it. */
  asOf?: string
}

export interface Bound {
  row?: Row
  /** The chosen rows of a list. */
  rows?: readonly Row[]
  route?: Readonly<Record<string, string>>
  form?: Row
  chosen?: readonly string[]
  /** The one-time code that the person was sent for this. */
  otp?: string
}

/** Why something was not done. */
export interface Refused {
  ok: false
  status?: number
  code: string
  message: string
  /** The fields that it is about, each with its reason; without a reason of its own it is that of the whole. */
  fields?: readonly { field: string; code?: string; message?: string }[]
  /** How many tries are left, where they are counted. */
  remaining?: number
  /** The one error path has dealt with it already. */
  reported?: boolean
}

export type Result<Data> = { ok: true; data: Data; status?: number } | Refused
export type ActionResult = Result<unknown>

export interface CallOptions {
  /** Codes or statuses of failures that the caller tells itself, or `other` for all; the rest goes the one way of failures. */
  told?: readonly string[]
  /** The one-time code that the person was sent for this. */
  otp?: string
}

/** Calls from code, as the documents of API and channel describe them. */
export interface Calls {
  /** Carries out an operation. */
  call<O extends OperationId>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): Promise<Result<AnswerOf<O>>>
  /** Loads what is shown; rejects, and whoever shows it tells its failure in place. */
  load<O extends OperationId>(operation: O, input: InputOf<O>, signal?: AbortSignal): Promise<AnswerOf<O>>
  /** Orders something of the gateway; what is refused is told by whoever ordered it. */
  order<C extends CommandName>(command: C, params: ParamsOf<C>): Promise<Result<DataOf<C>>>
  /** Asks the gateway; rejects with what it answered, for whoever shows the failure in place. */
  ask<C extends CommandName>(command: C, params: ParamsOf<C>): Promise<DataOf<C>>
}

/** The engine's port to rows and calls. Implemented by src/data from catalogue/resources and the API documents. */
export interface Source extends Calls {
  list(resource: Resource, query: ListQuery, signal: AbortSignal, bound?: Bound): Promise<Rows>
  /** Applies live events to cached rows; wakes when the rows must be asked for again. */
  watch(resource: Resource, wake: () => void): () => void
  /** Runs an operation or a command that a definition names, with its bindings. Named outcomes are the caller's; everything else is reported by the source. */
  act(action: Action, bound: Bound): Promise<ActionResult>
  /** Sends the person a one-time code that holds for this action on this one thing. Rejects when it was not sent. */
  sendCode(action: string, of: string): Promise<void>
  /** Loads one thing that a definition names, e.g. for a facts block or a poll. */
  one(
    load: { operation?: string; command?: string; params?: Readonly<Record<string, string>> },
    bound: Bound,
    signal: AbortSignal,
  ): Promise<unknown>
}

export interface EnginePorts {
  /** Others than those of the folder `widgets`, e.g. of a test. */
  widgets?: WidgetRegistry
  link: DeviceLink
  home: Home
  source: Source
}
