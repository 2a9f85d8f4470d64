import type { AwayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { Commands, Events, ServerCommand } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { JoinFailure, JoiningNews, NetworkDriver } from './network-driver.ts'

/** Plain values as they travel. */
export type Wire = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }

/** Time, handed in so that tests and twins own it. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Runs once after `ms`; the returned function takes it back. */
  after(ms: number, run: () => void): () => void
}

/**
 * Where the core keeps what must survive a restart: rooms, names, last values. Written before a command is acknowledged.
 * `put` stores all or nothing; the value undefined removes its key.
 */
export interface HomeStore {
  load(): Promise<ReadonlyMap<string, unknown>>
  put(entries: ReadonlyMap<string, unknown>): Promise<void>
}

/** How the core talks to its clients; server and tests implement it. */
export interface Transport {
  /** Sends one live event; the core has already given it its sequence number. */
  event(event: { event: string; seq: number; at: string; data: unknown }): void
}

/** What a driver tells the core. */
export interface DriverHost {
  clock: Clock
  /** A device appeared or its description changed; values inside are taken over. */
  upsert(device: Device): void
  remove(deviceId: string): void
  /** These are all devices that the driver has; what the core still remembers of others is forgotten. */
  inventory(deviceIds: readonly string[]): void
  /** Facts of the radio, taken in without an event: they change with every message. */
  link(change: {
    device: string
    lqiValue?: number
    route?: readonly string[]
    routeTimestamp?: string
  }): void
  report(change: { device: string; service: string; property: string; value: Wire; cause?: string }): void
  status(change: { device: string; status: Device['status']; reason?: Device['status_reason'] }): void
  /** What keeps everything behind this bridge away; undefined: nothing. */
  bridge(reason: AwayReason | undefined): void
  /** The last value that the home remembers, also from before a restart; null while unknown. */
  last(target: { device: string; service: string; property: string }): Wire
  /** The device did not take the order with this id; without one, none of those to the property that are under way. */
  failed(failure: {
    device: string
    service: string
    property: string
    request?: string | undefined
    code: string
    message: string
  }): void
  /** A device wants to join, is being set up, or restarts meanwhile. */
  joining(news: JoiningNews): void
  /** A device that was expected by what stands on it is there. */
  joined(address: string, device: string): void
  joinFailed(failure: JoinFailure): void
  /** What the driver itself must not forget, as it was stored last. */
  notes(): unknown
  /** Resolves when it is stored. */
  note(notes: unknown): Promise<void>
  /** Structured, secret-free. */
  log(
    level: 'debug' | 'info' | 'warn' | 'error',
    message: string,
    facts?: Readonly<Record<string, unknown>>,
  ): void
  /** Something arrived that could not be read; counted, logged once a source. */
  malformed(source: string, detail: string): void
}

/** A value that a device is to have. */
export interface Order {
  id: string
  device: string
  service: string
  property: string
  value: Wire
}

/** A bridge to real or virtual devices. */
export interface Driver {
  readonly name: string
  start(host: DriverHost): Promise<void>
  stop(): Promise<void>
  /** Resolves when the bridge has taken the order; the device's own report follows. Rejects with a CommandError. */
  set(order: Order): Promise<void>
  /** Asks the device for its present value, when it can be asked. */
  get?(target: { device: string; service: string; property: string }): Promise<void>
  rename?(device: string, name: string): Promise<void>
  /**
   * Looks for newer firmware of a device and installs it; `begun` says that there is some. Resolves when it is
   * installed, or when there is none. Missing where devices cannot be updated.
   */
  update?(device: string, begun: () => void): Promise<void>
  /** Missing where nothing joins or leaves. */
  readonly network?: NetworkDriver
}

/** What a gateway answers; the server keeps histories. */
export type CommandName = Exclude<keyof Commands, ServerCommand>
export type EventName = keyof Events
