import type { DriverHost } from '#gateway/core/ports.ts'
import { isFields } from '../shared/fields.ts'
import { Flood } from '../shared/flood.ts'
import type { Mapped } from './device.ts'

/** A state message is small; anything larger is no state. */
const largestState = 256 * 1024

type Take = (payload: unknown) => void

export interface DeviceMessages {
  named(name: string): Mapped | undefined
  state(mapped: Mapped, payload: unknown): void
  availability(mapped: Mapped, payload: unknown): void
}

/** Sorts what arrives. What can't be read is counted and harms nothing else. */
export class Inbox {
  readonly #base: string
  readonly #host: DriverHost
  readonly #ofBridge: Readonly<Record<string, Take>>
  readonly #ofDevices: DeviceMessages
  readonly #flood: Flood

  constructor(
    base: string,
    host: DriverHost,
    ofBridge: Readonly<Record<string, Take>>,
    ofDevices: DeviceMessages,
  ) {
    this.#base = base
    this.#host = host
    this.#ofBridge = ofBridge
    this.#ofDevices = ofDevices
    this.#flood = new Flood(
      host.clock,
      (topic, payload) => this.#read(topic, () => this.#ofDevice(topic.slice(base.length + 1), payload)),
      (topic) => host.malformed(topic, 'more messages than anybody can use'),
    )
  }

  /** The bridge's own topics that are read. */
  get topics(): readonly string[] {
    return Object.keys(this.#ofBridge).map((topic) => `${this.#base}/${topic}`)
  }

  take(topic: string, payload: string): void {
    // Retained messages are taken back by empty ones, after a rename for example.
    if (!topic.startsWith(`${this.#base}/`) || payload === '') return
    const rest = topic.slice(this.#base.length + 1)
    const take = Object.hasOwn(this.#ofBridge, rest) ? this.#ofBridge[rest] : undefined
    // The bridge says each of its things once; devices may say theirs over and over.
    if (take) this.#read(topic, () => take(parsed(payload)))
    else this.#flood.take(topic, payload)
  }

  stop(): void {
    this.#flood.stop()
  }

  #read(topic: string, read: () => void): void {
    try {
      read()
    } catch (error) {
      this.#host.malformed(topic, error instanceof Error ? error.message.slice(0, 200) : 'not readable')
    }
  }

  /** Names may hold slashes, even end in `/availability`: the longest name that is known counts. */
  #ofDevice(rest: string, payload: string): void {
    if (payload.length > largestState) throw new Error(`${payload.length} characters`)
    const exact = this.#ofDevices.named(rest)
    if (exact) return this.#ofDevices.state(exact, parsed(payload))
    const cut = Math.max(0, rest.lastIndexOf('/'))
    const mapped = rest.slice(cut) === '/availability' ? this.#ofDevices.named(rest.slice(0, cut)) : undefined
    if (mapped) this.#ofDevices.availability(mapped, parsed(payload))
  }
}

/** Older bridges publish the bare words online and offline. */
const parsed = (payload: string): unknown =>
  payload === 'online' || payload === 'offline' ? payload : JSON.parse(payload)

/** What bridge/state and availability say. */
export function isOnline(payload: unknown): boolean {
  const state = isFields(payload) ? payload.state : payload
  if (state !== 'online' && state !== 'offline') throw new Error('neither online nor offline')
  return state === 'online'
}
