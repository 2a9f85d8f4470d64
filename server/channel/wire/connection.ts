import { Duplex } from 'node:stream'
import type { Clock } from '#gateway/core/ports.ts'
import { Breach } from '../guard/breach.ts'
import { Bucket } from '../guard/bucket.ts'
import type { Limits } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { Gathering } from './gathering.ts'
import { inspect } from './inspect.ts'
import { Outbox } from './outbox.ts'
import { PacketReader } from './packet-reader.ts'
import { encodePublish } from './publish-bytes.ts'
import type { Wire } from './wire.ts'

export interface ConnectionOptions {
  wire: Wire
  /** Where the client is, for limits and the log. */
  address: string
  /** What may sign in here: browsers by token, gateways by secret. */
  kind: 'browser' | 'gateway'
  limits: Limits
  clock: Clock
  /** The client broke a rule and is gone. */
  onBreach(connection: Connection, reason: string): void
}

/** Delivered or not, or something else instead. */
export type Held = boolean | Buffer

/**
 * One client, as the broker's parser sees it: a stream of whole, inspected packets at a bearable pace, and a sink that
 * is never full. A reader that takes nothing is cut; nobody ever waits for it.
 */
export class Connection extends Duplex {
  readonly address: string
  readonly kind: 'browser' | 'gateway'
  /** Whose certificate it has shown, where one is asked for. */
  certified: string | undefined
  /** Who it is, once its CONNECT was accepted. */
  principal: Principal | undefined
  /** From its CONNECT. */
  keepalive = 0
  /** Granted filters. */
  readonly filters = new Set<string>()
  readonly #options: ConnectionOptions
  readonly #reader: PacketReader
  readonly #bucket: Bucket
  readonly #presences: Bucket
  readonly #outbox: Outbox
  #packets: Buffer[] = []
  #wanted = false
  #paused = false
  #tired: (() => void) | undefined
  /** Of the home of which it has said what it shows. */
  #gathering: Gathering | undefined
  /** By gateway, how many of its events. */
  readonly #told = new Map<string, number>()
  /** Messages wait here in order while rights are looked up. */
  #held: Promise<void> | undefined
  #heldBytes = 0
  /** A client that broke a rule gets no time to say goodbye. */
  #abrupt = false
  #leaving = false

