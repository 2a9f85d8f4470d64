import type { DriverHost, Order, Wire } from '#gateway/core/ports.ts'

/** What a driver tells its host without waiting for an answer. */
export type Told =
  | 'upsert'
  | 'remove'
  | 'inventory'
  | 'link'
  | 'report'
  | 'status'
  | 'bridge'
  | 'failed'
  | 'log'
  | 'malformed'

type Telling = { [K in Told]: { kind: 'tells'; name: K; args: Parameters<DriverHost[K]> } }[Told]

export type FromThread =
  | Telling
  | { kind: 'started' }
  | { kind: 'done'; ask: number; refused?: { code: number; message: string } }

/** `last`: what the home remembers of the property, which only it knows. */
export type Ask =
  | { kind: 'set'; command: Order; last: Wire }
  | { kind: 'leave'; device: string; force: boolean }
  | { kind: 'stop' }

export type ToThread = Ask & { ask: number }

export interface ThreadData {
  options: unknown
  watch: SharedArrayBuffer
  /** Sources that have taken too much before. */
  refused: readonly string[]
}