  constructor(options: ConnectionOptions) {
    // aedes asks a full sink to drain, and everybody waits for it: this one is cut before it is ever full.
    super({ allowHalfOpen: false, writableHighWaterMark: 64 * 1024 * 1024, readableHighWaterMark: 64 * 1024 })
    const { limits, kind, clock } = options
    this.#options = options
    this.#outbox = new Outbox(options)
    this.address = options.address
    this.kind = kind
    this.#reader = new PacketReader(
      limits.connectBytes,
      kind === 'gateway' ? limits.gatewayPacketBytes : limits.packetBytes,
    )
    this.#bucket = new Bucket(kind === 'gateway' ? limits.gatewayPackets : limits.packets, clock.now())
    this.#presences = new Bucket(limits.presences, clock.now())
  }

  /** Bytes from the wire. */
  receive(chunk: Buffer): void {
    if (this.destroyed) return
    try {
      for (const packet of this.#reader.read(chunk)) {
        inspect(packet)
        this.#packets.push(packet)
      }
    } catch (error) {
      if (!(error instanceof Breach)) throw error
      if (error.reply) this.#options.wire.send(error.reply)
      this.#abrupt = !error.reply
      this.#options.onBreach(this, error.message)
      this.destroy()
      return
    }
    this.#pump()
  }

  /** The wire is gone. */
  lost(): void {
    this.destroy()
  }

  breach(reason: string): void {
    if (this.destroyed) return
    this.#abrupt = true
    this.#options.onBreach(this, reason)
    this.destroy()
  }

  /** Says that it is there, or is not; whoever does so again and again is cut. */
  comesOrGoes(): boolean {
    if (this.#presences.take(this.#options.clock.now()) === 0) return true
    this.breach('presence')
    return false
  }

  /** How many events of a gateway this client was told that counts them by itself (decision 0190). */
  told(serialNumber: string): number {
    return this.#told.get(serialNumber) ?? 0
  }

  /** The number of the next of them. */
  tells(serialNumber: string): number {
    const number = this.told(serialNumber) + 1
    this.#told.set(serialNumber, number)
    return number
  }

  /** Writes one message past the broker's queues, e.g. an answer that concerns this client alone. */
  tell(topic: string, payload: Buffer): void {
    if (!this.destroyed && !this.#leaving) this.write(encodePublish(topic, payload))
  }

  /** Which values of a home this client shows; without them it hears of all at once. */
  shows(topic: string, values: readonly string[] | undefined): void {
    const { clock, limits } = this.#options
    this.#leave(this.#gathering?.take())
    this.#gathering =
      values && new Gathering({ topic, values, clock, limits, leave: (packet) => this.#leave(packet) })
  }

  /** Whether some of what is said on a topic waits for each other. */
  gathers(topic: string): boolean {
    return this.#gathering?.topic === topic
  }

  /** Says something, or keeps it for a moment where nobody looks at it. */
  deliver(topic: string, payload: Buffer): void {
    if (this.#gathering?.topic === topic && this.#gathering.takes(payload)) return
    this.tell(topic, payload)
  }

  get holding(): boolean {
    return this.#held !== undefined
  }

  /** Delivers when `allowed` says so, or what it says instead, never before what was held earlier: so much, and one message of any size. */
  hold(topic: string, payload: Buffer, allowed: Held | Promise<Held>): void {
    if (this.#heldBytes >= this.#options.limits.waitingBytes) return this.breach('slow reader')
    this.#heldBytes += payload.length
    const turn = (this.#held ?? Promise.resolve())
      .then(() => allowed)
      .then(
        (yes) => void (yes && this.deliver(topic, yes === true ? payload : yes)),
        () => undefined, // what cannot be determined is not delivered
      )
      .then(() => {
        this.#heldBytes -= payload.length
        if (this.#held === turn) this.#held = undefined
      })
    this.#held = turn
  }

  /** Ends it; what was written before still leaves, and nothing is said after: two who end it tell the reason once (L-09). */
  dismiss(): void {
    if (this.#leaving) return
    this.#leaving = true
    setImmediate(() => this.destroy())
  }

  override _read(): void {
    this.#wanted = true
    this.#pump()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _destroy(_error: Error | null, done: (error: null) => void): void {
    this.#tired?.()
    this.#gathering?.take()
    this.#packets = []
    if (this.#abrupt) this.#options.wire.kill()
    else {
      this.#outbox.flush()
      this.#options.wire.end()
    }
    done(null)
  }

  /** What was said before leaves before. */
  #send(bytes: Buffer): void {
    if (this.#outbox.stuck) return this.breach('slow reader')
    const before = this.#gathering?.take()
    this.#outbox.send(before ? Buffer.concat([before, bytes]) : bytes)
  }

  #leave(packet: Buffer | undefined): void {
    if (packet && !this.destroyed && !this.#leaving) this.write(packet)
  }

  /** Hands packets on while the broker wants them and the pace allows; else the sender has to wait. */
  #pump(): void {
    const { wire, clock } = this.#options
    while (this.#wanted && this.#packets.length > 0 && !this.#tired) {
      const wait = this.#bucket.take(clock.now())
      if (wait > 0) {
        this.#tired = clock.after(wait, () => {
          this.#tired = undefined
          this.#pump()
        })
        break
      }
      this.#wanted = this.push(this.#packets.shift())
    }
    const crowded = this.#packets.length > 0
    if (crowded === this.#paused) return
    this.#paused = crowded
    if (crowded) wire.pause()
    else wire.resume()
  }
}
